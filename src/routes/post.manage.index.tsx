import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { readManageAddress } from '#src/features/posts/manage-filters.ts';
import { ManagePostsScreen } from '#src/features/posts/manage-posts-screen.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/post/manage/')({
  validateSearch: readManageAddress,
  beforeLoad: requireSignedIn,
  component: function ManagePosts() {
    const navigate = Route.useNavigate();
    return (
      <ForRole role="organization">
        <ManagePostsScreen
          address={Route.useSearch()}
          onFiltersChange={(search) => void navigate({ search, replace: true })}
        />
      </ForRole>
    );
  },
});
