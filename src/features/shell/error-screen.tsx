import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { failureOf } from '#src/app/failure.ts';
import { reloadForMissingCode } from '#src/app/missing-code.ts';
import { ErrorState } from '#src/components/error-state.tsx';
import { Title } from '#src/components/title.tsx';
import * as texts from './frame.texts.ts';

/** A screen could not be shown: what happened, and another try. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => void reloadForMissingCode(error), [error]);
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <>
      <Title>{texts.somethingWentWrong}</Title>
      <h1 className="sr-only">{texts.somethingWentWrong}</h1>
      <ErrorState message={failureOf(error).message} onRetry={retry} />
    </>
  );
}
