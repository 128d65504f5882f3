import { failureOf } from '#src/app/failure.ts';
import { ErrorState } from '#src/components/error-state.tsx';
import { PostCardSkeleton } from '#src/entities/post-card-skeleton.tsx';
import { texts } from './post-page.texts.ts';

/** What stands where a post is to come, or why it does not. */
export function WaitingForPost({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="mx-auto max-w-reading">
      <h1 className="sr-only">{texts.waitingForPost.post}</h1>
      {error === undefined ? (
        <div role="status" aria-label={texts.waitingForPost.loadingThePost}>
          <PostCardSkeleton />
        </div>
      ) : (
        <ErrorState message={failureOf(error).message} onRetry={onRetry} />
      )}
    </div>
  );
}
