import { trpc } from '#src/app/api.ts';
import { isAbsent } from '#src/app/failure.ts';
import { PostNotAvailable } from './post-not-available.tsx';
import { VisitorPost } from './visitor-post.tsx';
import { WaitingForPost } from './waiting-for-post.tsx';

/** The page of a post for visitors who did not get it with the page. */
export function FetchedPost({ postId }: { postId: string }) {
  const post = trpc.posts.byId.useQuery({ id: postId });
  if (post.isError && isAbsent(post.error)) return <PostNotAvailable />;
  if (!post.data)
    return (
      <WaitingForPost error={post.isError ? post.error : undefined} onRetry={() => void post.refetch()} />
    );
  return <VisitorPost post={post.data} />;
}
