import type { DeliveryView, WebhookView } from '#server/webhooks/webhooks.schema.ts';
import { trpc, utils } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Badge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Dialog, DialogContent } from '#src/components/dialog.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ListStates } from '#src/components/list-states.tsx';
import { LoadMore } from '#src/components/load-more.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { toast } from '#src/components/toast.ts';
import { fill } from '#src/lib/fill.ts';
import { texts } from './texts.ts';

const tones = { pending: 'neutral', delivered: 'success', failed: 'danger' } as const;

/** How often deliveries are fetched while they are shown: the event log does not tell of them. */
const lookEveryMs = 5_000;

/** The deliveries of a webhook, and a way to have one sent once more. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const query = trpc.webhooks.deliveries.useInfiniteQuery(
    { id: webhook._id, limit: 20 },
    {
      getNextPageParam: ({ cursor }) => cursor ?? undefined,
      refetchOnMount: 'always',
      refetchInterval: lookEveryMs,
    },
  );
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={texts.deliveries.deliveries} description={texts.deliveries.hint}>
        <p dir="ltr" className="wrap-anywhere mb-3 font-medium text-sm">
          {webhook.url}
        </p>
        <ListStates
          query={query}
          isLoaded={query.data !== undefined}
          problem={failureOf(query.error).message}
          skeleton={
            <SkeletonList
              label={texts.deliveries.loading}
              count={3}
              item={<RowSkeleton />}
              className="gap-0"
            />
          }
        >
          {items.length === 0 ? (
            <EmptyState title={texts.deliveries.none} hint={texts.deliveries.noneHint} />
          ) : (
            <ul className="divide-y divide-line">
              {items.map((delivery) => (
                <DeliveryRow
                  key={delivery._id}
                  delivery={delivery}
                  canReplay={webhook.state !== 'disabled'}
                />
              ))}
            </ul>
          )}
          {query.hasNextPage && (
            <LoadMore
              things={texts.deliveries.things}
              isComplete={false}
              isLoading={query.isFetchingNextPage}
              hasFailed={query.isFetchNextPageError}
              onLoad={() => void query.fetchNextPage()}
            />
          )}
        </ListStates>
      </DialogContent>
    </Dialog>
  );
}

function DeliveryRow({ delivery, canReplay }: { delivery: DeliveryView; canReplay: boolean }) {
  const { _id: id, event, state, attempts, createdAt, nextAttemptAt, responseStatus, problem } = delivery;
  const replay = trpc.webhooks.replay.useMutation({
    onSuccess: () => toast.success(texts.deliveries.willBeSent),
    onError: (error) => toast.failed(failureOf(error).message, { title: texts.failed }),
    onSettled: () => utils.webhooks.deliveries.invalidate(),
  });
  const { label } = texts.events[event];
  const details = [
    texts.deliveries.attempts(attempts),
    responseStatus === null ? undefined : texts.deliveries.status(responseStatus),
    problem === null ? undefined : texts.deliveries.problems[problem],
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {label}
          <Badge tone={tones[state]}>{texts.deliveries.states[state]}</Badge>
        </p>
        <p className="mt-0.5 text-muted">
          <RelativeTime time={createdAt} />
          {` · ${details.filter(Boolean).join(' · ')}`}
        </p>
        {nextAttemptAt !== null && attempts > 0 && (
          <p className="text-muted">
            {fill(texts.deliveries.next, { time: <RelativeTime time={nextAttemptAt} /> })}
          </p>
        )}
      </div>
      {state !== 'pending' && canReplay && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={texts.deliveries.sendAgainEvent(label)}
          loading={replay.isPending}
          onClick={() => replay.mutate({ id })}
        >
          {texts.deliveries.sendAgain}
        </Button>
      )}
    </li>
  );
}
