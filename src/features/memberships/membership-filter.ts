import {
  type MembershipView,
  membershipStatuses,
  membershipTypes,
} from '#server/memberships/memberships.schema.ts';

/** Which memberships an organization sees, from the page's address. Absent means all. */
export interface MembershipFilter {
  status?: MembershipView['status'];
  membershipType?: MembershipView['membershipType'];
}

/** Returns what of an address is meant; all else in it is nothing. */
export function readMembershipFilter(search: Record<string, unknown>): MembershipFilter {
  const status = membershipStatuses.find((one) => one === search['status']);
  const membershipType = membershipTypes.find((one) => one === search['membershipType']);
  return { ...(status && { status }), ...(membershipType && { membershipType }) };
}
