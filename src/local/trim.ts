import { type LocalDatabase, readMeta, writeMeta } from './database.ts';

/** How much of what came from the server is kept on the device. */
const kept = { posts: 500, notifications: 500 };

/**
 * Drops the oldest of what is more than the device should keep. Where a list is cut, it remembers from where to go
 * on.
 */
export async function trim(db: LocalDatabase, most = kept): Promise<void> {
  await db.transaction('rw', [db.posts, db.profiles, db.feedEntries, db.notifications, db.meta], async () => {
    await trimPosts(db, most.posts);
    await trimNotifications(db, most.notifications);
  });
}

async function trimPosts(db: LocalDatabase, most: number): Promise<void> {
  const entries = await db.feedEntries.orderBy('[at+postId]').reverse().toArray();
  // Pages go as a whole: only the end of one knows what follows.
  const boundary = entries.slice(0, most).findLastIndex((entry) => entry.next !== undefined);
  const inFeed = new Set(entries.slice(0, boundary + 1).map((entry) => entry.postId));
  if (entries.length > most)
    await db.feedEntries.bulkDelete(entries.slice(boundary + 1).map((entry) => entry.postId));

  if ((await db.posts.count()) <= most) return;
  const others = (await db.posts.toArray()).filter((row) => !inFeed.has(row._id));
  others.sort((a, b) => b.revision - a.revision);
  await db.posts.bulkDelete(others.slice(most - inFeed.size).map((row) => row._id));
}

async function trimNotifications(db: LocalDatabase, most: number): Promise<void> {
  await db.notifications.filter((row) => row.view === null).delete();
  const extra = await db.notifications.orderBy('[view.createdAt+_id]').reverse().offset(most).primaryKeys();
  if (extra.length === 0) return;
  await db.notifications.bulkDelete(extra);
  const fetched = await readMeta(db, 'notifications');
  if (fetched) await writeMeta(db, { notifications: { ...fetched, next: undefined } });
}
