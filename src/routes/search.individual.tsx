import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { PeopleActions } from '#src/features/cultivations/people-actions.tsx';
import { IndividualSearchScreen } from '#src/features/search/individual-search-screen.tsx';
import { type IndividualSearchAddress, readIndividualSearch } from '#src/features/search/search-address.ts';
import { useReadAddress } from '#src/features/search/use-read-address.ts';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/search/individual')({
  // Read by the component: reading it is not part of the first paint.
  validateSearch: (found): IndividualSearchAddress => found,
  beforeLoad: requireSignedIn,
  component: function IndividualSearch() {
    const navigate = Route.useNavigate();
    const address = useReadAddress(
      Route.useSearch(),
      readIndividualSearch,
      (search) => void navigate({ search, replace: true }),
    );
    return (
      <ForRole role="organization">
        <IndividualSearchScreen
          address={address}
          onAddressChange={(search) => void navigate({ search })}
          renderActions={(people, description) => <PeopleActions people={people} description={description} />}
        />
      </ForRole>
    );
  },
});
