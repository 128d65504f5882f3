import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Card, CardHeader } from '#src/components/card.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { Link } from '#src/components/link.tsx';
import { LoadMore } from '#src/components/load-more.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { words } from '#src/lib/words.ts';
import { periodOf } from './month-year.ts';
import type { Whose } from './whose.ts';

/** Who belongs to an organization, or where an individual belongs: what both sides agreed. Nothing where that is none. */
export function MembershipsTable({ whose }: { whose: Whose }) {
  const isIndividual = whose.userType === 'individual';
  const memberships = trpc.memberships.list.useInfiniteQuery(
    {
      filters: {
        status: 'accepted',
        ...(isIndividual ? { individualId: whose._id } : { organizationId: whose._id }),
      },
    },
    { getNextPageParam: (page) => page.cursor },
  );
  const items = memberships.data?.pages.flatMap((page) => page.items);
  if (items?.length === 0) return null;
  return (
    <Card as="section" aria-label="Memberships">
      <CardHeader title="Memberships" />
      {items === undefined &&
        (memberships.isError ? (
          <ErrorState
            message={failureOf(memberships.error).message}
            retrying={memberships.isFetching}
            onRetry={() => void memberships.refetch()}
          />
        ) : (
          <div role="status" aria-label="Loading memberships" className="flex flex-col gap-3">
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-full" />
          </div>
        ))}
      {items && (
        <>
          <table className="w-full text-left text-sm [&_:is(td,th)]:py-2 [&_:is(td,th)]:pr-3 [&_tr]:align-top [&_tr:not(:last-child)]:border-line [&_tr:not(:last-child)]:border-b [&_thead_tr]:border-line [&_thead_tr]:border-b">
            <thead className="text-muted">
              <tr>
                <th className="font-medium">{isIndividual ? 'Organization' : 'Member'}</th>
                <th className="font-medium">Type</th>
                <th className="font-medium">Time</th>
              </tr>
            </thead>
            <tbody>
              {items.map((membership) => (
                <tr key={membership._id}>
                  <td>
                    <Link
                      to="/user/$userId"
                      params={{
                        userId: isIndividual ? membership.organizationId : membership.individualId,
                      }}
                      variant="quiet"
                      className="font-semibold"
                    >
                      {(isIndividual ? membership.organizationName : membership.individualName) ||
                        'No name yet'}
                    </Link>
                  </td>
                  <td>{words(membership.membershipType)}</td>
                  <td>{periodOf(membership)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {memberships.hasNextPage && (
            <LoadMore
              things="memberships"
              isComplete={false}
              isLoading={memberships.isFetchingNextPage}
              hasFailed={memberships.isFetchNextPageError}
              onLoad={() => void memberships.fetchNextPage()}
            />
          )}
        </>
      )}
    </Card>
  );
}
