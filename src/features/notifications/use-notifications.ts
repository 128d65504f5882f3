import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Notifications, readNotifications } from '#src/local/collections/notifications.ts';
import { overlay } from '#src/local/engine/optimistic.ts';
import { useRecentActs } from '#src/local/engine/recent-mutations.ts';
import { refreshNotifications } from '#src/local/engine/refresh.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import { lanes } from '#src/local/lanes.ts';

/** The newest notifications from this device, kept up with the server: undefined until the device has answered. */
export function useNotifications(limit: number): {
  notifications: Notifications | undefined;
  newest: UseQueryResult<null>;
} {
  const read = useLocal((db) => readNotifications(db, limit), [limit]);
  const acts = useRecentActs(lanes.notifications);
  const notifications = read && {
    ...read,
    items: read.items.map((item) => overlay.notification(item, acts)),
  };
  const newest = useQuery({ queryKey: ['notifications', 'newest'], queryFn: refreshNotifications });
  return { notifications, newest };
}
