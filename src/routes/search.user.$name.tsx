import { createFileRoute } from '@tanstack/react-router';
import { type NameSearchAddress, readNameSearch } from '#src/features/search/search-address.ts';
import { useReadAddress } from '#src/features/search/use-read-address.ts';
import { UserSearchScreen } from '#src/features/search/user-search-screen.tsx';

export const Route = createFileRoute('/search/user/$name')({
  // Read by the component: reading it is not part of the first paint.
  validateSearch: (found): NameSearchAddress => found,
  component: function UserSearch() {
    const navigate = Route.useNavigate();
    const address = useReadAddress(
      Route.useSearch(),
      readNameSearch,
      (search) => void navigate({ search, replace: true }),
    );
    return (
      <UserSearchScreen
        name={Route.useParams().name}
        address={address}
        onAddressChange={(search) => void navigate({ search })}
      />
    );
  },
});
