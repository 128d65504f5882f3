import { Dexie } from 'dexie';
import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import { api } from '#src/app/api.ts';
import { now } from '#src/lib/server-clock.ts';
import { defineCollection, defineMutation } from '../engine/collection.ts';
import { currentRevision } from '../engine/database.ts';
import { applyPendingTo } from '../engine/optimistic.ts';
import { pendingMutations } from '../engine/outbox.ts';
import { changeReplica } from '../engine/quota.ts';
import { refresh } from '../engine/refresh.ts';
import { writeFetched } from '../engine/rows.ts';
import { defineFact, defineStore } from '../engine/store.ts';
import type { Dated, LocalDatabase, RowChange, StoredMutation } from '../engine/types.ts';
import { texts } from './texts.ts';

/** A notification; `view` is null once it is known to be gone. */
interface NotificationRow extends Dated {
  _id: string;
  view: NotificationView | null;
}

/**
 * The last fetch: when it was, and the cursor of what follows the oldest row. The cursor is null at the end of the
 * list, and undefined where it has to be found again from the top.
 */
interface NotificationFetch {
  savedAt: Date;
  next: string | null | undefined;
}

/** What mutations change on the screen. */
interface Views {
  /** A notification, by its id. */
  notification: NotificationView;
  /** How many notifications are unread that are not on this device. */
  unreadElsewhere: number;
}

export const notificationRows = defineStore<NotificationRow>('notifications', '_id, [view.createdAt+_id]');

/** How many notifications are unread. */
const unreadCount = defineFact<number>('unread');
/** How many notifications there are. */
export const totalCount = defineFact<number>('total');
export const lastFetch = defineFact<NotificationFetch>('notifications');

/** How many notifications are kept, and how many where the device is full. */
const limits = { usual: 500, full: 30 };

/** All of them in one: marking all must not be overtaken. */
export const notificationsLane = 'notifications';

const mutations = {
  mark: defineMutation<{ notificationId: string; isRead: boolean }, Views>({
    lane: () => notificationsLane,
    setter: ({ notificationId, isRead }) => ({
      target: `read ${notificationId}`,
      value: isRead,
      toggles: true,
    }),
    optimistic: {
      notification: (shown, { notificationId, isRead }) =>
        notificationId === shown._id ? { ...shown, isRead } : shown,
    },
    send: ({ notificationId: id, isRead }, sending) => api.notifications.mark.mutate({ id, isRead }, sending),
    words: ({ isRead }, about) => texts.notifications.mark(isRead, about),
  }),

  'delete-notification': defineMutation<{ notificationId: string; isDeleted: boolean }, Views>({
    lane: () => notificationsLane,
    setter: ({ notificationId, isDeleted }) => ({
      target: `deleted ${notificationId}`,
      value: isDeleted,
      toggles: true,
    }),
    optimistic: {
      notification: (shown, { notificationId, isDeleted }) =>
        notificationId === shown._id ? { ...shown, isDeleted } : shown,
    },
    send: ({ notificationId: id, isDeleted }, sending) =>
      api.notifications[isDeleted ? 'remove' : 'restore'].mutate({ id }, sending),
    words: ({ isDeleted }, about) => texts.notifications.remove(isDeleted, about),
  }),

  /** Marks those that came until an instant: when the newest came that was there to be seen. */
  'mark-all': defineMutation<{ isRead: boolean; until?: string | undefined }, Views>({
    lane: () => notificationsLane,
    setter: ({ isRead }) => ({ target: 'all', value: isRead, whole: true }),
    optimistic: {
      notification: (shown, { isRead, until }) => (cameBy(shown, until) ? { ...shown, isRead } : shown),
      unreadElsewhere: (unread, { isRead }) => (isRead ? 0 : unread),
    },
    send: ({ isRead, until }, sending) =>
      api.notifications.markAll.mutate({ isRead, all: true, until }, sending),
    words: ({ isRead }) => texts.notifications.markAll(isRead),
  }),
};

/** Returns a notification with pending mutations applied. */
const applyTo = applyPendingTo<Views, 'notification'>(mutations, 'notification');
export const applyToNotification = (view: NotificationView, pending: readonly StoredMutation[]) =>
  applyTo(view, pending, { id: view._id, userId: '' });

const applyToUnreadElsewhere = applyPendingTo<Views, 'unreadElsewhere'>(mutations, 'unreadElsewhere');

/** The newest notifications, and how many there are. */
export const notifications = defineCollection({
  stores: [notificationRows],
  events: {
    'notification-upserted': ({ payload: { notification } }) => [changeOf(notification)],
    'notification-removed': ({ payload: { notificationId } }) => [
      notificationRows.merge(notificationId, { view: null }),
    ],
    'notifications-marked': ({ payload: { isRead, until } }) => [
      notificationRows.updateAll((row) =>
        row.view && cameBy(row.view, until) ? { ...row, view: { ...row.view, isRead } } : undefined,
      ),
    ],
    'notification-count': ({ payload: { onlyNew, total } }) => [
      unreadCount.to(onlyNew),
      ...(total === undefined ? [] : [totalCount.to(total)]),
    ],
  },
  mutations,
  snapshot: async () => {
    const [page, unread] = await Promise.all([
      api.notifications.list.query({ limit: notificationPageSize }),
      api.notifications.count.query({ onlyNew: true }),
    ]);
    return async (db, { revision }) => {
      await unreadCount.write(db, unread.count);
      await placeNotifications(db, page, revision);
    };
  },
  trim: (db, isFull) => trimNotifications(db, isFull ? limits.full : limits.usual),
});

/** Returns what to store of a notification that the server sent. */
const changeOf = (notification: NotificationView): RowChange =>
  notificationRows.merge(notification._id, { view: notification });

/**
 * Returns whether something came by an instant, that one included; anything did where none is given. The server writes
 * instants alike, so that their order is that of their texts.
 */
const cameBy = ({ createdAt }: { createdAt: string }, until: string | undefined): boolean =>
  until === undefined || createdAt <= until;

/** How many notifications come at a time. */
export const notificationPageSize = 30;

/** The response of the server: a part of the list, the cursor behind it or null at the end, and how many there are. */
export interface NotificationPage {
  items: NotificationView[];
  cursor: string | null;
  total: number;
}

/** Returns how many notifications are unread, as far as this device knows. */
export function readUnread(db: LocalDatabase): Promise<number> {
  return db.transaction('r', [notificationRows.in(db), db.outbox, db.meta], async () => {
    const unread = (await unreadCount.read(db)) ?? 0;
    const pending = await pendingMutations(db);
    if (pending.length === 0) return unread;
    const views = viewsOf(await notificationRows.in(db).toArray());
    const elsewhere = Math.max(0, unread - countUnread(views));
    return (
      applyToUnreadElsewhere(elsewhere, pending, { id: '', userId: '' }) +
      countUnread(views.map((view) => applyToNotification(view, pending)))
    );
  });
}

/** How many of these are unread and not deleted. */
const countUnread = (views: readonly NotificationView[]) =>
  views.filter((view) => !view.isRead && !view.isDeleted).length;

/** Fetches the newest notifications, or those that follow the oldest one on this device. */
export async function pullNotifications(db: LocalDatabase, which: 'newest' | 'older'): Promise<void> {
  const revision = await currentRevision(db);
  const next = which === 'older' ? (await lastFetch.read(db))?.next : undefined;
  if (next === null) return;
  const page = await api.notifications.list.query({ cursor: next, limit: notificationPageSize });
  await changeReplica(db, [notificationRows.in(db)], async () => {
    await placeNotifications(db, page, revision, next);
  });
}

/**
 * Stores a page. A row within the newest page that the page does not list is gone, unless it changed since. Within a transaction over `notifications` and `meta`.
 * @param revision what `currentRevision` returned before the page was asked for
 * @param cursor what the page follows; undefined for the first one
 */
export async function placeNotifications(
  db: LocalDatabase,
  page: NotificationPage,
  revision: number,
  cursor?: string,
): Promise<void> {
  await writeFetched(db, page.items.map(changeOf), revision);
  const last = page.items.at(-1);
  if (cursor === undefined) {
    const listed = new Set(page.items.map((item) => item._id));
    const from = last && page.cursor !== null ? [last.createdAt, last._id] : Dexie.minKey;
    await notificationRows
      .in(db)
      .where('[view.createdAt+_id]')
      .aboveOrEqual(from)
      // What can still be brought back stays until it is gone for good.
      .filter((row) => !listed.has(row._id) && row.revision <= revision && !row.view?.isDeleted)
      .delete();
  }
  const known = (await lastFetch.read(db))?.next;
  const next = cursor === undefined && known !== undefined && page.cursor !== null ? known : page.cursor;
  const isCurrent = (await currentRevision(db)) === revision;
  await lastFetch.write(db, { savedAt: now(), next });
  if (isCurrent) await totalCount.write(db, page.total);
}

/** The notifications on this device, the newest first. */
export const newestFirst = (db: LocalDatabase) =>
  notificationRows.in(db).orderBy('[view.createdAt+_id]').reverse();

/** Returns what rows show, without those that are gone. */
export const viewsOf = (rows: readonly { view: NotificationView | null }[]): NotificationView[] =>
  rows.flatMap(({ view }) => view ?? []);

/** Fetches the newest notifications. Rejects where the server cannot be reached. */
export const refreshNotifications = (): Promise<null> => refresh((db) => pullNotifications(db, 'newest'));

/** Drops the oldest notifications, and what is known to be gone. A cut list is found again from the top. */
export async function trimNotifications(db: LocalDatabase, most: number): Promise<void> {
  const table = notificationRows.in(db);
  await table.filter((row) => row.view === null).delete();
  const extra = await newestFirst(db).offset(most).primaryKeys();
  if (extra.length === 0) return;
  await table.bulkDelete(extra);
  const fetched = await lastFetch.read(db);
  if (fetched) await lastFetch.write(db, { ...fetched, next: undefined });
}
