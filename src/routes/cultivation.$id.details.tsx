import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { Link } from '#src/components/link.tsx';
import { type ListAddress, readListAddress } from '#src/features/cultivations/list-address.ts';
import { ListDetailsScreen } from '#src/features/cultivations/list-details-screen.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/cultivation/$id/details')({
  // Read by the component: reading it is not part of the first paint.
  validateSearch: (found): ListAddress => found,
  beforeLoad: requireSignedIn,
  component: function ListDetails() {
    const { id } = Route.useParams();
    const address = readListAddress({ ...Route.useSearch() });
    return (
      <ForRole role="organization">
        <ListDetailsScreen
          id={id}
          address={address}
          renderPageLink={(place, props) => (
            <Link {...props} variant="bare" to="/cultivation/$id/details" params={{ id }} search={place} />
          )}
        />
      </ForRole>
    );
  },
});
