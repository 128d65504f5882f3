import { createFileRoute } from '@tanstack/react-router';
import { FollowButton } from '#src/features/follows/follow-button.tsx';
import { PostList } from '#src/features/posts/post-list.tsx';
import { ProfileScreen } from '#src/features/profiles/profile-screen.tsx';

export const Route = createFileRoute('/organization/details/$id')({
  component: function Details() {
    const { id } = Route.useParams();
    return (
      <ProfileScreen
        key={id}
        userId={id}
        userType="organization"
        actions={(info) => (
          <FollowButton userId={id} name={info.name} follows={info.relation?.follows ?? false} />
        )}
      >
        <section aria-labelledby="posts" className="flex flex-col gap-4">
          <h2 id="posts" className="font-bold text-xl">
            Posts
          </h2>
          <PostList filters={{ creatorId: id }} />
        </section>
      </ProfileScreen>
    );
  },
});
