import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import { pendingMutations } from '../engine/outbox.ts';
import type { LocalDatabase, StoredMutation } from '../engine/types.ts';
import {
  applyToNotification,
  lastFetch,
  newestFirst,
  notificationRows,
  totalCount,
  viewsOf,
} from './notifications.ts';

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

/** Returns the newest `limit` notifications from this device, with pending mutations. */
export function readNotifications(db: LocalDatabase, limit: number): Promise<Notifications> {
  return db.transaction('r', [notificationRows.in(db), db.outbox, db.meta], async () => {
    const found = await newestFirst(db)
      .limit(limit + 1)
      .toArray();
    const pending = await pendingMutations(db);
    const fetched = await lastFetch.read(db);
    const total = (await totalCount.read(db)) ?? 0;
    return {
      limit,
      items: viewsOf(found.slice(0, limit)).map((view) => applyToNotification(view, pending)),
      total:
        total -
        (pending.length > 0 ? deletedBy(pending, viewsOf(await notificationRows.in(db).toArray())) : 0),
      isComplete: found.length <= limit && fetched?.next === null,
      savedAt: fetched?.savedAt,
    };
  });
}

/** Returns how many notifications are on this device. */
export const countNotifications = (db: LocalDatabase): Promise<number> => notificationRows.in(db).count();

/** Resolves to when the newest notification on this device came; to undefined where there is none. */
export async function newestNotification(db: LocalDatabase): Promise<string | undefined> {
  const newest = await newestFirst(db)
    .filter(({ view }) => view !== null)
    .first();
  return newest?.view?.createdAt;
}

/** Returns how many fewer notifications there are with pending mutations. */
function deletedBy(pending: readonly StoredMutation[], views: readonly NotificationView[]): number {
  return views.reduce(
    (count, view) => count + Number(applyToNotification(view, pending).isDeleted) - Number(view.isDeleted),
    0,
  );
}
