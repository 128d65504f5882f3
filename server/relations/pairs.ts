import type { Db } from '#db/database.ts';
import { findVisibleUser } from '../access.ts';
import type { Context } from '../context.ts';
import { readCursor } from '../cursor.ts';
import { notFound } from '../errors.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import type { Session } from '../ports.ts';
import type { ProfileView } from '../profiles/profiles.schema.ts';
import {
  findPairPage,
  type Pair,
  type PairKind,
  pairKinds,
  type Side,
  summarizePairsTo,
} from './pairs.queries.ts';
import { type Prefixed, prefixed } from './prefixed.ts';

/** For how long a follower or an endorser counts as new, in days. */
const newDays = 7;

type Reader = Pick<Context, 'db' | 'ports'> & { viewer: Session | undefined };
type ListInput = { id: string; limit: number; cursor?: string | null | undefined; onlyFriends?: boolean };

/** Somebody as a row of a list says, under names that begin with their part. */
export function presentParty<P extends string>(part: P, profile: ProfileView) {
  const { userType, name, firstName, lastName, profilePicture } = profile;
  return prefixed(part, { userType, name, firstName, lastName, profilePicture });
}

type PairIds<K extends PairKind> = Record<
  keyof Prefixed<(typeof pairKinds)[K]['from' | 'to'], { id: string }>,
  string
>;

/** A pair as outputs say: `_id`, `createdAt`, and both ids under the names of their parts. */
export function presentPair<K extends PairKind>(kind: K, { id, fromId, toId, createdAt }: Pair) {
  const { from, to } = pairKinds[kind];
  const ids = { ...prefixed(from, { id: fromId }), ...prefixed(to, { id: toId }) } as PairIds<K>;
  return { _id: id, ...ids, createdAt: createdAt.toISOString() };
}

/**
 * A page of a user's pairs with the profiles of those on the side that is listed, newest first. Throws "not found"
 * where there is no such user. Three statements, however long the page.
 */
export async function listPairs(
  { db, viewer }: Reader,
  kind: PairKind,
  list: Side,
  { id: userId, limit, cursor: place, onlyFriends = false }: ListInput,
): Promise<{ rows: { pair: Pair; profile: ProfileView }[]; cursor: string | null }> {
  await requireVisible(db, userId);
  const viewerId = viewer?.userId;
  const query = { userId, list, viewerId, onlyFriends, limit, cursor: readCursor(place) };
  const { page, cursor } = await findPairPage(db, kind, query);
  const idOf = (pair: Pair) => (list === 'from' ? pair.fromId : pair.toId);
  const profiles = await hydrateProfiles(db, page.map(idOf), viewerId);
  const byId = new Map(profiles.map((profile) => [profile._id, profile]));
  const rows = page.flatMap((pair) => {
    const profile = byId.get(idOf(pair));
    return profile ? [{ pair, profile }] : [];
  });
  return { rows, cursor };
}

/**
 * How many have the relation to a user: all, friends of the caller, and those of the last 7 days. Throws "not found"
 * where there is no such user.
 */
export async function summarizePairs({ db, ports, viewer }: Reader, kind: PairKind, userId: string) {
  await requireVisible(db, userId);
  const since = new Date(ports.clock.now().getTime() - newDays * 24 * 60 * 60 * 1000);
  return summarizePairsTo(db, kind, { userId, viewerId: viewer?.userId, since });
}

async function requireVisible(db: Db, userId: string): Promise<void> {
  if (!(await findVisibleUser(db, userId))) throw notFound();
}
