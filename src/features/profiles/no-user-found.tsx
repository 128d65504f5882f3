import { UserRoundX } from 'lucide-react';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { Title } from '#src/components/title.tsx';

/** Shown where a user does not exist or is hidden from the viewer. */
export function NoUserFound() {
  return (
    <>
      <Title>No User Found</Title>
      <h1 className="sr-only">No User Found</h1>
      <EmptyState
        icon={<UserRoundX />}
        title="No User Found"
        hint="They may have left, or the link may be incomplete."
        action={<ButtonLink to="/">Go to the feed</ButtonLink>}
      />
    </>
  );
}
