import { type Expression, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { afterCursor, cutPage, type KeysetCursor } from '#db/keyset.ts';
import { isBlockedBetween } from '../access.ts';

/*
 * Whoever reaches another user takes the shared lock of their own id first, and then looks for blocks; who blocks or
 * unblocks takes the exclusive locks of both. So nothing that was checked before a block is committed after it.
 */
const lockKey = (id: Expression<string>) => sql<string>`hashtextextended(${id}::text, 811)`;

/**
 * Returns the statement that keeps the blocks between a user and all others as they are until the transaction ends. It
 * must be executed before the statement that looks for blocks, and before the transaction locks anything else.
 */
export const selectBlockLock = (trx: Trx, userId: string) =>
  trx.selectNoFrom(sql<null>`pg_advisory_xact_lock_shared(${lockKey(sql`${userId}::uuid`)})`.as('locked'));

/** Waits until nobody relies on the blocks of these users any more, and holds off those who would. */
export async function lockBlocksOf(trx: Trx, userIds: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(keys.key) from (
      select distinct ${lockKey(sql.ref('pair.id'))} as key from unnest(${userIds}::uuid[]) as pair(id) order by key
    ) as keys`.execute(trx);
}

/** Returns the statement that finds those of the other users whom the user has blocked, or who have blocked the user. */
export function selectBlockedAmong(db: Db, userId: string, otherIds: readonly string[]) {
  return db
    .selectFrom(sql<{ id: string }>`unnest(${otherIds}::uuid[])`.as<'other'>(sql`other(id)`))
    .select('other.id')
    .where(isBlockedBetween('other.id', userId));
}

/** Returns those of the other users whom the user has blocked, or who have blocked the user: one statement. */
export async function findBlockedAmong(
  db: Db,
  userId: string,
  otherIds: readonly string[],
): Promise<Set<string>> {
  if (otherIds.length === 0) return new Set();
  const rows = await selectBlockedAmong(db, userId, otherIds).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns whether either of two users has blocked the other. */
export async function hasBlockBetween(db: Db, userId: string, otherId: string): Promise<boolean> {
  return (await findBlockedAmong(db, userId, [otherId])).size > 0;
}

/** A row of `blocks`. */
export interface Block {
  user_id: string;
  blocked_user_id: string;
  created_at: Date;
}

const columns = ['user_id', 'blocked_user_id', 'created_at'] as const;

type Between = Pick<Block, 'user_id' | 'blocked_user_id'>;

/** Inserts a block. Returns whether it is new. */
export async function insertBlock(trx: Trx, block: Block): Promise<boolean> {
  const inserted = await trx
    .insertInto('blocks')
    .values(block)
    .onConflict((conflict) => conflict.columns(['user_id', 'blocked_user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes a block. Returns whether there was one. */
export async function deleteBlock(trx: Trx, { user_id, blocked_user_id }: Between): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('blocks')
    .where('user_id', '=', user_id)
    .where('blocked_user_id', '=', blocked_user_id)
    .returning('user_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Returns the blocks between two users: none, one or both directions. */
export function findBlocksBetween(db: Db, one: string, other: string): Promise<Block[]> {
  return db
    .selectFrom('blocks')
    .select(columns)
    .where((eb) =>
      eb.or([
        eb.and([eb('user_id', '=', one), eb('blocked_user_id', '=', other)]),
        eb.and([eb('user_id', '=', other), eb('blocked_user_id', '=', one)]),
      ]),
    )
    .execute();
}

/** Returns a page of those whom a user has blocked, newest first. */
export async function findBlocksOf(
  db: Db,
  { userId, limit, cursor }: { userId: string; limit: number; cursor: KeysetCursor | undefined },
) {
  const rows = await db
    .selectFrom('blocks')
    .select(columns)
    .where('user_id', '=', userId)
    .where((eb) =>
      cursor ? afterCursor(eb.ref('created_at'), eb.ref('blocked_user_id'), cursor) : eb.lit(true),
    )
    .orderBy('created_at', 'desc')
    .orderBy('blocked_user_id', 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({ at: row.created_at, id: row.blocked_user_id }));
}
