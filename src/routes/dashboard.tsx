import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { DashboardScreen } from '#src/features/dashboard/dashboard-screen.tsx';
import { NotificationList } from '#src/features/notifications/notification-list.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

export const Route = createFileRoute('/dashboard')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role="organization">
      <DashboardScreen notifications={<NotificationList limit={5} />} />
    </ForRole>
  ),
});
