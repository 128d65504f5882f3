import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { InvolvementScreen } from '#src/features/profiles/involvement-screen.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/edit/individual/involvement')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role="individual">
      <InvolvementScreen />
    </ForRole>
  ),
});
