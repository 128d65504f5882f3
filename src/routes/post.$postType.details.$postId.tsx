import { createFileRoute } from '@tanstack/react-router';
import { session } from '#src/app/session.ts';
import { LateKeptPost } from '#src/features/posts/late-kept-post.ts';
import { PostDetailsScreen } from '#src/features/posts/post-details-screen.tsx';

export const Route = createFileRoute('/post/$postType/details/$postId')({
  loader: async () => {
    if (session.userId() !== undefined) await LateKeptPost.load();
  },
  component: function PostDetails() {
    const { postId } = Route.useParams();
    return <PostDetailsScreen key={postId} postId={postId} />;
  },
});
