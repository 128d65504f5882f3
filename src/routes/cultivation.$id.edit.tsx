import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { Link } from '#src/components/link.tsx';
import { EditListScreen } from '#src/features/cultivations/edit-list-screen.tsx';
import { type ListAddress, readListAddress } from '#src/features/cultivations/list-address.ts';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/cultivation/$id/edit')({
  // Read by the component: reading it is not part of the first paint.
  validateSearch: (found): ListAddress => found,
  beforeLoad: requireSignedIn,
  component: function EditList() {
    const navigate = Route.useNavigate();
    const { id } = Route.useParams();
    const address = readListAddress({ ...Route.useSearch() });
    const { page: _, cursor: __, person: ___, ...filters } = address;
    return (
      <ForRole role="organization">
        <EditListScreen
          key={id}
          id={id}
          address={address}
          onAddressChange={(search) => {
            // Back closes the panel of a person.
            const isOpening = search.person !== undefined && address.person === undefined;
            void navigate({ search, replace: !isOpening });
          }}
          onSaved={() => void navigate({ to: '/cultivation/manage' })}
          renderPageLink={(place, props) => (
            <Link
              {...props}
              variant="bare"
              to="/cultivation/$id/edit"
              params={{ id }}
              search={{ ...filters, ...place }}
            />
          )}
        />
      </ForRole>
    );
  },
});
