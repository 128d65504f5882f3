import { createFileRoute } from '@tanstack/react-router';
import { PostDetailsScreen } from '#src/features/posts/post-details-screen.tsx';

export const Route = createFileRoute('/post/$postType/details/$postId')({
  component: function PostDetails() {
    const { postId } = Route.useParams();
    return <PostDetailsScreen key={postId} postId={postId} />;
  },
});
