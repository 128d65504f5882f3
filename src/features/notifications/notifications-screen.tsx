import { useMutation } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { LoadMore } from '#src/components/load-more.tsx';
import { NotRefreshed } from '#src/components/not-refreshed.tsx';
import { Title } from '#src/components/title.tsx';
import { useOnline } from '#src/lib/use-online.ts';
import { notificationPageSize, pullNotifications, readUnread } from '#src/local/collections/notifications.ts';
import { countNotifications } from '#src/local/collections/read-notifications.ts';
import { localDatabase } from '#src/local/engine/current-database.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import { markAllRead } from './mark-all.ts';
import { NotificationList } from './notification-list.tsx';
import { texts } from './notifications-screen.texts.ts';
import { texts as listTexts } from './texts.ts';
import { useNotifications } from './use-notifications.ts';

/** Lists all notifications of the viewer. */
export function NotificationsScreen() {
  const [limit, setLimit] = useState(notificationPageSize);
  const isOnline = useOnline();
  const { notifications, newest } = useNotifications(limit);
  const unread = useLocal(readUnread, []) ?? 0;
  const older = useMutation({
    mutationFn: async () => {
      const db = localDatabase();
      if (!db) return;
      const failure = await pullNotifications(db, 'older').catch((error: unknown) => error);
      // What the device has is shown even where the server cannot be reached.
      if ((await countNotifications(db)) > limit) setLimit(limit + notificationPageSize);
      else if (failure) throw failure;
    },
  });

  return (
    <div className="mx-auto flex max-w-reading flex-col gap-4">
      <Title>{texts.notifications}</Title>
      <header className="flex min-h-control flex-wrap items-center justify-between gap-3">
        <h1 className="font-bold text-2xl">
          {headingOf(notifications?.savedAt ? notifications.total : undefined)}
        </h1>
        {unread > 0 && (
          <Button variant="secondary" size="sm" onClick={() => void markAllRead()}>
            <CheckCheck aria-hidden />
            {listTexts.markAll.markAllAsRead}
          </Button>
        )}
      </header>
      {notifications?.savedAt && (newest.isError || newest.isPaused || !isOnline) && (
        <NotRefreshed
          saved={notifications.savedAt}
          isRetrying={newest.fetchStatus === 'fetching'}
          onRetry={() => void newest.refetch()}
        />
      )}
      <NotificationList limit={limit} emptyTitle={texts.allQuiet} />
      {notifications && notifications.items.length > 0 && (
        <LoadMore
          things={texts.thingsNotifications}
          isComplete={notifications.isComplete}
          isLoading={older.isPending || notifications.limit < limit}
          hasFailed={older.isError}
          onLoad={() => older.mutate()}
        />
      )}
    </div>
  );
}

function headingOf(total: number | undefined): string {
  if (total === undefined) return texts.notifications;
  return total === 0 ? texts.noNotification : texts.found(total);
}
