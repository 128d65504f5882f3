import { createFileRoute } from '@tanstack/react-router';
import { OrganizationSearchScreen } from '#src/features/search/organization-search-screen.tsx';
import {
  type OrganizationSearchAddress,
  readOrganizationSearch,
} from '#src/features/search/search-address.ts';

export const Route = createFileRoute('/search/organization')({
  // Read by the component: reading it is not part of the first paint.
  validateSearch: (said): OrganizationSearchAddress => said,
  component: function OrganizationSearch() {
    const navigate = Route.useNavigate();
    return (
      <OrganizationSearchScreen
        address={readOrganizationSearch({ ...Route.useSearch() })}
        onAddressChange={(search) => void navigate({ search })}
      />
    );
  },
});
