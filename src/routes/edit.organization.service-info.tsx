import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { ServiceInfoScreen } from '#src/features/profiles/service-info-screen.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/edit/organization/service-info')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role="organization">
      <ServiceInfoScreen />
    </ForRole>
  ),
});
