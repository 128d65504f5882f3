import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { requireSignedIn } from '#src/app/guards.ts';
import { TopConversations } from '#src/features/conversations/top-conversations.tsx';
import { DashboardScreen } from '#src/features/dashboard/dashboard-screen.tsx';
import { NotificationList } from '#src/features/notifications/notification-list.tsx';
import { ForRole } from '#src/features/shell/for-role.tsx';

const PeopleDialog = lazy(async () => ({
  default: (await import('#src/features/community/people-dialog.tsx')).PeopleDialog,
}));

export const Route = createFileRoute('/dashboard')({
  beforeLoad: requireSignedIn,
  component: () => (
    <ForRole role="organization">
      <DashboardScreen
        notifications={<NotificationList limit={5} />}
        conversations={<TopConversations limit={5} />}
        PeopleDialog={PeopleDialog}
      />
    </ForRole>
  ),
});
