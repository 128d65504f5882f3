import { Compass } from 'lucide-react';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { Title } from '#src/components/title.tsx';

/** There is nothing at this address. */
export function NotFoundScreen() {
  return (
    <>
      <Title>Not found</Title>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={<Compass />}
        title="There is nothing at this address"
        hint="It may have been moved or taken down."
        action={<ButtonLink to="/">Go to the feed</ButtonLink>}
      />
    </>
  );
}
