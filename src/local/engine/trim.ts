import { Dexie } from 'dexie';
import { now } from '#src/lib/server-clock.ts';
import { keptStretch } from '../collections/calendar.ts';
import { type LocalDatabase, readMeta, writeMeta } from './database.ts';

/**
 * How much of what came from the server is kept on the device, and for how many hours the days of calendars that are
 * far from today: somebody may be looking at them.
 */
const kept = { posts: 500, notifications: 500, calendars: 20, hours: 24 };

/**
 * Drops the oldest of what is more than the device should keep. Where a list is cut, it remembers from where to go
 * on.
 */
export async function trim(db: LocalDatabase, fewer: Partial<typeof kept> = {}): Promise<void> {
  const most = { ...kept, ...fewer };
  const { posts, profiles, feedEntries, notifications, calendars, calendarEntries, meta } = db;
  const tables = [posts, profiles, feedEntries, notifications, calendars, calendarEntries, meta];
  await db.transaction('rw', tables, async () => {
    await trimPosts(db, most.posts);
    await trimNotifications(db, most.notifications);
    await trimCalendars(db, most);
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

/** Keeps the days around today, of the calendars that were fetched last. */
async function trimCalendars(
  db: LocalDatabase,
  { calendars, hours }: Pick<typeof kept, 'calendars' | 'hours'>,
): Promise<void> {
  const { from, to } = keptStretch();
  const since = now().getTime() - hours * 60 * 60 * 1000;
  await db.calendarEntries
    .filter(({ ends, entry, fetchedAt }) => (ends < from || entry.starts > to) && fetchedAt.getTime() < since)
    .delete();
  const extra = await db.calendars.orderBy('savedAt').reverse().offset(calendars).primaryKeys();
  await db.calendars.bulkDelete(extra);
  for (const owner of extra)
    await db.calendarEntries
      .where('[owner+ends]')
      .between([owner, Dexie.minKey], [owner, Dexie.maxKey])
      .delete();
}
