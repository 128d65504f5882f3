import type { ReactNode } from 'react';
import { failureOf } from '#src/app/failure.ts';
import { Card } from '#src/components/card.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { LinkTab, LinkTabs } from '#src/components/link-tabs.tsx';
import { LoadMore } from '#src/components/load-more.tsx';
import { NotRefreshed } from '#src/components/not-refreshed.tsx';
import { type Person, PersonRow } from '#src/components/person-row.tsx';
import { PersonRowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { Title } from '#src/components/title.tsx';

/** The parts of an infinite query that a list needs. */
interface PeopleQuery {
  isPaused: boolean;
  isFetching: boolean;
  isRefetchError: boolean;
  error: unknown;
  dataUpdatedAt: number;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

interface CommunityListProps {
  title: string;
  /** "followers". */
  things: string;
  query: PeopleQuery;
  people: readonly Person[] | undefined;
  action: (person: Person) => ReactNode;
  /** Where there is nobody. */
  empty: ReactNode;
}

/** One of the lists of people under Community, with the tabs that lead to the others. */
export function CommunityList({ title, things, query, people, action, empty }: CommunityListProps) {
  return (
    <div className="mx-auto flex max-w-reading flex-col gap-4">
      <Title>{title}</Title>
      <h1 className="font-bold text-2xl">Community</h1>
      <LinkTabs label="Community">
        <LinkTab to="/community/followers">Followers</LinkTab>
        <LinkTab to="/community/followings">Followings</LinkTab>
      </LinkTabs>
      <section aria-label={title} className="flex flex-col gap-4">
        {people !== undefined && (query.isPaused || query.isRefetchError) && (
          <NotRefreshed
            saved={new Date(query.dataUpdatedAt)}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
        {people === undefined ? (
          query.error || query.isPaused ? (
            <ErrorState
              message={failureOf(query.error).message}
              retrying={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <Card padding="none" className="px-4 py-1 sm:px-5">
              <SkeletonList
                label={`Loading ${things}`}
                count={6}
                item={<PersonRowSkeleton />}
                className="gap-0"
              />
            </Card>
          )
        ) : people.length === 0 ? (
          empty
        ) : (
          <>
            <Card padding="none">
              <ul className="divide-y divide-line">
                {people.map((person) => (
                  <li key={person._id}>
                    <PersonRow user={person} action={action(person)} />
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
      </section>
    </div>
  );
}
