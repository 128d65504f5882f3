import { createFileRoute } from '@tanstack/react-router';
import { CommunityActivityScreen } from '#src/features/search/community-activity-screen.tsx';
import { type PostSearchAddress, readPostSearch } from '#src/features/search/search-address.ts';

export const Route = createFileRoute('/search/community-activity')({
  // Read by the component: reading it is not part of the first paint.
  validateSearch: (said): PostSearchAddress => said,
  component: function CommunityActivity() {
    const navigate = Route.useNavigate();
    return (
      <CommunityActivityScreen
        address={readPostSearch({ ...Route.useSearch() })}
        onAddressChange={(search) => void navigate({ search })}
      />
    );
  },
});
