import { Bell } from 'lucide-react';
import { Suspense } from 'react';
import { optionalPart } from '#src/app/late-part.tsx';
import { CountBadge } from '#src/components/badge.tsx';
import { IconButton } from '#src/components/button.tsx';
import { onDemand } from '#src/components/on-demand.tsx';
import { readUnread } from '#src/local/collections/notifications.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import * as texts from './notification-menu.texts.ts';

const NotificationPanel = onDemand(
  'dialog',
  async () => (await import('./notification-panel.tsx')).NotificationPanel,
);

const DeviceReminders = optionalPart(async () => (await import('./device-reminders.tsx')).DeviceReminders);

const showsOnDevice = () => 'Notification' in globalThis && Notification.permission === 'granted';

/** The bell in the header: how many notifications are new, and the newest of all. */
export function NotificationMenu() {
  const unread = useLocal(readUnread, []) ?? 0;
  return (
    <>
      <NotificationPanel unread={unread}>
        <IconButton label={unread > 0 ? texts.notificationsWithNew(unread) : texts.notifications}>
          <Bell aria-hidden />
          <span aria-hidden className="absolute -top-0.5 -right-0.5">
            <CountBadge count={unread} label={texts.newNotifications} />
          </span>
        </IconButton>
      </NotificationPanel>
      {unread > 0 && showsOnDevice() && (
        <Suspense>
          <DeviceReminders />
        </Suspense>
      )}
    </>
  );
}
