import type { Insertable } from 'kysely';
import type { FollowsTable, FriendshipsTable } from '../../tables/relations.ts';
import { Random } from '../random.ts';
import { daysBefore, type Members, type Organization, type Person } from './members.ts';

export interface Follow {
  followerId: string;
  followingId: string;
  at: Date;
}

export interface Friendship {
  sender: Person;
  receiver: Person;
  askedAt: Date;
  /** Null while the request is pending. */
  acceptedAt: Date | null;
}

/** Whom the account for looking around follows, and whom it knows: what start prints must be worth seeing. */
const reader = {
  handle: 'maria',
  follows: [
    'larkfield',
    'openkettle',
    'lanternway',
    'crankhouse',
    'littleotter',
    'cobblecreek',
    'marigold',
    'withybridge',
  ],
  friends: ['priya', 'adaeze', 'kwame', 'diego', 'jonah', 'ingrid', 'bao'],
  asked: ['hana'],
  askedBy: ['tomasz', 'rosalind'],
};

/** Organizations that follow each other. */
const allies: readonly (readonly [follower: string, following: string])[] = [
  ['larkfield', 'openkettle'],
  ['openkettle', 'larkfield'],
  ['littleotter', 'lanternway'],
  ['lanternway', 'openkettle'],
  ['cobblecreek', 'plumbline'],
  ['plumbline', 'cobblecreek'],
  ['cobblecreek', 'marigold'],
  ['marigold', 'cobblecreek'],
  ['earlyoars', 'cobblecreek'],
  ['withybridge', 'crankhouse'],
  ['crankhouse', 'withybridge'],
  ['saltgrass', 'cobblecreek'],
  ['stillwater', 'larkfield'],
];

/** Who is friends with whom: mostly neighbours, and people who care about the same. */
export function befriend(members: Members, now: Date): Friendship[] {
  const random = new Random('friendships');
  const friendships: Friendship[] = [];
  const add = (sender: Person, receiver: Person, accepted: boolean) => {
    const askedAt = momentBetween(random, later(sender.joinedAt, receiver.joinedAt), now, accepted ? 1 : 0.3);
    const acceptedAt = momentBetween(
      random,
      askedAt,
      new Date(Math.min(askedAt.getTime() + 3 * day, now.getTime())),
    );
    friendships.push({ sender, receiver, askedAt, acceptedAt: accepted ? acceptedAt : null });
  };

  const person = (handle: string) => personIn(members, handle);
  const self = person(reader.handle);
  for (const handle of reader.friends) {
    const [sender, receiver] = random.chance(0.5) ? [self, person(handle)] : [person(handle), self];
    add(sender, receiver, true);
  }
  for (const handle of reader.asked) add(self, person(handle), false);
  for (const handle of reader.askedBy) add(person(handle), self, false);

  const others = members.people.filter((other) => other !== self && other.content.activity > 0);
  for (const [index, one] of others.entries()) {
    for (const other of others.slice(index + 1)) {
      const nearby = distance(one.content.home, other.content.home) < 80;
      const likelihood =
        (nearby ? 0.1 : 0.006) *
        Math.sqrt(one.content.activity * other.content.activity) *
        (1 + sharedAreas(one, other));
      if (!random.chance(likelihood)) continue;
      const [sender, receiver] = random.chance(0.5) ? [one, other] : [other, one];
      add(sender, receiver, random.chance(0.82));
    }
  }
  return friendships;
}

/** Who follows whom. Well-known, near and kindred organizations have the most followers. */
export function follow(members: Members, friendships: readonly Friendship[], now: Date): Follow[] {
  const random = new Random('follows');
  const follows: Follow[] = [];
  const add = (follower: Person | Organization, following: Person | Organization, since?: Date | null) => {
    const from = since ?? later(follower.joinedAt, following.joinedAt);
    follows.push({
      followerId: follower.id,
      followingId: following.id,
      at: momentBetween(random, from, now, 0.7),
    });
  };

  for (const person of members.people) {
    const { activity, handle, home } = person.content;
    if (activity === 0) continue;
    const chosen =
      handle === reader.handle
        ? members.organizations.filter(({ content }) => reader.follows.includes(content.handle))
        : random.pickWeighted(
            members.organizations,
            Math.min(random.whole(1, 4) + Math.round(activity * 2), 9),
            (organization) =>
              organization.content.appeal *
              (1 + 1.5 * sharedAreas(person, organization)) *
              (distance(home, organization.content.place) < 150 ? 3 : 0.5),
          );
    for (const organization of chosen) add(person, organization);
  }

  for (const [follower, following] of allies) add(members.get(follower), members.get(following));

  for (const { sender, receiver, acceptedAt } of friendships) {
    if (!acceptedAt) continue;
    if (random.chance(0.35)) add(sender, receiver, acceptedAt);
    if (random.chance(0.35)) add(receiver, sender, acceptedAt);
  }
  return follows;
}

export function weaveRelations(follows: readonly Follow[], friendships: readonly Friendship[]) {
  const random = new Random('relation ids');
  return {
    follows: follows.map(
      ({ followerId, followingId, at }): Insertable<FollowsTable> => ({
        id: random.id(at),
        follower_id: followerId,
        following_id: followingId,
        created_at: at,
      }),
    ),
    friendships: friendships.map(
      ({ sender, receiver, askedAt, acceptedAt }): Insertable<FriendshipsTable> => ({
        id: random.id(askedAt),
        sender_id: sender.id,
        receiver_id: receiver.id,
        status: acceptedAt ? 'accepted' : 'pending',
        created_at: askedAt,
        accepted_at: acceptedAt,
      }),
    ),
  };
}

const day = 86_400_000;

/**
 * A moment after the first and before the second, which is left a few minutes so that nothing happens "now".
 * The smaller `leaning` is, the closer to the end.
 */
export function momentBetween(random: Random, from: Date, to: Date, leaning = 1): Date {
  const end = Math.max(daysBefore(to, 3 / 1440).getTime(), from.getTime() + 1000);
  return new Date(Math.floor(from.getTime() + (end - from.getTime()) * random.unit() ** leaning));
}

/** The later of two moments. */
export const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** How many causes two members have in common. */
function sharedAreas(one: Person | Organization, other: Person | Organization): number {
  const theirs: readonly string[] = other.content.areas;
  return one.content.areas.filter((area) => theirs.includes(area)).length;
}

interface Coordinates {
  latitude: number;
  longitude: number;
}

/** Kilometres between two points, good enough to distinguish neighbours from strangers. */
function distance(one: Coordinates, other: Coordinates): number {
  const middle = ((one.latitude + other.latitude) / 2) * (Math.PI / 180);
  const north = (one.latitude - other.latitude) * 111;
  const east = (one.longitude - other.longitude) * 111 * Math.cos(middle);
  return Math.hypot(north, east);
}

function personIn(members: Members, handle: string): Person {
  const person = members.people.find(({ content }) => content.handle === handle);
  if (!person) throw new Error(`No person of the demo community is called ${handle}.`);
  return person;
}
