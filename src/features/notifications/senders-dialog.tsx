import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Dialog, DialogContent } from '#src/components/dialog.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { LoadMore } from '#src/components/load-more.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { PersonRow } from '#src/entities/person-row.tsx';
import { texts } from './texts.ts';
import { wordingOf } from './wording.ts';

interface SendersDialogProps {
  /** Whose senders; undefined while it is closed. */
  notification: NotificationView | undefined;
  onClose: () => void;
}

/** Everybody behind one notification. */
export function SendersDialog({ notification, onClose }: SendersDialogProps) {
  return (
    <Dialog open={notification !== undefined} onOpenChange={(open) => !open && onClose()}>
      {notification && (
        <DialogContent
          title={texts.sendersDialog.peopleWho(wordingOf({ ...notification, totalSenders: 2 }).deed)}
          size="sm"
        >
          <Senders notificationId={notification._id} />
        </DialogContent>
      )}
    </Dialog>
  );
}

function Senders({ notificationId }: { notificationId: string }) {
  const senders = trpc.notifications.senders.useInfiniteQuery(
    { id: notificationId },
    { getNextPageParam: (page) => page.cursor },
  );
  if (!senders.data)
    return senders.isError || senders.isPaused ? (
      <ErrorState
        message={failureOf(senders.error).message}
        retrying={senders.isFetching}
        onRetry={() => void senders.refetch()}
      />
    ) : (
      <SkeletonList
        label={texts.sendersDialog.loadingPeople}
        count={3}
        item={<RowSkeleton />}
        className="gap-0"
      />
    );
  return (
    <>
      <ul className="-mx-4 divide-y divide-line sm:-mx-5">
        {senders.data.pages
          .flatMap((page) => page.items)
          .map(({ userId: user, createdAt }) => (
            <li key={user._id}>
              <PersonRow
                user={{ ...user, ...user.basicInfo }}
                note={<RelativeTime time={createdAt} className="text-xs" />}
              />
            </li>
          ))}
      </ul>
      {senders.hasNextPage && (
        <LoadMore
          things={texts.sendersDialog.thingsPeople}
          isComplete={false}
          isLoading={senders.isFetchingNextPage}
          hasFailed={senders.isFetchNextPageError}
          onLoad={() => void senders.fetchNextPage()}
        />
      )}
    </>
  );
}
