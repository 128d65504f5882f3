import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#src/components/button.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { type ListQuery, ListStates } from '#src/components/list-states.tsx';
import { Pager, type PagerLinkProps } from '#src/components/pager.tsx';
import type { PlaceInPages } from '#src/lib/place-in-pages.ts';
import { failureOf } from './failure.ts';
import { texts as totals } from './paged-results.texts.ts';
import * as texts from './texts.ts';

/** A page of results, with what its page links need. */
interface ResultsPage<Item> {
  items: readonly Item[];
  page: number;
  pages: readonly { page: number; cursor: string | null }[];
  total: number;
  isTotalExact: boolean;
}

/** What every list of results takes. */
export interface ResultsProps<Item> {
  /** One of them: "organization". */
  thing: string;
  /** Where nothing is found. */
  emptyText: string;
  query: ListQuery & {
    data: ResultsPage<Item> | undefined;
    error: unknown;
    isPlaceholderData: boolean;
  };
  /** Whether filters leave something out, and what takes them away. */
  isFiltered: boolean;
  onReset: () => void;
  renderPageLink: (place: PlaceInPages, props: PagerLinkProps) => ReactNode;
}

interface PagedResultsProps<Item> extends ResultsProps<Item> {
  /** Where nothing is found and nothing is filtered. */
  emptyHint?: string | undefined;
  /** What can be done about that. */
  emptyAction?: ReactNode;
  /** What stands there while results are on their way. */
  skeleton: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/** A page of results, whatever they are, with their number and the links to the pages around. */
export function PagedResults<Item>({
  thing,
  emptyText,
  emptyHint,
  emptyAction,
  query,
  isFiltered,
  onReset,
  renderPageLink,
  skeleton,
  children,
}: PagedResultsProps<Item>) {
  const { data } = query;
  const cursorOf = new Map(data?.pages.map(({ page, cursor }) => [page, cursor]));
  return (
    <div className="flex flex-col gap-1.5 sm:gap-4">
      <ListStates
        query={query}
        isLoaded={data !== undefined}
        problem={failureOf(query.error).message}
        skeleton={skeleton}
      >
        {data && (
          <>
            <p role="status" className="text-muted text-sm empty:hidden">
              {data.total > 0 && totals.total(data.total, data.isTotalExact, thing)}
            </p>
            {data.items.length > 0 ? (
              <div aria-busy={query.isPlaceholderData}>{children(data.items)}</div>
            ) : isFiltered ? (
              <EmptyState
                icon={<SearchX />}
                title={emptyText}
                hint={texts.tryFewerFilters}
                action={
                  <Button variant="secondary" onClick={onReset}>
                    {texts.resetFilters}
                  </Button>
                }
              />
            ) : (
              <EmptyState title={emptyText} hint={emptyHint} action={emptyAction} />
            )}
            <Pager
              page={data.page}
              pages={data.pages.map(({ page }) => page)}
              renderLink={(page, props) => {
                const cursor = cursorOf.get(page);
                return renderPageLink(cursor ? { page, cursor } : {}, props);
              }}
            />
          </>
        )}
      </ListStates>
    </div>
  );
}
