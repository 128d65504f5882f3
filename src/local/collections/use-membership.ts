import type { MembershipView } from '#server/memberships/memberships.schema.ts';
import { batchRows, useBatched } from '../engine/batched-reads.ts';
import { useRecentMutations } from '../engine/recent-mutations.ts';
import { applyToMembership, membershipLane, membershipRows } from './memberships.ts';

const keptMemberships = batchRows(membershipRows, membershipLane);

/** Picks what events contain of a membership. They lack names and pictures: those come from the fetched list. */
function inEvents({ membershipType, status, startTime, endTime, isCurrent, requestedBy }: MembershipView) {
  return { membershipType, status, startTime, endTime, isCurrent, requestedBy };
}

/** Returns a membership with pending mutations; null once it is deleted. */
export function useMembership(fetched: MembershipView, userId: string): MembershipView | null {
  const { row, pending = [] } = useBatched(keptMemberships, fetched._id) ?? {};
  const present = row ? row.view && { ...fetched, ...inEvents(row.view) } : fetched;
  const own = [...pending, ...useRecentMutations(membershipLane(fetched._id))];
  return applyToMembership(present, own, { id: fetched._id, userId });
}
