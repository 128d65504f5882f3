import { IdCard, Plus } from 'lucide-react';
import { useState } from 'react';
import type { MembershipView } from '#server/memberships/memberships.schema.ts';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Button } from '#src/components/button.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { PagedList } from '#src/components/paged-list.tsx';
import { membershipsAt } from '#src/local/collections/memberships.ts';
import { useRefetchOn } from '#src/local/engine/use-refetch-on.ts';
import { MembershipDialog } from './membership-dialog.tsx';
import { MembershipRow } from './membership-row.tsx';
import type { Whose } from './whose.ts';

/**
 * Lists the memberships of the signed-in individual or organization, to request, offer, accept, change and delete.
 * Changes of the other side appear at once.
 */
export function MembershipsPanel({ whose }: { whose: Whose }) {
  const [edited, setEdited] = useState<MembershipView | 'new' | null>(null);
  const filters =
    whose.userType === 'individual' ? { individualId: whose._id } : { organizationId: whose._id };
  const memberships = trpc.memberships.list.useInfiniteQuery(
    { filters },
    { getNextPageParam: (page) => page.cursor, refetchOnMount: 'always' },
  );
  useRefetchOn(membershipsAt, memberships);

  return (
    <section aria-label="Memberships" className="flex flex-col gap-4">
      <Button size="sm" variant="soft" className="self-end" onClick={() => setEdited('new')}>
        <Plus aria-hidden />
        Add membership
      </Button>
      <PagedList
        things="memberships"
        query={memberships}
        problem={failureOf(memberships.error).message}
        items={memberships.data?.pages.flatMap((page) => page.items)}
        keyOf={({ _id }) => _id}
        empty={
          <EmptyState
            icon={<IdCard />}
            title="No Membership Found"
            hint={
              whose.userType === 'individual'
                ? 'Say where you belong: as a volunteer, in a committee, on a board, at work.'
                : 'Name the people who belong to you: volunteers, committees, the board, employees.'
            }
          />
        }
      >
        {(membership) => (
          <MembershipRow whose={whose} membership={membership} onEdit={() => setEdited(membership)} />
        )}
      </PagedList>
      {edited && (
        <MembershipDialog
          whose={whose}
          membership={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}
