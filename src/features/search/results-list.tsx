import type { RouterOutputs } from '#src/app/api.ts';
import { PagedResults, type ResultsProps } from '#src/app/paged-results.tsx';
import { Card } from '#src/components/card.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { FollowSlot, MessageSlot } from '#src/entities/action-slots.tsx';
import { PersonRow } from '#src/entities/person-row.tsx';

type FoundUser = RouterOutputs['search']['organizations']['items'][number];

/** A page of people or organizations. */
export function ResultsList(results: ResultsProps<FoundUser>) {
  return (
    <PagedResults
      {...results}
      skeleton={
        <Card padding="none" className="px-4 py-1 sm:px-5">
          <SkeletonList
            label={`Searching ${results.thing}s`}
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
                <PersonRow
                  user={user}
                  note={<Note user={user} />}
                  action={
                    <div className="flex items-center gap-1">
                      <MessageSlot userId={user._id} name={user.name} />
                      <FollowSlot
                        userId={user._id}
                        name={user.name}
                        follows={user.relation?.follows ?? false}
                      />
                    </div>
                  }
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </PagedResults>
  );
}

/** The place and the causes of a user. */
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
