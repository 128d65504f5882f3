import { BellOff } from 'lucide-react';
import { useState } from 'react';
import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import { failureOf } from '#src/app/failure.ts';
import { Card } from '#src/components/card.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { NotificationRow } from './notification-row.tsx';
import { SendersDialog } from './senders-dialog.tsx';
import { texts } from './texts.ts';
import { useNotifications } from './use-notifications.ts';

interface NotificationListProps {
  /** How many at most. */
  limit: number;
  /** The heading where there are none. */
  emptyTitle?: string | undefined;
  /** Stands on something that has edges of its own. */
  bare?: boolean | undefined;
  onOpen?: (() => void) | undefined;
}

/** The newest notifications, live. */
export function NotificationList({
  limit,
  emptyTitle = texts.notificationList.noNotification,
  bare = false,
  onOpen,
}: NotificationListProps) {
  const { notifications, newest } = useNotifications(limit);
  const [shown, setShown] = useState<NotificationView>();

  if (!notifications?.savedAt && (newest.isError || newest.isPaused))
    return (
      <ErrorState
        message={failureOf(newest.error).message}
        retrying={newest.isFetching}
        onRetry={() => void newest.refetch()}
        className={bare ? 'border-0 bg-transparent' : undefined}
      />
    );
  if (notifications?.savedAt && notifications.items.length === 0)
    return (
      <EmptyState
        icon={<BellOff />}
        title={emptyTitle}
        hint={texts.notificationList.noNotificationHint}
        className={bare ? 'border-0' : undefined}
      />
    );
  const rows = notifications?.savedAt ? (
    <ul className="divide-y divide-line">
      {notifications.items.map((notification) => (
        <NotificationRow
          key={notification._id}
          notification={notification}
          onShowSenders={setShown}
          onOpen={onOpen}
        />
      ))}
    </ul>
  ) : (
    <SkeletonList
      label={texts.notificationList.loadingNotifications}
      count={4}
      item={<RowSkeleton />}
      className="gap-0 px-4 py-1 sm:px-5"
    />
  );
  return (
    <>
      {bare ? (
        rows
      ) : (
        <Card padding="none" className="overflow-hidden">
          {rows}
        </Card>
      )}
      <SendersDialog notification={shown} onClose={() => setShown(undefined)} />
    </>
  );
}
