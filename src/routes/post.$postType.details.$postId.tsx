import { createFileRoute } from '@tanstack/react-router';
import { FollowButton } from '#src/features/follows/follow-button.tsx';
import { PostDetailsScreen } from '#src/features/posts/post-details-screen.tsx';
import { passOnOne } from './-pass-on.tsx';

export const Route = createFileRoute('/post/$postType/details/$postId')({
  component: function PostDetails() {
    const { postId } = Route.useParams();
    return (
      <PostDetailsScreen
        key={postId}
        postId={postId}
        passOn={passOnOne}
        followButton={({ _id, name, follows }) => <FollowButton userId={_id} name={name} follows={follows} />}
      />
    );
  },
});
