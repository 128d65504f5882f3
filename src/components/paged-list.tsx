import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { type ListQuery, ListStates } from './list-states.tsx';
import { LoadMore } from './load-more.tsx';
import { texts } from './paged-list.texts.ts';
import { RowSkeleton, SkeletonList } from './skeleton.tsx';

/** The parts of an infinite query that a list needs. */
export interface PagedQuery extends ListQuery {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

interface PagedListProps<Item> {
  /** "followers". */
  things: string;
  query: PagedQuery;
  /** The query's error as a sentence; shown where there is nothing else to show. */
  problem: string;
  /** Undefined until the first page is there. */
  items: readonly Item[] | undefined;
  keyOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
  /** Shown when the list is empty. */
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
  return (
    <ListStates
      query={query}
      isLoaded={items !== undefined}
      problem={problem}
      skeleton={
        <Card padding="none" className="px-4 py-1 sm:px-5">
          <SkeletonList label={texts.loading(things)} count={6} item={<RowSkeleton />} className="gap-0" />
        </Card>
      }
    >
      {items?.length ? (
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
          <MorePages things={things} query={query} />
        </>
      ) : (
        empty
      )}
    </ListStates>
  );
}

/** The foot of a list that an infinite query fills. */
export function MorePages({ things, query }: { things: string; query: PagedQuery }) {
  return (
    <LoadMore
      things={things}
      isComplete={!query.hasNextPage}
      isLoading={query.isFetchingNextPage}
      hasFailed={query.isFetchNextPageError}
      onLoad={() => void query.fetchNextPage()}
    />
  );
}
