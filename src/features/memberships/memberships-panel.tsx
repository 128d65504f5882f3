import { keepPreviousData } from '@tanstack/react-query';
import { IdCard, Plus, SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { MembershipView } from '#server/memberships/memberships.schema.ts';
import { trpc } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Button } from '#src/components/button.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { PagedList } from '#src/components/paged-list.tsx';
import { membershipsAt } from '#src/local/collections/memberships.ts';
import { useRefetchOn } from '#src/local/engine/use-refetch-on.ts';
import { MembershipDialog } from './membership-dialog.tsx';
import type { MembershipFilter } from './membership-filter.ts';
import { MembershipRow } from './membership-row.tsx';
import { texts } from './texts.ts';
import type { Whose } from './whose.ts';

interface MembershipsPanelProps {
  whose: Whose;
  /** Which of them are shown; all unless given. */
  filter?: MembershipFilter | undefined;
  /** What changes the filter. */
  filters?: ReactNode;
  /** Buttons of what can be done with all that are shown. */
  actions?: ReactNode;
  /** Called to show all again, where a filter leaves nothing. */
  onReset?: (() => void) | undefined;
}

/**
 * Lists the memberships of the signed-in individual or organization, to request, offer, accept, change and delete.
 * Changes of the other side appear at once.
 */
export function MembershipsPanel({ whose, filter = {}, filters, actions, onReset }: MembershipsPanelProps) {
  const [edited, setEdited] = useState<MembershipView | 'new' | null>(null);
  const side = whose.userType === 'individual' ? { individualId: whose._id } : { organizationId: whose._id };
  const memberships = trpc.memberships.list.useInfiniteQuery(
    { filters: { ...side, ...filter } },
    {
      getNextPageParam: (page) => page.cursor,
      refetchOnMount: 'always',
      placeholderData: keepPreviousData,
    },
  );
  useRefetchOn(membershipsAt, memberships);
  const isFiltered = Object.keys(filter).length > 0;

  return (
    <section aria-label={texts.membershipsPanel.memberships} className="flex flex-col gap-4">
      {filters}
      <div className="flex flex-wrap items-center gap-2">
        {actions}
        <Button size="sm" variant="soft" className="ml-auto" onClick={() => setEdited('new')}>
          <Plus aria-hidden />
          {texts.membershipsPanel.addMembership}
        </Button>
      </div>
      <PagedList
        things={texts.membershipsPanel.thingsMemberships}
        query={memberships}
        problem={failureOf(memberships.error).message}
        items={memberships.data?.pages.flatMap((page) => page.items)}
        keyOf={({ _id }) => _id}
        empty={
          isFiltered ? (
            <EmptyState
              icon={<SearchX />}
              title={texts.membershipsPanel.noMembershipFound}
              hint={texts.membershipsPanel.noMatch}
              action={
                <Button variant="secondary" onClick={onReset}>
                  {texts.membershipsPanel.showAll}
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<IdCard />}
              title={texts.membershipsPanel.noMembershipFound}
              hint={
                whose.userType === 'individual'
                  ? texts.membershipsPanel.noneOfIndividualHint
                  : texts.membershipsPanel.noneOfOrganizationHint
              }
            />
          )
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
