import { createFileRoute } from '@tanstack/react-router';
import { OrganizationSearchScreen } from '#src/features/search/organization-search-screen.tsx';
import { readOrganizationSearch } from '#src/features/search/search-address.ts';

export const Route = createFileRoute('/search/organization')({
  validateSearch: readOrganizationSearch,
  component: function OrganizationSearch() {
    const navigate = Route.useNavigate();
    return (
      <OrganizationSearchScreen
        address={Route.useSearch()}
        onAddressChange={(search) => void navigate({ search })}
      />
    );
  },
});
