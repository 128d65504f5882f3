import type { Db, Trx } from '#db/database.ts';
import { afterCursor, cutPage, type KeysetCursor } from '#db/keyset.ts';
import { maySeeCalendar } from '../access.ts';

interface Entry {
  userId: string;
  postId: string;
}

/** Adds a post to a user's calendar. Returns whether it was not there before. */
export async function insertEntry(
  trx: Trx,
  { userId, postId, createdAt }: Entry & { createdAt: Date },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('scheduler_entries')
    .values({ user_id: userId, post_id: postId, created_at: createdAt })
    .onConflict((conflict) => conflict.columns(['user_id', 'post_id']).doNothing())
    .returning('post_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Takes it out again. Returns whether it was there. */
export async function deleteEntry(trx: Trx, { userId, postId }: Entry): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('scheduler_entries')
    .where('user_id', '=', userId)
    .where('post_id', '=', postId)
    .returning('post_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Whether a user has added a post that is published. */
export async function hasEntry(db: Db, { userId, postId }: Entry): Promise<boolean> {
  const row = await db
    .selectFrom('scheduler_entries as e')
    .innerJoin('posts as p', 'p.id', 'e.post_id')
    .select('e.post_id')
    .where('e.user_id', '=', userId)
    .where('e.post_id', '=', postId)
    .where('p.is_active', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether one user follows another. */
export async function isFollowing(db: Db, followerId: string, followingId: string): Promise<boolean> {
  const row = await db
    .selectFrom('follows')
    .select('id')
    .where('follower_id', '=', followerId)
    .where('following_id', '=', followingId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether there is such a user, and the viewer may see that user's calendar; what kind of user it is. */
export function findCalendarOwner(db: Db, userId: string, viewerId: string | undefined) {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.user_type'])
    .where('u.id', '=', userId)
    .where(maySeeCalendar('u.id', viewerId))
    .executeTakeFirst();
}

/** A page of the published posts that a user has added, the last added first. */
export async function findEntries(
  db: Db,
  { userId, limit, cursor }: { userId: string; limit: number; cursor: KeysetCursor | undefined },
) {
  const rows = await db
    .selectFrom('scheduler_entries as e')
    .innerJoin('posts as p', 'p.id', 'e.post_id')
    .select(['e.post_id', 'e.created_at'])
    .where('e.user_id', '=', userId)
    .where('p.is_active', '=', true)
    .where((eb) => (cursor ? afterCursor(eb.ref('e.created_at'), eb.ref('e.post_id'), cursor) : eb.lit(true)))
    .orderBy('e.created_at', 'desc')
    .orderBy('e.post_id', 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({ at: row.created_at, id: row.post_id }));
}
