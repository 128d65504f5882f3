import { type Expression, type SqlBool, sql } from 'kysely';
import type { KeysetCursor } from '#db/keyset.ts';
import { fits, hasWords } from '../search/names.queries.ts';

/** Which part of a list of people to read: those who have a relation to a user, or to whom the user has it. */
export interface PeopleQuery {
  /** Whose list it is. */
  userId: string;
  viewerId: string | undefined;
  /** Only friends of the viewer. */
  onlyFriends: boolean;
  /** Words that their names have to have, or beginnings of them; any name without. */
  words: readonly string[];
  limit: number;
  cursor: KeysetCursor | undefined;
}

/** How many follow a user, endorse it or have viewed its posts. A value, from a counter: however many there are. */
export const totalOf = (what: 'followers' | 'endorsers' | 'viewers', userId: string | Expression<string>) =>
  sql<number>`coalesce((select ${sql.ref(what)} from user_counters where user_id = ${userId}), 0)`;

/** Words beyond these are not looked at. */
const mostWords = 8;

/**
 * A condition: the name of the user of a column has all of these words, or words that begin so. Reads the names of the
 * rows that it is checked for, and not all names that fit.
 */
export function isNamed(words: readonly string[], user: `${string}.${string}`): Expression<SqlBool> {
  if (words.length === 0) return sql<SqlBool>`true`;
  const searched = words.slice(0, mostWords).map((typed) => ({ typed, meant: [] }));
  const isIn = (table: 'individuals' | 'organizations') => sql`exists (
    select from ${sql.table(table)} as named
    where named.user_id = ${sql.ref(user)} and ${hasWords(searched, fits.beginning, sql.ref('named.name_words'))}
  )`;
  return sql<SqlBool>`(${isIn('individuals')} or ${isIn('organizations')})`;
}

/** A condition: the user of a column is a friend of the viewer. */
export const isFriendOf = (viewerId: string | undefined, user: `${string}.${string}`): Expression<SqlBool> =>
  sql<SqlBool>`exists (
    select from friends where friends.user_id = ${viewerId ?? null} and friends.friend_id = ${sql.ref(user)}
  )`;
