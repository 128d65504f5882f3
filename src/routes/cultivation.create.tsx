import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { CreateListScreen } from '#src/features/cultivations/create-list-screen.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/cultivation/create')({
  beforeLoad: requireSignedIn,
  component: function CreateList() {
    const navigate = Route.useNavigate();
    return (
      <ForRole role="organization">
        <CreateListScreen onSaved={() => void navigate({ to: '/cultivation/manage' })} />
      </ForRole>
    );
  },
});
