import { createFileRoute } from '@tanstack/react-router';
import { UserRedirectScreen } from '#src/features/profiles/user-redirect-screen.tsx';

export const Route = createFileRoute('/user/$userId')({
  component: function UserRedirect() {
    return <UserRedirectScreen userId={Route.useParams().userId} />;
  },
});
