import { Dexie } from 'dexie';
import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import { api } from '#src/app/api.ts';
import { currentRevision, rowOfNotification, writeFetched } from './apply-event.ts';
import { type LocalDatabase, readMeta, writeMeta } from './database.ts';
import { overlay } from './overlay.ts';

/** How many notifications come at a time. */
export const notificationPageSize = 30;

/** What the server answers: a part of the list, the cursor behind it or null at the end, and how many there are. */
export interface NotificationPage {
  items: NotificationView[];
  cursor: string | null;
  total: number;
}

/** The notifications as they are kept on this device. */
export interface Notifications {
  /** How many were asked for. */
  limit: number;
  items: NotificationView[];
  /** How many there are in all. */
  total: number;
  isComplete: boolean;
  /** When they were last fetched; undefined where they never were. */
  savedAt: Date | undefined;
}

/** The newest `limit` notifications, from this device, with what the user did a moment ago. */
export function readNotifications(db: LocalDatabase, limit: number): Promise<Notifications> {
  return db.transaction('r', [db.notifications, db.outbox, db.meta], async () => {
    const found = await newestFirst(db)
      .limit(limit + 1)
      .toArray();
    const acts = await db.outbox.toArray();
    const fetched = await readMeta(db, 'notifications');
    return {
      limit,
      items: found.slice(0, limit).map((row) => overlay.notification(row.view, acts)),
      total: Math.max(fetched?.total ?? 0, await db.notifications.count()),
      isComplete: found.length <= limit && fetched?.next === null,
      savedAt: fetched?.savedAt,
    };
  });
}

/** How many notifications are unread, as far as this device knows. */
export function readUnread(db: LocalDatabase): Promise<number> {
  return db.transaction('r', [db.notifications, db.outbox, db.meta], async () => {
    const unread = (await readMeta(db, 'unread')) ?? 0;
    const acts = await db.outbox.toArray();
    if (acts.length === 0) return unread;
    const views = (await db.notifications.toArray()).map((row) => row.view);
    if (acts.some(({ name, input }) => name === 'mark-all' && input.isRead)) return 0;
    return views.reduce(
      (count, view) => count + Number(view.isRead) - Number(overlay.notification(view, acts).isRead),
      unread,
    );
  });
}

/** Fetches the newest notifications, or those that follow the oldest that are kept, into the copy. */
export async function pullNotifications(db: LocalDatabase, which: 'newest' | 'older'): Promise<void> {
  const revision = await currentRevision(db);
  const next = which === 'older' ? (await readMeta(db, 'notifications'))?.next : undefined;
  if (next === null) return;
  const page = await api.notifications.list.query({ cursor: next, limit: notificationPageSize });
  await db.transaction('rw', [db.notifications, db.meta], async () => {
    await placeNotifications(db, page, revision, next);
  });
}

/**
 * Puts a page into the copy. Of what the copy has in the span of the newest page, what the page does not list is
 * gone, unless it changed since. Within a transaction over `notifications` and `meta`.
 * @param revision what `currentRevision` said before the page was asked for
 * @param cursor what the page follows; undefined for the first one
 */
export async function placeNotifications(
  db: LocalDatabase,
  page: NotificationPage,
  revision: number,
  cursor?: string,
): Promise<void> {
  await writeFetched(db, page.items.map(rowOfNotification), revision);
  const last = page.items.at(-1);
  if (cursor === undefined) {
    const listed = new Set(page.items.map((item) => item._id));
    const from = last && page.cursor !== null ? [last.createdAt, last._id] : Dexie.minKey;
    await db.notifications
      .where('[view.createdAt+_id]')
      .aboveOrEqual(from)
      .filter((row) => !listed.has(row._id) && row.revision <= revision)
      .delete();
  }
  const known = (await readMeta(db, 'notifications'))?.next;
  const next = cursor === undefined && known !== undefined && page.cursor !== null ? known : page.cursor;
  await writeMeta(db, { notifications: { savedAt: new Date(), total: page.total, next } });
}

const newestFirst = (db: LocalDatabase) => db.notifications.orderBy('[view.createdAt+_id]').reverse();
