import type { RouterOutputs } from '#src/app/api.ts';
import { PagedResults, type ResultsProps } from '#src/app/paged-results.tsx';
import { Card } from '#src/components/card.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { FollowSlot, MessageSlot } from '#src/entities/action-slots.tsx';
import { type Choice, Choosable } from '#src/entities/choosable.tsx';
import { PersonRow } from '#src/entities/person-row.tsx';
import { cn } from '#src/lib/cn.ts';
import { farText } from '#src/lib/near.ts';
import { wholeName } from '#src/lib/shown-name.ts';
import { texts } from './texts.ts';

type FoundUser = RouterOutputs['search']['organizations']['items'][number];

interface ResultsListProps extends ResultsProps<FoundUser> {
  /** Where people can be chosen. */
  choice?: Choice | undefined;
}

/** A page of people or organizations. */
export function ResultsList({ choice, ...results }: ResultsListProps) {
  return (
    <PagedResults
      {...results}
      skeleton={
        <Card padding="none" className="px-4 py-1 sm:px-5">
          <SkeletonList
            label={texts.resultsList.searching(`${results.thing}s`)}
            count={8}
            item={<RowSkeleton />}
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
                <Choosable choice={choice} user={user}>
                  <PersonRow
                    user={user}
                    note={<Note user={user} />}
                    action={
                      // Where people are chosen, a phone needs the room for their names.
                      <div className={cn('flex items-center gap-1', choice && 'max-sm:hidden')}>
                        <MessageSlot userId={user._id} name={wholeName(user.name, user.userType)} />
                        <FollowSlot
                          userId={user._id}
                          name={wholeName(user.name, user.userType)}
                          follows={user.relation?.follows ?? false}
                        />
                      </div>
                    }
                  />
                </Choosable>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </PagedResults>
  );
}

/** The place and the causes of a user. */
function Note({ user: { userType, address, impactAreas, kilometers } }: { user: FoundUser }) {
  const place = [address.city, address.state].filter(Boolean).join(', ');
  const causes = impactAreas.map(({ name }) => name).join(', ');
  return (
    <>
      {kilometers !== undefined && <span>{farText(kilometers, userType)}</span>}
      {place && <span>{place}</span>}
      {causes && <span className="w-full truncate">{causes}</span>}
    </>
  );
}
