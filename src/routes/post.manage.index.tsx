import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { ManagePostsScreen } from '#src/features/posts/manage-posts-screen.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/post/manage/')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role="organization">
      <ManagePostsScreen />
    </ForRole>
  ),
});
