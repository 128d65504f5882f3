import type { Db } from '#db/database.ts';
import { findVisibleUser } from '../access.ts';
import type { Context } from '../context.ts';
import { readCursor } from '../cursor.ts';
import { notFound } from '../errors.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import { wordsOf } from '../name-words.ts';
import type { Session } from '../ports.ts';
import type { ProfileView } from '../profiles/profiles.schema.ts';
import type { PeopleQuery } from './relations.queries.ts';

type ViewerContext = Pick<Context, 'db'> & { viewer: Session | undefined };
type ListInput = {
  id: string;
  limit: number;
  cursor?: string | null | undefined;
  onlyFriends?: boolean;
  name?: string | undefined;
};

/**
 * Returns a page of a user's relations with the profiles of those who are listed, newest first. Throws "not found"
 * where there is no such user. Three statements, however long the page.
 * @param find reads the page
 * @param idOf returns who is listed
 */
export async function listPeople<Row>(
  { db, viewer }: ViewerContext,
  { id: userId, limit, cursor: place, onlyFriends = false, name = '' }: ListInput,
  find: (db: Db, query: PeopleQuery) => Promise<{ page: Row[]; cursor: string | null }>,
  idOf: (row: Row) => string,
): Promise<{ rows: { row: Row; person: ProfileView }[]; cursor: string | null }> {
  await requireVisibleUser(db, userId);
  const viewerId = viewer?.userId;
  const query = { userId, viewerId, onlyFriends, words: wordsOf(name), limit, cursor: readCursor(place) };
  const { page, cursor } = await find(db, query);
  const profiles = await hydrateProfiles(db, page.map(idOf), viewerId);
  const byId = new Map(profiles.map((profile) => [profile._id, profile]));
  const rows = page.flatMap((row) => {
    const person = byId.get(idOf(row));
    return person ? [{ row, person }] : [];
  });
  return { rows, cursor };
}

/** Throws "not found" where there is no such user. */
export async function requireVisibleUser(db: Db, userId: string): Promise<void> {
  if (!(await findVisibleUser(db, userId))) throw notFound();
}

/** For how long a follower or an endorser counts as new, in days. */
const newDays = 7;

/** Returns since when a follower or an endorser counts as new. */
export const newSince = ({ ports }: Pick<Context, 'ports'>): Date =>
  new Date(ports.clock.now().getTime() - newDays * 24 * 60 * 60 * 1000);
