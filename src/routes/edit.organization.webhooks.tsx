import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { ForRole } from '#src/features/shell/for-role.tsx';
import { WebhooksScreen } from '#src/features/webhooks/webhooks-screen.tsx';

export const Route = createFileRoute('/edit/organization/webhooks')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role="organization">
      <WebhooksScreen />
    </ForRole>
  ),
});
