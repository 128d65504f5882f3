import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  applyToNotification,
  type Notifications,
  notificationsLane,
  readNotifications,
  refreshNotifications,
} from '#src/local/collections/notifications.ts';
import { useRecentMutations } from '#src/local/engine/recent-mutations.ts';
import { useLocal } from '#src/local/engine/use-local.ts';

/** The newest notifications from this device, kept up with the server: undefined until the device has answered. */
export function useNotifications(limit: number): {
  notifications: Notifications | undefined;
  newest: UseQueryResult<null>;
} {
  const read = useLocal((db) => readNotifications(db, limit), [limit]);
  const recent = useRecentMutations(notificationsLane);
  const notifications = read && {
    ...read,
    items: read.items.map((item) => applyToNotification(item, recent)),
  };
  const newest = useQuery({ queryKey: ['notifications', 'newest'], queryFn: refreshNotifications });
  return { notifications, newest };
}
