import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { afterCursor, cutPage, type KeysetCursor } from '#db/keyset.ts';
import { isBlockedBetween, isConnected } from '../access.ts';

/**
 * To which of the receivers a sender may write without coins. One statement, however many they are; oneself is never
 * among them.
 */
export async function findConnected(
  db: Db,
  senderId: string,
  receiverIds: readonly string[],
): Promise<Set<string>> {
  if (receiverIds.length === 0) return new Set();
  const rows = await db
    .selectFrom(sql<{ id: string }>`unnest(${receiverIds}::uuid[])`.as<'receiver'>(sql`receiver(id)`))
    .select('receiver.id')
    .where('receiver.id', '<>', senderId)
    .where(isConnected(senderId, 'receiver.id'))
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** A page of the ids of those to whom a user may write without coins, the newest accounts first. */
export async function findConnectedUsers(
  db: Db,
  { userId, limit, before }: { userId: string; limit: number; before: string | undefined },
): Promise<{ ids: string[]; cursor: string | null }> {
  const rows = await db
    .selectFrom(selectConnected(db, userId).as('connected'))
    .select('id')
    .where((eb) => eb.not(isBlockedBetween('connected.id', userId)))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const ids = rows.slice(0, limit).map(({ id }) => id);
  return { ids, cursor: rows.length > limit ? (ids.at(-1) ?? null) : null };
}

/**
 * Selects the ids of all who are connected to a user, whoever has blocked whom. For many at once: where few are asked
 * about, `isConnected` reads less.
 */
export const selectConnected = (db: Db, userId: string) =>
  db
    .selectFrom('friends')
    .select('friend_id as id')
    .where('user_id', '=', userId)
    .union((eb) => eb.selectFrom('follows').select('follower_id as id').where('following_id', '=', userId))
    .union((eb) =>
      eb
        .selectFrom('memberships')
        .select('organization_id as id')
        .where('individual_id', '=', userId)
        .where('status', '=', 'accepted'),
    )
    .union((eb) =>
      eb
        .selectFrom('memberships')
        .select('individual_id as id')
        .where('organization_id', '=', userId)
        .where('status', '=', 'accepted'),
    )
    .union((eb) =>
      eb
        .selectFrom('connections')
        .select('receiver_id as id')
        .where('sender_id', '=', userId)
        .where((row) => row.or([row('granted_at', 'is not', null), row('written_at', 'is not', null)])),
    );

/** Whether the receiver allowed the sender to write without coins. */
export async function isGranted(db: Db, senderId: string, receiverId: string): Promise<boolean> {
  const row = await db
    .selectFrom('connections')
    .select('granted_at')
    .where('sender_id', '=', senderId)
    .where('receiver_id', '=', receiverId)
    .executeTakeFirst();
  return row !== undefined && row.granted_at !== null;
}

/** Lets the sender write to the receiver without coins; since when stays where it was so already. */
export async function grantConnection(
  trx: Trx,
  { senderId, receiverId, now }: { senderId: string; receiverId: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('connections')
    .values({ sender_id: senderId, receiver_id: receiverId, granted_at: now, written_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['sender_id', 'receiver_id'])
        .doUpdateSet((eb) => ({ granted_at: eb.ref('excluded.granted_at') }))
        .where('connections.granted_at', 'is', null),
    )
    .execute();
}

/** Takes back what `grantConnection` gave. */
export async function withdrawConnection(
  trx: Trx,
  { senderId, receiverId }: { senderId: string; receiverId: string },
): Promise<void> {
  await trx
    .updateTable('connections')
    .set({ granted_at: null })
    .where('sender_id', '=', senderId)
    .where('receiver_id', '=', receiverId)
    .execute();
}

/**
 * Returns the statement that notes that one user has written to others, who may from now on answer without coins: for
 * the transaction that stores the message. Doing it again changes nothing.
 */
export const noteWritten = (
  trx: Trx,
  { writerId, readerIds, now }: { writerId: string; readerIds: readonly string[]; now: Date },
) =>
  trx
    .insertInto('connections')
    .values(
      [...new Set(readerIds)].sort().map((readerId) => ({
        sender_id: readerId,
        receiver_id: writerId,
        granted_at: null,
        written_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['sender_id', 'receiver_id'])
        .doUpdateSet((eb) => ({ written_at: eb.ref('excluded.written_at') }))
        .where('connections.written_at', 'is', null),
    );

/** A page of those who allowed the sender to write without coins, the latest first. */
export async function findGrants(
  db: Db,
  { senderId, limit, cursor }: { senderId: string; limit: number; cursor: KeysetCursor | undefined },
) {
  const rows = await db
    .selectFrom('connections')
    .select(['receiver_id', 'granted_at'])
    .where('sender_id', '=', senderId)
    .where('granted_at', 'is not', null)
    .where((eb) => (cursor ? afterCursor(eb.ref('granted_at'), eb.ref('receiver_id'), cursor) : eb.lit(true)))
    .$narrowType<{ granted_at: Date }>()
    .orderBy('granted_at', 'desc')
    .orderBy('receiver_id', 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({ at: row.granted_at, id: row.receiver_id }));
}
