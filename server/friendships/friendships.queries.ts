import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { afterCursor, cutPage, type KeysetCursor } from '#db/keyset.ts';
import type { FriendshipStatus } from '#db/tables/relations.ts';
import { mayFind } from '../access.ts';

const columns = ['id', 'sender_id', 'receiver_id', 'status', 'created_at', 'accepted_at'] as const;

/** A row of `friendships`. */
export interface Friendship {
  id: string;
  sender_id: string;
  receiver_id: string;
  status: FriendshipStatus;
  created_at: Date;
  accepted_at: Date | null;
}

/** The place of a friendship in lists: when it was accepted, or else asked for. An index holds just this. */
const settledAt = sql<Date>`coalesce(accepted_at, created_at)`;

/** Asks for a friendship. Undefined, with nothing written, where the two have one in either direction, or the id is taken. */
export function insertFriendship(
  trx: Trx,
  { id, senderId, receiverId, now }: { id: string; senderId: string; receiverId: string; now: Date },
): Promise<Friendship | undefined> {
  return trx
    .insertInto('friendships')
    .values({
      id,
      sender_id: senderId,
      receiver_id: receiverId,
      status: 'pending',
      created_at: now,
      accepted_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
}

/** Returns the friendship of two users, in either direction. */
export function findFriendshipBetween(db: Db, one: string, other: string): Promise<Friendship | undefined> {
  return db
    .selectFrom('friendships')
    .select(columns)
    .where(
      sql`(least(sender_id, receiver_id), greatest(sender_id, receiver_id))`,
      '=',
      sql`(least(${one}::uuid, ${other}::uuid), greatest(${one}::uuid, ${other}::uuid))`,
    )
    .executeTakeFirst();
}

/** A friendship of which the user is one side. */
export function findOwnFriendship(db: Db, id: string, userId: string): Promise<Friendship | undefined> {
  return db
    .selectFrom('friendships')
    .select(columns)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('sender_id', '=', userId), eb('receiver_id', '=', userId)]))
    .executeTakeFirst();
}

/** Accepts a request that this receiver has open; undefined where there is none. */
export function acceptFriendship(
  trx: Trx,
  { id, receiverId, now }: { id: string; receiverId: string; now: Date },
): Promise<Friendship | undefined> {
  return trx
    .updateTable('friendships')
    .set({ status: 'accepted', accepted_at: now })
    .where('id', '=', id)
    .where('receiver_id', '=', receiverId)
    .where('status', '=', 'pending')
    .returning(columns)
    .executeTakeFirst();
}

/** Removes a request that this receiver has open; undefined where there is none. */
export function rejectFriendship(
  trx: Trx,
  { id, receiverId }: { id: string; receiverId: string },
): Promise<Friendship | undefined> {
  return trx
    .deleteFrom('friendships')
    .where('id', '=', id)
    .where('receiver_id', '=', receiverId)
    .where('status', '=', 'pending')
    .returning(columns)
    .executeTakeFirst();
}

/** Removes a friendship, or a request, of which the user is one side; undefined where there is none. */
export function deleteFriendship(
  trx: Trx,
  { id, userId, status }: { id: string; userId: string; status: FriendshipStatus | undefined },
): Promise<Friendship | undefined> {
  return trx
    .deleteFrom('friendships')
    .where('id', '=', id)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'pending'))
    .where((eb) => eb.or([eb('sender_id', '=', userId), eb('receiver_id', '=', userId)]))
    .returning(columns)
    .executeTakeFirst();
}

/** Removes the requests between two users, in either direction. */
export function deleteRequestsBetween(trx: Trx, one: string, other: string): Promise<Friendship[]> {
  return trx
    .deleteFrom('friendships')
    .where('status', '=', 'pending')
    .where((eb) =>
      eb.or([
        eb.and([eb('sender_id', '=', one), eb('receiver_id', '=', other)]),
        eb.and([eb('sender_id', '=', other), eb('receiver_id', '=', one)]),
      ]),
    )
    .returning(columns)
    .execute();
}

interface FriendshipsQuery {
  /** Whose they are. */
  userId: string;
  viewerId: string | undefined;
  status: FriendshipStatus | undefined;
  /** Only those that the user asked for, or was asked for. */
  requestType: 'sent' | 'received' | undefined;
  limit: number;
  cursor: KeysetCursor | undefined;
}

/**
 * A page of a user's friendships and requests, the newest first: each direction straight from an index of its own.
 * Others than the user see only those with a user whom they may find.
 */
export async function findFriendships(
  db: Db,
  { userId, viewerId, status, requestType, limit, cursor }: FriendshipsQuery,
) {
  const inDirection = (way: 'sent' | 'received', of: FriendshipStatus) => {
    const [own, other] =
      way === 'sent'
        ? (['friendships.sender_id', 'friendships.receiver_id'] as const)
        : (['friendships.receiver_id', 'friendships.sender_id'] as const);
    return db
      .selectFrom('friendships')
      .select([...columns, settledAt.as('at')])
      .where(own, '=', userId)
      .where('status', '=', of)
      .$if(userId !== viewerId, (query) => query.where(mayFind(other, viewerId)))
      .where((eb) => (cursor ? afterCursor(settledAt, eb.ref('id'), cursor) : eb.lit(true)))
      .orderBy(settledAt, 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1);
  };
  const ways = requestType ? [requestType] : (['sent', 'received'] as const);
  const parts = (status ? [status] : (['pending', 'accepted'] as const)).flatMap((of) =>
    ways.map((way) => sql`(${inDirection(way, of)})`),
  );
  const rows = await db
    .selectFrom(sql<Friendship & { at: Date }>`(${sql.join(parts, sql` union all `)})`.as<'f'>(sql`f`))
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({ at: row.at, id: row.id }));
}
