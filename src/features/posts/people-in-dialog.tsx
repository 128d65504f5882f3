import { UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ListStates } from '#src/components/list-states.tsx';
import { MorePages, type PagedQuery } from '#src/components/paged-list.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { type Person, PersonRow } from '#src/entities/person-row.tsx';
import { texts } from './kept-post.texts.ts';

interface PeopleInDialogProps<Somebody extends Person> {
  query: PagedQuery;
  /** Undefined until the first page is there. */
  people: readonly Somebody[] | undefined;
  /** Shown where the list cannot be loaded. */
  problem: string;
  /** Shown where the list is empty. */
  emptyHint: string;
  /** Shown below the name of a user. */
  note?: (person: Somebody) => ReactNode;
}

/** People who have to do with a post, across the width of a dialog. */
export function PeopleInDialog<Somebody extends Person>({
  query,
  people,
  problem,
  emptyHint,
  note,
}: PeopleInDialogProps<Somebody>) {
  return (
    <ListStates
      query={query}
      isLoaded={people !== undefined}
      problem={problem}
      skeleton={
        <SkeletonList
          label={texts.peopleInDialog.loadingPeople}
          count={3}
          item={<RowSkeleton />}
          className="gap-0"
        />
      }
    >
      {people?.length ? (
        <>
          <ul className="-mx-4 divide-y divide-line sm:-mx-5">
            {people.map((person) => (
              <li key={person._id}>
                <PersonRow user={person} note={note?.(person)} />
              </li>
            ))}
          </ul>
          {query.hasNextPage && <MorePages things={texts.peopleInDialog.thingsPeople} query={query} />}
        </>
      ) : (
        <EmptyState icon={<UsersRound />} title={texts.peopleInDialog.nobody} hint={emptyHint} />
      )}
    </ListStates>
  );
}
