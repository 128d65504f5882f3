import type { Insertable } from 'kysely';
import type { PostCountersTable, PostInterestsTable, PostType, SharesTable } from '../../tables/posts.ts';
import { Random } from '../random.ts';
import type { Members, Person } from './members.ts';
import type { Publication } from './publications.ts';
import { type Follow, later, momentBetween } from './relations.ts';

export type ReactionType = 'liked' | 'interested' | 'going';

/** The reactions that a type of post takes, and how likely a user who reacts at all gives each. */
const likelihoods: Record<PostType, Partial<Record<ReactionType, number>>> = {
  event: { liked: 0.75, going: 0.5 },
  project: { interested: 1 },
  general: { liked: 1 },
  volunteering: { interested: 0.85, going: 0.4 },
  advocacy: { interested: 1 },
  'in-kind': { interested: 1 },
};

/** One person's reactions to one post. Empty: everything was taken back. */
export interface Reaction {
  publication: Publication;
  person: Person;
  reactedAt: Partial<Record<ReactionType, Date>>;
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
      const taken = takeReactions(publication, person, random, now);
      return [{ publication, person, reactedAt: random.chance(0.02) ? {} : taken }];
    });
  });
}

function takeReactions(
  publication: Publication,
  person: Person,
  random: Random,
  now: Date,
): Reaction['reactedAt'] {
  const { publishedAt, content, endAt } = publication;
  const from = later(publishedAt ?? now, person.joinedAt);
  // Nobody reacts with "going" to what is over.
  const until: Partial<Record<ReactionType, Date>> = { going: endAt && endAt < now ? endAt : now };
  const possible = Object.entries(likelihoods[content.type]).filter(
    ([type]) => (until[type as ReactionType] ?? now).getTime() - from.getTime() > 600_000,
  ) as [ReactionType, number][];
  const chosen = possible.filter(([, share]) => random.chance(share));
  const taken = chosen.length > 0 ? chosen : possible.slice(0, 1);
  return Object.fromEntries(
    taken.map(([type]) => [type, momentBetween(random, from, until[type] ?? now, 2.5)]),
  );
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

/** Reactions with the counters that sum them and views up, and shares. */
export function weaveReactions(
  publications: readonly Publication[],
  {
    reactions,
    shares,
    views,
  }: {
    reactions: readonly Reaction[];
    shares: readonly Share[];
    views: readonly { publication: Publication }[];
  },
) {
  const counters = new Map(
    publications.map(({ id }) => [id, { post_id: id, liked: 0, interested: 0, going: 0, views: 0 }]),
  );
  for (const { publication } of views) {
    const counter = counters.get(publication.id);
    if (counter) counter.views += 1;
  }
  for (const { publication, reactedAt } of reactions) {
    const counter = counters.get(publication.id);
    if (counter) for (const type of Object.keys(reactedAt) as ReactionType[]) counter[type] += 1;
  }
  const random = new Random('share ids');
  return {
    post_interests: reactions.map(
      ({ publication, person, reactedAt }): Insertable<PostInterestsTable> => ({
        post_id: publication.id,
        user_id: person.id,
        liked_at: reactedAt.liked ?? null,
        interested_at: reactedAt.interested ?? null,
        going_at: reactedAt.going ?? null,
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
