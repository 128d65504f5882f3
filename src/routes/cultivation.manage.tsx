import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { ManageListsScreen } from '#src/features/cultivations/manage-lists-screen.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/cultivation/manage')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role="organization">
      <ManageListsScreen />
    </ForRole>
  ),
});
