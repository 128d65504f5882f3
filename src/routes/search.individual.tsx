import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { IndividualSearchScreen } from '#src/features/search/individual-search-screen.tsx';
import { readIndividualSearch } from '#src/features/search/search-address.ts';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/search/individual')({
  validateSearch: readIndividualSearch,
  beforeLoad: requireSignedIn,
  component: function IndividualSearch() {
    const navigate = Route.useNavigate();
    return (
      <ForRole role="organization">
        <IndividualSearchScreen
          address={Route.useSearch()}
          onAddressChange={(search) => void navigate({ search })}
        />
      </ForRole>
    );
  },
});
