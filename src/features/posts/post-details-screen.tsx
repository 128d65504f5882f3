import { trpc } from '#src/app/api.ts';
import { isAbsent } from '#src/app/failure.ts';
import { useSignInTo } from '#src/app/intent.ts';
import { useUser } from '#src/app/session.ts';
import { LateKeptPost } from './late-kept-post.ts';
import { PostNotAvailable } from './post-not-available.tsx';
import { WaitingForPost } from './waiting-for-post.tsx';
import { WholePost } from './whole-post.tsx';

interface PostDetailsScreenProps {
  postId: string;
}

/** Renders the page of a post. */
export function PostDetailsScreen(props: PostDetailsScreenProps) {
  return useUser() ? <LateKeptPost {...props} /> : <VisitorPost {...props} />;
}

function VisitorPost({ postId }: PostDetailsScreenProps) {
  const signInTo = useSignInTo();
  const post = trpc.posts.byId.useQuery({ id: postId });
  if (post.isError && isAbsent(post.error)) return <PostNotAvailable />;
  if (!post.data)
    return (
      <WaitingForPost error={post.isError ? post.error : undefined} onRetry={() => void post.refetch()} />
    );
  const { title: about } = post.data;
  return (
    <WholePost post={post.data} onSay={(interest) => signInTo({ does: 'say', postId, interest, about })} />
  );
}
