import type { MembershipView } from '#server/memberships/memberships.schema.ts';
import { pendingMutations } from '../engine/outbox.ts';
import { useRecentMutations } from '../engine/recent-mutations.ts';
import { useLocal } from '../engine/use-local.ts';
import { applyToMembership, membershipLane, membershipRows } from './memberships.ts';

/** Picks what events contain of a membership. They lack names and pictures: those come from the fetched list. */
function inEvents({ membershipType, status, startTime, endTime, isCurrent, requestedBy }: MembershipView) {
  return { membershipType, status, startTime, endTime, isCurrent, requestedBy };
}

/** Returns a membership with pending mutations; null once it is deleted. */
export function useMembership(fetched: MembershipView, userId: string): MembershipView | null {
  const place = { id: fetched._id, userId };
  const kept = useLocal(
    (db) =>
      db.transaction('r', [membershipRows.in(db), db.outbox], async () => {
        const row = await membershipRows.in(db).get(fetched._id);
        const present = row ? row.view && { ...fetched, ...inEvents(row.view) } : fetched;
        return { shown: applyToMembership(present, await pendingMutations(db), place) };
      }),
    [fetched],
  );
  return applyToMembership(
    kept ? kept.shown : fetched,
    useRecentMutations(membershipLane(fetched._id)),
    place,
  );
}
