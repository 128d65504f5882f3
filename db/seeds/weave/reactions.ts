import type { Insertable } from 'kysely';
import type { PostCountersTable, PostInterestsTable, PostType, SharesTable } from '../../tables/posts.ts';
import { Random } from '../random.ts';
import type { Members, Person } from './members.ts';
import type { Publication } from './publications.ts';
import { type Follow, later, momentBetween } from './relations.ts';

export type Act = 'liked' | 'interested' | 'going';

/** What readers of a type of post can say to it, and how likely one who reacts at all says it. */
const acts: Record<PostType, Partial<Record<Act, number>>> = {
  event: { liked: 0.75, going: 0.5 },
  project: { interested: 1 },
  general: { liked: 1 },
  volunteering: { interested: 0.85, going: 0.4 },
  advocacy: { interested: 1 },
  'in-kind': { interested: 1 },
};

/** What one person said to one post. Without acts: everything was taken back. */
export interface Reaction {
  publication: Publication;
  person: Person;
  acts: Partial<Record<Act, Date>>;
}

export interface Share {
  publication: Publication;
  person: Person;
  at: Date;
}

/** Who reacted to what: followers mostly, and some who came across a post that is close to their heart. */
export function react(
  members: Members,
  publications: readonly Publication[],
  follows: readonly Follow[],
  now: Date,
): Reaction[] {
  const random = new Random('reactions');
  const followers = followersOf(follows);
  return publications.flatMap((publication) => {
    const { publishedAt } = publication;
    if (!publishedAt) return [];
    // Some posts strike a chord. Those that came out a moment ago have not been seen by many.
    const age = (now.getTime() - publishedAt.getTime()) / 86_400_000;
    const appeal = random.between(0.35, 1.5) * Math.min(1, 0.35 + age / 3);
    return members.people.flatMap((person): Reaction[] => {
      const follower = followers.get(publication.organization.id)?.has(person.id) ?? false;
      const areas: readonly string[] = person.content.areas;
      const kindred = publication.content.areas.filter((area) => areas.includes(area)).length;
      const interest = follower ? 0.3 : 0.035 * kindred;
      if (!random.chance(interest * appeal * Math.min(person.content.activity, 2))) return [];
      const taken = takeActs(publication, person, random, now);
      return [{ publication, person, acts: random.chance(0.02) ? {} : taken }];
    });
  });
}

function takeActs(publication: Publication, person: Person, random: Random, now: Date): Reaction['acts'] {
  const { publishedAt, content, endAt } = publication;
  const from = later(publishedAt ?? now, person.joinedAt);
  // Nobody says that they go to what is over.
  const until: Partial<Record<Act, Date>> = { going: endAt && endAt < now ? endAt : now };
  const possible = Object.entries(acts[content.type]).filter(
    ([act]) => (until[act as Act] ?? now).getTime() - from.getTime() > 600_000,
  ) as [Act, number][];
  const chosen = possible.filter(([, share]) => random.chance(share));
  const taken = chosen.length > 0 ? chosen : possible.slice(0, 1);
  return Object.fromEntries(taken.map(([act]) => [act, momentBetween(random, from, until[act] ?? now, 2.5)]));
}

/** What the reader's friends recommend from organizations that the reader does not follow. */
const recommended: readonly (readonly [person: string, organization: string, title: string])[] = [
  ['kwame', 'mossypaw', 'Gus went home'],
  ['priya', 'saltgrass', 'Eelgrass: the meadow you cannot see'],
  ['adaeze', 'stillwater', 'Our oldest member turned 102'],
  ['diego', 'plumbline', 'Before and after, 5218'],
];

/** Who recommended what to friends. */
export function share(
  members: Members,
  publications: readonly Publication[],
  follows: readonly Follow[],
  now: Date,
): Share[] {
  const random = new Random('shares');
  const followers = followersOf(follows);
  const shares: Share[] = [];
  const add = (person: Person, publication: Publication) => {
    if (!publication.publishedAt) return;
    const from = later(publication.publishedAt, person.joinedAt);
    shares.push({ publication, person, at: momentBetween(random, from, now, 1.5) });
  };

  for (const person of members.people) {
    const { activity, handle } = person.content;
    const known = publications.filter(({ organization }) => followers.get(organization.id)?.has(person.id));
    const picked = random.pickWeighted(
      known,
      Math.round(random.between(0, 2) * activity),
      ({ publishedAt }) => (publishedAt ? 1 / (2 + (now.getTime() - publishedAt.getTime()) / 86_400_000) : 0),
    );
    const urged = publications.filter(({ organization, content }) =>
      recommended.some(
        ([who, where, title]) =>
          who === handle && where === organization.content.handle && title === content.title,
      ),
    );
    for (const publication of new Set([...urged, ...picked])) add(person, publication);
  }
  return shares;
}

/** Reactions with the counters that sum them up, and shares. */
export function weaveReactions(
  publications: readonly Publication[],
  reactions: readonly Reaction[],
  shares: readonly Share[],
) {
  const counters = new Map(
    publications.map(({ id }) => [id, { post_id: id, liked: 0, interested: 0, going: 0 }]),
  );
  for (const { publication, acts } of reactions) {
    const counter = counters.get(publication.id);
    if (counter) for (const act of Object.keys(acts) as Act[]) counter[act] += 1;
  }
  const random = new Random('share ids');
  return {
    post_interests: reactions.map(
      ({ publication, person, acts }): Insertable<PostInterestsTable> => ({
        post_id: publication.id,
        user_id: person.id,
        liked_at: acts.liked ?? null,
        interested_at: acts.interested ?? null,
        going_at: acts.going ?? null,
      }),
    ),
    post_counters: [...counters.values()] satisfies Insertable<PostCountersTable>[],
    shares: shares.map(
      ({ publication, person, at }): Insertable<SharesTable> => ({
        id: random.id(at),
        user_id: person.id,
        post_id: publication.id,
        created_at: at,
      }),
    ),
  };
}

function followersOf(follows: readonly Follow[]): Map<string, Set<string>> {
  const followers = new Map<string, Set<string>>();
  for (const { followerId, followingId } of follows) {
    const known = followers.get(followingId) ?? new Set();
    followers.set(followingId, known.add(followerId));
  }
  return followers;
}
