import { createFileRoute } from '@tanstack/react-router';
import { UserSearchScreen } from '#src/features/search/user-search-screen.tsx';

export const Route = createFileRoute('/search/user/$name')({
  component: function UserSearch() {
    return <UserSearchScreen name={Route.useParams().name} />;
  },
});
