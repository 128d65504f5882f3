import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import { now } from '#src/lib/server-clock.ts';
import type { LocalDatabase } from '../engine/types.ts';
import { notificationRows } from './notifications.ts';
import { postRows } from './posts.ts';

/** For how long after it came a reminder is news, in milliseconds. */
const newFor = 60 * 60 * 1000;

/** A reminder that has just come, and when its post begins, as far as this device knows. */
export interface NewReminder {
  id: string;
  post: NonNullable<NotificationView['postId']>;
  dates: { startDateTime: string | null; endDateTime: string | null; timeZone: string | null } | undefined;
}

/** Returns the unread reminders of the last hour. */
export function readNewReminders(db: LocalDatabase): Promise<NewReminder[]> {
  const since = new Date(now().getTime() - newFor).toISOString();
  return db.transaction('r', [notificationRows.in(db), postRows.in(db)], async () => {
    const rows = await notificationRows
      .in(db)
      .orderBy('[view.createdAt+_id]')
      .reverse()
      .until(({ view }) => view !== null && view.createdAt < since)
      .filter(({ view }) => view?.type === 'reminder' && !view.isRead && !view.isDeleted)
      .toArray();
    const reminders = rows.flatMap(({ _id: id, view }) => (view?.postId ? [{ id, post: view.postId }] : []));
    const posts = await postRows.in(db).bulkGet(reminders.map(({ post }) => post._id));
    return reminders.map((reminder, index) => ({ ...reminder, dates: posts[index]?.view ?? undefined }));
  });
}
