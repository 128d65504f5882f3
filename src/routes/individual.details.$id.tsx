import { createFileRoute } from '@tanstack/react-router';
import { FollowButton } from '#src/features/follows/follow-button.tsx';
import { ProfileScreen } from '#src/features/profiles/profile-screen.tsx';

export const Route = createFileRoute('/individual/details/$id')({
  component: function Details() {
    const { id } = Route.useParams();
    return (
      <ProfileScreen
        key={id}
        userId={id}
        userType="individual"
        actions={(info) => (
          <FollowButton userId={id} name={info.name} follows={info.relation?.follows ?? false} />
        )}
      />
    );
  },
});
