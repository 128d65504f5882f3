import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { ErrorState } from './error-state.tsx';
import { LoadMore } from './load-more.tsx';
import { NotRefreshed } from './not-refreshed.tsx';
import { PersonRowSkeleton, SkeletonList } from './skeleton.tsx';

/** The parts of an infinite query that a list needs. */
interface PagedQuery {
  isPaused: boolean;
  isFetching: boolean;
  isError: boolean;
  isRefetchError: boolean;
  dataUpdatedAt: number;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

interface PagedListProps<Item> {
  /** "followers". */
  things: string;
  query: PagedQuery;
  /** What went wrong with the query, in a sentence; said where there is nothing to show. */
  problem: string;
  /** Undefined until the first page is there. */
  items: readonly Item[] | undefined;
  keyOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
  /** Where there is nobody. */
  empty: ReactNode;
}

/** Rows of people, or of something that begins with a picture, that come in pages: on their way, none, failed, as saved. */
export function PagedList<Item>({
  things,
  query,
  problem,
  items,
  keyOf,
  children,
  empty,
}: PagedListProps<Item>) {
  const retry = () => void query.refetch();
  if (items === undefined)
    return query.isError || query.isPaused ? (
      <ErrorState message={problem} retrying={query.isFetching} onRetry={retry} />
    ) : (
      <Card padding="none" className="px-4 py-1 sm:px-5">
        <SkeletonList label={`Loading ${things}`} count={6} item={<PersonRowSkeleton />} className="gap-0" />
      </Card>
    );
  return (
    <>
      {(query.isPaused || query.isRefetchError) && (
        <NotRefreshed saved={new Date(query.dataUpdatedAt)} isRetrying={query.isFetching} onRetry={retry} />
      )}
      {items.length === 0 ? (
        empty
      ) : (
        <>
          <Card padding="none">
            <ul className="divide-y divide-line">
              {items.map((item) => (
                <li key={keyOf(item)} className="empty:hidden">
                  {children(item)}
                </li>
              ))}
            </ul>
          </Card>
          <LoadMore
            things={things}
            isComplete={!query.hasNextPage}
            isLoading={query.isFetchingNextPage}
            hasFailed={query.isFetchNextPageError}
            onLoad={() => void query.fetchNextPage()}
          />
        </>
      )}
    </>
  );
}
