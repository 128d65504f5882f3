import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  applyToNotification,
  notificationsLane,
  refreshNotifications,
} from '#src/local/collections/notifications.ts';
import { type Notifications, readNotifications } from '#src/local/collections/read-notifications.ts';
import { useRecentMutations } from '#src/local/engine/recent-mutations.ts';
import { useLocal } from '#src/local/engine/use-local.ts';

/** Returns the newest cached notifications, kept in sync; undefined until the cache is read. */
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
