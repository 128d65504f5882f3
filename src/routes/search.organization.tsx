import { createFileRoute } from '@tanstack/react-router';
import { OrganizationSearchScreen } from '#src/features/search/organization-search-screen.tsx';
import {
  type OrganizationSearchAddress,
  readOrganizationSearch,
} from '#src/features/search/search-address.ts';
import { useReadAddress } from '#src/features/search/use-read-address.ts';

export const Route = createFileRoute('/search/organization')({
  // Read by the component: reading it is not part of the first paint.
  validateSearch: (found): OrganizationSearchAddress => found,
  component: function OrganizationSearch() {
    const navigate = Route.useNavigate();
    const address = useReadAddress(
      Route.useSearch(),
      readOrganizationSearch,
      (search) => void navigate({ search, replace: true }),
    );
    return (
      <OrganizationSearchScreen address={address} onAddressChange={(search) => void navigate({ search })} />
    );
  },
});
