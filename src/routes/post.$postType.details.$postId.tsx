import { createFileRoute } from '@tanstack/react-router';
import { readPageData } from '#src/app/page-data.tsx';
import { session } from '#src/app/session.ts';
import { LateFetchedPost, LateKeptPost } from '#src/features/posts/late-posts.ts';
import { PostDetailsScreen } from '#src/features/posts/post-details-screen.tsx';

export const Route = createFileRoute('/post/$postType/details/$postId')({
  loader: async ({ params: { postId } }) => {
    if (session.userId() !== undefined) await LateKeptPost.load();
    else if (readPageData().post?._id !== postId) await LateFetchedPost.load();
  },
  component: function PostDetails() {
    const { postId } = Route.useParams();
    return <PostDetailsScreen key={postId} postId={postId} />;
  },
});
