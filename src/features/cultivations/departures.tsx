import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Card } from '#src/components/card.tsx';
import { ListStates } from '#src/components/list-states.tsx';
import { LoadMore } from '#src/components/load-more.tsx';
import { RelativeTime } from '#src/components/relative-time.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { PersonRow } from '#src/entities/person-row.tsx';
import { fill } from '#src/lib/fill.ts';
import { texts } from './texts.ts';

/** How many are shown at first, and by each "more". */
const limit = 10;

/** Who left a list with rules in the last months. */
export function Departures({ id }: { id: string }) {
  const left = trpc.cultivations.departures.useInfiniteQuery(
    { id, limit },
    { getNextPageParam: ({ cursor }) => cursor },
  );
  const items = left.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section aria-labelledby="departures-heading" className="flex flex-col gap-3">
      <h2 id="departures-heading" className="font-semibold text-lg">
        {texts.departures.recentlyLeft}
      </h2>
      <ListStates
        query={left}
        isLoaded={left.data !== undefined}
        problem={failureOf(left.error).message}
        skeleton={<SkeletonList label={texts.departures.loadingWhoLeft} count={2} item={<RowSkeleton />} />}
      >
        {items.length === 0 ? (
          <p className="text-muted text-sm">{texts.departures.nobodyLeft}</p>
        ) : (
          <Card padding="none">
            <ul className="divide-y divide-line">
              {items.map(({ user, joinedAt, leftAt }) => (
                <li key={user._id}>
                  <PersonRow
                    user={user}
                    note={
                      <span>
                        {fill(texts.departures.period, {
                          joined: <RelativeTime time={joinedAt} />,
                          left: <RelativeTime time={leftAt} />,
                        })}
                      </span>
                    }
                  />
                </li>
              ))}
            </ul>
          </Card>
        )}
        {left.hasNextPage && (
          <LoadMore
            things={texts.departures.thingsPeople}
            isComplete={false}
            isLoading={left.isFetchingNextPage}
            hasFailed={left.isFetchNextPageError}
            onLoad={() => void left.fetchNextPage()}
          />
        )}
      </ListStates>
    </section>
  );
}
