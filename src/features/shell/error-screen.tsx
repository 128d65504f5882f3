import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { failureOf } from '#src/app/failure.ts';
import { ErrorState } from '#src/components/error-state.tsx';
import { Title } from '#src/components/title.tsx';

/** A screen could not be shown: what happened, and another try. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <>
      <Title>Something went wrong</Title>
      <h1 className="sr-only">Something went wrong</h1>
      <ErrorState message={failureOf(error).message} onRetry={retry} />
    </>
  );
}
