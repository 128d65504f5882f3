import type { MembershipView } from '#server/memberships/memberships.schema.ts';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Card, CardHeader } from '#src/components/card.tsx';
import { ErrorState } from '#src/components/error-state.tsx';
import { Link } from '#src/components/link.tsx';
import { MorePages, type PagedQuery } from '#src/components/paged-list.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { shownName } from '#src/lib/shown-name.ts';
import { words } from '#src/lib/words.ts';
import { texts } from './memberships-table.texts.ts';
import { periodOf } from './month-year.ts';

const nextPage = { getNextPageParam: (page: { cursor: string | null }) => page.cursor };

/** Where an individual belongs: what both sides agreed on. Nothing where that is none. */
export function MembershipsTable({ individualId }: { individualId: string }) {
  const filters = { status: 'accepted', individualId } as const;
  const query = trpc.memberships.list.useInfiniteQuery({ filters }, nextPage);
  const rows = query.data?.pages.flatMap(({ items }) => items);
  return (
    <Table
      who="organization"
      query={query}
      rows={rows?.map((row) => ({ ...row, userId: row.organizationId, name: row.organizationName }))}
    />
  );
}

/** Who belongs to an organization, as far as the reader may find them. Nothing where that is nobody. */
export function MembersTable({ organizationId }: { organizationId: string }) {
  const query = trpc.memberships.members.useInfiniteQuery({ id: organizationId }, nextPage);
  const rows = query.data?.pages.flatMap(({ items }) => items);
  return (
    <Table
      who="individual"
      query={query}
      rows={rows?.map((row) => ({ ...row, userId: row.individualId, name: row.individualName }))}
    />
  );
}

interface Row extends Pick<MembershipView, '_id' | 'membershipType' | 'startTime' | 'endTime'> {
  /** The other side. */
  userId: string;
  name: string;
}

interface TableProps {
  /** What the other side is. */
  who: 'organization' | 'individual';
  query: PagedQuery & { error: unknown };
  rows: readonly Row[] | undefined;
}

function Table({ who, query, rows }: TableProps) {
  if (rows?.length === 0) return null;
  return (
    <Card as="section" aria-label={texts.memberships}>
      <CardHeader title={texts.memberships} />
      {rows === undefined &&
        (query.isError ? (
          <ErrorState
            message={failureOf(query.error).message}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <div role="status" aria-label={texts.loadingMemberships} className="flex flex-col gap-3">
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-full" />
          </div>
        ))}
      {rows && (
        <>
          <table className="max-[18rem]:wrap-anywhere w-full text-left text-sm [&_:is(td,th)]:py-2 [&_:is(td,th)]:pr-3 [&_tr]:align-top [&_tr:not(:last-child)]:border-line [&_tr:not(:last-child)]:border-b [&_thead_tr]:border-line [&_thead_tr]:border-b">
            <thead className="text-muted">
              <tr>
                <th className="font-medium">{who === 'organization' ? texts.organization : texts.member}</th>
                <th className="font-medium">{texts.type}</th>
                <th className="font-medium">{texts.time}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ _id, userId, name, membershipType, ...period }) => (
                <tr key={_id}>
                  <td className="wrap-anywhere">
                    <Link to="/user/$userId" params={{ userId }} variant="quiet" className="font-semibold">
                      {shownName(name, who)}
                    </Link>
                  </td>
                  <td>{words(membershipType)}</td>
                  <td>{periodOf(period)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {query.hasNextPage && <MorePages things={texts.thingsMemberships} query={query} />}
        </>
      )}
    </Card>
  );
}
