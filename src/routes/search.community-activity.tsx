import { createFileRoute } from '@tanstack/react-router';
import { CommunityActivityScreen } from '#src/features/search/community-activity-screen.tsx';
import { readPostSearch } from '#src/features/search/search-address.ts';

export const Route = createFileRoute('/search/community-activity')({
  validateSearch: readPostSearch,
  component: function CommunityActivity() {
    const navigate = Route.useNavigate();
    return (
      <CommunityActivityScreen
        address={Route.useSearch()}
        onAddressChange={(search) => void navigate({ search })}
      />
    );
  },
});
