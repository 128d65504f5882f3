import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import type { PostView } from './posts.schema.ts';

/** Notes that a post is announced at an instant, and what it was before it was published. */
export async function insertPendingAnnouncement(
  trx: Trx,
  { postId, announceAt, before }: { postId: string; announceAt: Date; before: PostView | null },
): Promise<void> {
  await trx
    .insertInto('pending_announcements')
    .values({ post_id: postId, announce_at: announceAt, before: before && JSON.stringify(before) })
    .execute();
}

/** When a post is announced; undefined where it is not waiting for that. */
export async function findAnnounceAt(db: Db, postId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('pending_announcements')
    .select('announce_at')
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return row?.announce_at;
}

/**
 * Deletes the pending announcement of a post; returns what the post was before, or undefined where there is none.
 * Waits for a process that is announcing the post at this moment, and then finds none.
 */
export async function deletePendingAnnouncement(
  trx: Trx,
  postId: string,
): Promise<{ before: PostView | null } | undefined> {
  const row = await trx
    .deleteFrom('pending_announcements')
    .where('post_id', '=', postId)
    .returning('before')
    .executeTakeFirst();
  return row && { before: row.before as PostView | null };
}

/** Deletes announcements that are due, the longest due first; returns their posts. Skips what others are taking. */
export async function takeDueAnnouncements(trx: Trx, now: Date, limit: number): Promise<string[]> {
  const due = await trx
    .selectFrom('pending_announcements')
    .select('post_id')
    .where('announce_at', '<=', now)
    .orderBy('announce_at')
    .orderBy('post_id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  const ids = due.map(({ post_id }) => post_id);
  if (ids.length > 0)
    await trx
      .deleteFrom('pending_announcements')
      .where('post_id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute();
  return ids;
}
