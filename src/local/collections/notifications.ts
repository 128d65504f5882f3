import { Dexie } from 'dexie';
import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import { api } from '#src/app/api.ts';
import { now } from '#src/lib/server-clock.ts';
import type { Act } from '../acts.ts';
import { rowOfNotification, writeFetched } from '../engine/apply-events.ts';
import { currentRevision, type LocalDatabase, readMeta, writeMeta } from '../engine/database.ts';
import { layOver, overlay } from '../engine/optimistic.ts';
import { shownActs } from '../engine/outbox.ts';
import { changeCopy } from '../engine/quota.ts';

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
  /** Those that were deleted a moment ago, and can be brought back, are still at their places. */
  items: NotificationView[];
  /** How many there are in all, without those. */
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
    const acts = await shownActs(db);
    const fetched = await readMeta(db, 'notifications');
    const total = (await readMeta(db, 'total')) ?? 0;
    return {
      limit,
      items: viewsOf(found.slice(0, limit)).map((view) => overlay.notification(view, acts)),
      total: total - (acts.length > 0 ? deletedBy(acts, viewsOf(await db.notifications.toArray())) : 0),
      isComplete: found.length <= limit && fetched?.next === null,
      savedAt: fetched?.savedAt,
    };
  });
}

/** How many notifications are unread, as far as this device knows. */
export function readUnread(db: LocalDatabase): Promise<number> {
  return db.transaction('r', [db.notifications, db.outbox, db.meta], async () => {
    const unread = (await readMeta(db, 'unread')) ?? 0;
    const acts = await shownActs(db);
    if (acts.length === 0) return unread;
    const views = viewsOf(await db.notifications.toArray());
    const elsewhere = Math.max(0, unread - countUnread(views));
    return (
      layOver('unreadElsewhere', elsewhere, acts, { id: '', userId: '' }) +
      countUnread(views.map((view) => overlay.notification(view, acts)))
    );
  });
}

/** When the newest of the notifications came that this device knows; undefined where it knows none. */
export async function newestNotification(db: LocalDatabase): Promise<string | undefined> {
  const newest = await newestFirst(db)
    .filter(({ view }) => view !== null)
    .first();
  return newest?.view?.createdAt;
}

/** How many of these are unread and not deleted. */
const countUnread = (views: readonly NotificationView[]) =>
  views.filter((view) => !view.isRead && !view.isDeleted).length;

/** Fetches the newest notifications, or those that follow the oldest that are kept, into the copy. */
export async function pullNotifications(db: LocalDatabase, which: 'newest' | 'older'): Promise<void> {
  const revision = await currentRevision(db);
  const next = which === 'older' ? (await readMeta(db, 'notifications'))?.next : undefined;
  if (next === null) return;
  const page = await api.notifications.list.query({ cursor: next, limit: notificationPageSize });
  await changeCopy(db, [db.notifications], async () => {
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
      // What can still be brought back stays until it is gone for good.
      .filter((row) => !listed.has(row._id) && row.revision <= revision && !row.view?.isDeleted)
      .delete();
  }
  const known = (await readMeta(db, 'notifications'))?.next;
  const next = cursor === undefined && known !== undefined && page.cursor !== null ? known : page.cursor;
  const isCurrent = (await currentRevision(db)) === revision;
  await writeMeta(db, {
    notifications: { savedAt: now(), next },
    ...(isCurrent && { total: page.total }),
  });
}

const newestFirst = (db: LocalDatabase) => db.notifications.orderBy('[view.createdAt+_id]').reverse();

const viewsOf = (rows: readonly { view: NotificationView | null }[]): NotificationView[] =>
  rows.flatMap(({ view }) => view ?? []);

/** How many notifications are fewer by what the user did a moment ago. */
function deletedBy(acts: readonly Act[], views: readonly NotificationView[]): number {
  return views.reduce(
    (count, view) => count + Number(overlay.notification(view, acts).isDeleted) - Number(view.isDeleted),
    0,
  );
}
