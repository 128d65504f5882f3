import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RouterOutputs } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { NotRefreshed } from '#src/components/not-refreshed.tsx';
import { Pager, type PagerLinkProps } from '#src/components/pager.tsx';
import { PersonRow } from '#src/components/person-row.tsx';
import { PersonRowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import type { PlaceInResults } from './search-address.ts';

type Results = RouterOutputs['search']['organizations'];
export type FoundUser = Results['items'][number];

/** A page of results, with what its page links need. */
interface ResultsPage<Item> {
  items: readonly Item[];
  page: number;
  pages: readonly { page: number; cursor: string | null }[];
  total: number;
  isTotalExact: boolean;
}

interface ResultsProps<Item> {
  /** "organizations". */
  things: string;
  /** Where nothing is found. */
  emptyText: string;
  query: {
    data: ResultsPage<Item> | undefined;
    error: unknown;
    isPaused: boolean;
    isFetching: boolean;
    isRefetchError: boolean;
    isPlaceholderData: boolean;
    dataUpdatedAt: number;
    refetch: () => unknown;
  };
  isFiltered: boolean;
  onReset: () => void;
  renderPageLink: (place: PlaceInResults, props: PagerLinkProps) => ReactNode;
}

interface ResultsFrameProps<Item> extends ResultsProps<Item> {
  /** What stands there while results are on their way. */
  skeleton: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/** A page of what was found, whatever it is, and the links to the pages around. */
export function ResultsFrame<Item>({
  things,
  emptyText,
  query,
  isFiltered,
  onReset,
  renderPageLink,
  skeleton,
  children,
}: ResultsFrameProps<Item>) {
  const { data } = query;
  const retry = () => void query.refetch();
  if (!data)
    return query.error || query.isPaused ? (
      <ErrorState message={failureOf(query.error).message} retrying={query.isFetching} onRetry={retry} />
    ) : (
      skeleton
    );
  const placeOf = new Map(data.pages.map(({ page, cursor }) => [page, cursor]));
  return (
    <div className="flex flex-col gap-4">
      {(query.isPaused || query.isRefetchError) && (
        <NotRefreshed saved={new Date(query.dataUpdatedAt)} isRetrying={query.isFetching} onRetry={retry} />
      )}
      <p role="status" className="text-muted text-sm">
        {data.total > 0 && `${data.isTotalExact ? '' : 'More than '}${data.total} ${things}`}
      </p>
      {data.items.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title={emptyText}
          {...(isFiltered && {
            hint: 'Fewer filters find more.',
            action: (
              <Button variant="secondary" onClick={onReset}>
                Reset filters
              </Button>
            ),
          })}
        />
      ) : (
        <div aria-busy={query.isPlaceholderData}>{children(data.items)}</div>
      )}
      <Pager
        page={data.page}
        pages={data.pages.map(({ page }) => page)}
        renderLink={(page, props) => {
          const cursor = placeOf.get(page);
          return renderPageLink(cursor ? { page, cursor } : {}, props);
        }}
      />
    </div>
  );
}

interface ResultsListProps extends ResultsProps<FoundUser> {
  action: (user: FoundUser) => ReactNode;
}

/** A page of people or organizations. */
export function ResultsList({ action, ...results }: ResultsListProps) {
  return (
    <ResultsFrame
      {...results}
      skeleton={
        <Card padding="none" className="px-4 py-1 sm:px-5">
          <SkeletonList
            label={`Searching ${results.things}`}
            count={8}
            item={<PersonRowSkeleton />}
            className="gap-0"
          />
        </Card>
      }
    >
      {(users) => (
        <Card padding="none">
          <ul className="divide-y divide-line">
            {users.map((user) => (
              <li key={user._id}>
                <PersonRow user={user} note={<Note user={user} />} action={action(user)} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </ResultsFrame>
  );
}

/** Where somebody is and for what. */
function Note({ user: { address, impactAreas } }: { user: FoundUser }) {
  const place = [address.city, address.state].filter(Boolean).join(', ');
  const causes = impactAreas.map(({ name }) => name).join(', ');
  return (
    <>
      {place && <span>{place}</span>}
      {causes && <span className="w-full truncate">{causes}</span>}
    </>
  );
}
