import { Compass } from 'lucide-react';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { Title } from '#src/components/title.tsx';

/** This page doesn’t exist. */
export function NotFoundScreen() {
  return (
    <>
      <Title>Not found</Title>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={<Compass />}
        title="This page doesn’t exist"
        hint="It may have been moved or taken down."
        action={<ButtonLink to="/">Go to the feed</ButtonLink>}
      />
    </>
  );
}
