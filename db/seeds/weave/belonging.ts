import type { Insertable } from 'kysely';
import type { EndorsementsTable, MembershipsTable } from '../../tables/relations.ts';
import { Random } from '../random.ts';
import type { Members, Organization, Person } from './members.ts';
import { type Follow, later, momentBetween } from './relations.ts';

export interface Endorsement {
  endorserId: string;
  endorseeId: string;
  at: Date;
}

export interface Membership {
  person: Person;
  organization: Organization;
  type: MembershipsTable['membership_type'];
  status: MembershipsTable['status'];
  requestedBy: MembershipsTable['requested_by'];
  askedAt: Date;
  /** Null while the request is pending, and where it was rejected. */
  acceptedAt: Date | null;
  /** Months since the year 0. */
  startMonth: number;
  endMonth: number | null;
}

/** Who vouches for whom: some of those who follow. */
export function endorse(members: Members, follows: readonly Follow[], now: Date): Endorsement[] {
  const random = new Random('endorsements');
  const organizations = new Set(members.organizations.map(({ id }) => id));
  return follows
    .filter(({ followingId }) => organizations.has(followingId))
    .filter(() => random.chance(0.38))
    .map(({ followerId, followingId, at }) => ({
      endorserId: followerId,
      endorseeId: followingId,
      at: momentBetween(random, at, now, 0.8),
    }));
}

/** The requests that the accounts for looking around can respond to, and wait for. */
const openRequests = [
  { person: 'maria', organization: 'larkfield', type: 'committee', requestedBy: 'organization' },
  { person: 'maria', organization: 'openkettle', type: 'volunteer', requestedBy: 'individual' },
  { person: 'kwame', organization: 'larkfield', type: 'volunteer', requestedBy: 'individual' },
  { person: 'priya', organization: 'larkfield', type: 'board', requestedBy: 'individual' },
] as const;

/** How many of a kind an organization has at most, and the years after which they leave. */
const ranks = [
  { type: 'employee', most: 2, years: 6 },
  { type: 'board', most: 3, years: 4 },
  { type: 'committee', most: 2, years: 3 },
  { type: 'volunteer', most: 4, years: 5 },
] as const;

/** To how many organizations an individual belongs at most. */
const mostOfAPerson = 3;

/** Who belongs to which organization, since when: followers, each in one part. Nobody works in two places. */
export function join(members: Members, follows: readonly Follow[], now: Date): Membership[] {
  const random = new Random('memberships');
  const people = new Map(members.people.map((person) => [person.id, person]));
  const thisMonth = 12 * now.getUTCFullYear() + now.getUTCMonth();
  const isSpokenFor = (person: Person, organization: Organization) =>
    openRequests.some(
      (one) => one.person === person.content.handle && one.organization === organization.content.handle,
    );

  const partsOf = new Map<string, Membership['type'][]>();
  const take = (person: Person, type: Membership['type']) => {
    const parts = partsOf.get(person.id) ?? [];
    if (parts.length >= mostOfAPerson || (type === 'employee' && parts.includes(type))) return false;
    partsOf.set(person.id, [...parts, type]);
    return true;
  };

  const agreed = members.organizations.flatMap((organization) => {
    const followers = follows
      .filter(({ followingId }) => followingId === organization.id)
      .flatMap(({ followerId }) => people.get(followerId) ?? [])
      .filter((person) => !isSpokenFor(person, organization));
    const parts = ranks.flatMap((rank) => Array.from({ length: random.whole(1, rank.most) }, () => rank));
    return parts.flatMap(({ type, years }): Membership | [] => {
      const index = followers.findIndex((candidate) => take(candidate, type));
      const [person] = index < 0 ? [] : followers.splice(index, 1);
      if (!person) return [];
      const askedAt = momentBetween(random, later(person.joinedAt, organization.joinedAt), now, 0.8);
      const startMonth = thisMonth - random.whole(2, 12 * years);
      return {
        person,
        organization,
        type,
        status: 'accepted',
        requestedBy: random.chance(0.5) ? 'individual' : 'organization',
        askedAt,
        acceptedAt: momentBetween(random, askedAt, now, 3),
        startMonth,
        endMonth: random.chance(0.25) ? random.whole(startMonth + 1, thisMonth - 1) : null,
      };
    });
  });

  const open = openRequests.map((one): Membership => {
    const person = members.people.find(({ content }) => content.handle === one.person);
    const organization = members.organizations.find(({ content }) => content.handle === one.organization);
    if (!person || !organization) throw new Error(`${one.person} or ${one.organization} is missing.`);
    const { type, requestedBy } = one;
    return {
      person,
      organization,
      type,
      status: 'pending',
      requestedBy,
      askedAt: momentBetween(random, later(person.joinedAt, organization.joinedAt), now, 0.2),
      acceptedAt: null,
      startMonth: thisMonth - random.whole(0, 6),
      endMonth: null,
    };
  });
  return [...agreed, ...open];
}

export function weaveBelonging(endorsements: readonly Endorsement[], memberships: readonly Membership[]) {
  const random = new Random('belonging ids');
  return {
    endorsements: endorsements.map(
      ({ endorserId, endorseeId, at }): Insertable<EndorsementsTable> => ({
        id: random.id(at),
        endorser_id: endorserId,
        endorsee_id: endorseeId,
        created_at: at,
      }),
    ),
    memberships: memberships.map(
      (membership): Insertable<MembershipsTable> => ({
        id: random.id(membership.askedAt),
        individual_id: membership.person.id,
        organization_id: membership.organization.id,
        membership_type: membership.type,
        status: membership.status,
        start_month: membership.startMonth,
        end_month: membership.endMonth,
        requested_by: membership.requestedBy,
        created_at: membership.askedAt,
        answered_at: membership.acceptedAt,
      }),
    ),
  };
}
