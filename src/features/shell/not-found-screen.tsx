import { Compass } from 'lucide-react';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { Title } from '#src/components/title.tsx';
import * as texts from './frame.texts.ts';

/** This page doesn’t exist. */
export function NotFoundScreen() {
  return (
    <>
      <Title>{texts.notFound}</Title>
      <h1 className="sr-only">{texts.notFound}</h1>
      <EmptyState
        icon={<Compass />}
        title={texts.doesNotExist}
        hint={texts.doesNotExistHint}
        action={<ButtonLink to="/">{texts.goToTheFeed}</ButtonLink>}
      />
    </>
  );
}
