import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/guards.ts';
import { NotificationsScreen } from '#src/features/notifications/notifications-screen.tsx';

export const Route = createFileRoute('/notification/all')({
  beforeLoad: requireSignedIn,
  component: NotificationsScreen,
});
