import { FileQuestion } from 'lucide-react';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { Title } from '#src/components/title.tsx';

/** There is no such post, or it is not for the reader. */
export function PostNotAvailable() {
  return (
    <>
      <Title>Post is not available</Title>
      <h1 className="sr-only">Post is not available</h1>
      <EmptyState
        icon={<FileQuestion />}
        title="Post is not available"
        hint="It may have been taken down, or the link may be incomplete."
        action={<ButtonLink to="/">Go to the feed</ButtonLink>}
      />
    </>
  );
}
