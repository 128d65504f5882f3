import type { PostView } from '#server/posts/posts.schema.ts';
import { useSignInTo } from '#src/app/intent.ts';
import { WholePost } from './whole-post.tsx';

/** Renders a post as visitors see it: what takes an account leads to one. */
export function VisitorPost({ post }: { post: PostView }) {
  const signInTo = useSignInTo();
  return (
    <WholePost
      post={post}
      onSay={(interest) => signInTo({ does: 'say', postId: post._id, interest, about: post.title })}
    />
  );
}
