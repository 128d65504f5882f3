import { failureOf } from '#src/app/failure.ts';
import { ErrorState } from '#src/components/error-state.tsx';
import { PostCardSkeleton } from '#src/entities/post-card-skeleton.tsx';

/** What stands where a post is to come, or why it does not. */
export function WaitingForPost({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="mx-auto max-w-reading">
      <h1 className="sr-only">Post</h1>
      {error === undefined ? (
        <div role="status" aria-label="Loading the post">
          <PostCardSkeleton />
        </div>
      ) : (
        <ErrorState message={failureOf(error).message} onRetry={onRetry} />
      )}
    </div>
  );
}
