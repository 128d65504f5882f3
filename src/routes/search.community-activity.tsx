import { createFileRoute } from '@tanstack/react-router';
import { CommunityActivityScreen } from '#src/features/search/community-activity-screen.tsx';
import { type PostSearchAddress, readPostSearch } from '#src/features/search/search-address.ts';
import { useReadAddress } from '#src/features/search/use-read-address.ts';

export const Route = createFileRoute('/search/community-activity')({
  // Read by the component: reading it is not part of the first paint.
  validateSearch: (found): PostSearchAddress => found,
  component: function CommunityActivity() {
    const navigate = Route.useNavigate();
    const address = useReadAddress(
      Route.useSearch(),
      readPostSearch,
      (search) => void navigate({ search, replace: true }),
    );
    return (
      <CommunityActivityScreen address={address} onAddressChange={(search) => void navigate({ search })} />
    );
  },
});
