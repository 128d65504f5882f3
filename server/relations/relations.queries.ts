import { type Expression, type SqlBool, sql } from 'kysely';
import type { KeysetCursor } from '#db/keyset.ts';

/** Which part of a list of people to read: those who have a relation to a user, or to whom the user has it. */
export interface PeopleQuery {
  /** Whose list it is. */
  userId: string;
  viewerId: string | undefined;
  /** Only friends of the viewer. */
  onlyFriends: boolean;
  limit: number;
  cursor: KeysetCursor | undefined;
}

/** How many follow a user, endorse it or have viewed its posts. A value, from a counter: however many there are. */
export const totalOf = (what: 'followers' | 'endorsers' | 'viewers', userId: string) =>
  sql<number>`coalesce((select ${sql.ref(what)} from user_counters where user_id = ${userId}), 0)`;

/** A condition: the user of a column is a friend of the viewer. */
export const isFriendOf = (viewerId: string | undefined, user: `${string}.${string}`): Expression<SqlBool> =>
  sql<SqlBool>`exists (
    select from friends where friends.user_id = ${viewerId ?? null} and friends.friend_id = ${sql.ref(user)}
  )`;
