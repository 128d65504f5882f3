import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { localDatabase } from '#src/local/current-database.ts';
import { type Notifications, pullNotifications, readNotifications } from '#src/local/notifications.ts';
import { useLocal } from '#src/local/use-local.ts';

/** The newest notifications from this device, kept up with the server: undefined until the device has answered. */
export function useNotifications(limit: number): {
  notifications: Notifications | undefined;
  newest: UseQueryResult<null>;
} {
  const notifications = useLocal((db) => readNotifications(db, limit), [limit]);
  const newest = useQuery({
    queryKey: ['notifications', 'newest'],
    queryFn: async () => {
      const db = localDatabase();
      if (db) await pullNotifications(db, 'newest');
      return null;
    },
  });
  return { notifications, newest };
}
