import { describe, expect, it } from 'vitest';
import type { NotificationView } from '#server/notifications/notifications.schema.ts';
import { applyEvents } from '../engine/apply.ts';
import { writeFacts } from '../engine/database.ts';
import { openTestDatabase, outboxRow, type TestDatabase } from '../testing/databases.ts';
import { idOf, notificationView } from '../testing/views.ts';
import { placeNotifications, readUnread, trimNotifications } from './notifications.ts';
import { newestNotification, readNotifications } from './read-notifications.ts';

const lines = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => notificationView(from - index));

async function arrive(
  db: TestDatabase,
  items: NotificationView[],
  cursor: string | null,
  { revision = 0, after }: { revision?: number; after?: string } = {},
) {
  await db.transaction('rw', [db.notifications, db.meta], async () => {
    await placeNotifications(db, { items, cursor, total: 9 }, revision, after);
  });
}

const numbers = async (db: TestDatabase, limit = 100) =>
  (await readNotifications(db, limit)).items.map((view) => Number(view._id.slice(-12)));

describe('the list', () => {
  it('returns its pages in their order, and knows where they end', async () => {
    const db = openTestDatabase();
    await arrive(db, lines(9, 7), 'after 7');
    expect((await readNotifications(db, 3)).isComplete).toBe(false);
    await arrive(db, lines(6, 5), null, { after: 'after 7' });
    expect(await numbers(db)).toEqual([9, 8, 7, 6, 5]);
    expect(await readNotifications(db, 5)).toMatchObject({ isComplete: true, total: 9 });
    expect((await readNotifications(db, 4)).isComplete).toBe(false);
  });

  it('keeps older ones when the newest are fetched again', async () => {
    const db = openTestDatabase();
    await arrive(db, lines(9, 7), 'after 7');
    await arrive(db, lines(6, 5), null, { after: 'after 7' });
    await arrive(db, [notificationView(9), notificationView(7)], 'after 7');
    expect(await numbers(db)).toEqual([9, 7, 6, 5]);
    expect((await readNotifications(db, 9)).isComplete).toBe(true);
  });

  it('keeps one that came while it was fetched', async () => {
    const db = openTestDatabase();
    await db.notifications.put({ _id: idOf(10), view: notificationView(10), revision: 4 });
    await arrive(db, lines(9, 7), null, { revision: 3 });
    expect(await numbers(db)).toEqual([10, 9, 8, 7]);
  });

  it('is found again from the top after trimming', async () => {
    const db = openTestDatabase();
    await arrive(db, lines(9, 7), 'after 7');
    await arrive(db, lines(6, 4), null, { after: 'after 7' });
    await trimNotifications(db, 4);
    expect(await numbers(db)).toEqual([9, 8, 7, 6]);
    expect((await readNotifications(db, 9)).isComplete).toBe(false);
    await arrive(db, lines(9, 7), 'after 7');
    await arrive(db, lines(6, 4), null, { after: 'after 7' });
    expect(await numbers(db)).toEqual([9, 8, 7, 6, 5, 4]);
    expect((await readNotifications(db, 9)).isComplete).toBe(true);
  });
});

describe('the count of unread ones', () => {
  it('follows pending marks', async () => {
    const db = openTestDatabase();
    await arrive(db, [notificationView(2), notificationView(1, { isRead: true })], null);
    await writeFacts(db, { unread: 5 });
    expect(await readUnread(db)).toBe(5);
    const mark = (number: number, isRead: boolean) =>
      db.outbox.add(outboxRow({ name: 'mark', input: { notificationId: idOf(number), isRead } }));
    await mark(2, true);
    expect(await readUnread(db)).toBe(4);
    await mark(1, false);
    expect(await readUnread(db)).toBe(5);
    await db.outbox.add(outboxRow({ name: 'mark-all', input: { isRead: true } }));
    expect(await readUnread(db)).toBe(0);
  });

  it('counts those that came after all were marked, on this device and on others', async () => {
    const db = openTestDatabase();
    await arrive(db, [notificationView(2), notificationView(1)], null);
    await writeFacts(db, { unread: 2 });
    const until = await newestNotification(db);
    expect(until).toBe(notificationView(2).createdAt);
    await db.outbox.add(outboxRow({ name: 'mark-all', input: { isRead: true, until } }));
    await arrive(db, [notificationView(3), notificationView(2), notificationView(1)], null);
    await writeFacts(db, { unread: 3 });
    expect(await readUnread(db)).toBe(1);

    const other = openTestDatabase();
    await writeFacts(other, { cursor: { epoch: idOf(0), seq: 0 } });
    await arrive(other, [notificationView(3), notificationView(2), notificationView(1)], null);
    const event = { seq: 1, opId: null, createdAt: notificationView(3).createdAt };
    await applyEvents(other, idOf(0), [
      { ...event, type: 'notifications-marked', payload: { isRead: true, until } },
    ]);
    expect((await readNotifications(other, 9)).items.map(({ isRead }) => isRead)).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('deleting', () => {
  const remove = (db: TestDatabase, number: number, isDeleted = true) =>
    db.outbox.add(
      outboxRow({ name: 'delete-notification', input: { notificationId: idOf(number), isDeleted } }),
    );

  it('shows the notification as deleted at its place, and does not count it, until it is undone', async () => {
    const db = openTestDatabase();
    await arrive(db, lines(9, 7), null);
    await writeFacts(db, { unread: 3 });
    await remove(db, 8);
    const { items, total } = await readNotifications(db, 9);
    expect(items.map(({ isDeleted }) => isDeleted)).toEqual([false, true, false]);
    expect(total).toBe(8);
    expect(await readUnread(db)).toBe(2);
    await remove(db, 8, false);
    expect((await readNotifications(db, 9)).total).toBe(9);
    expect(await readUnread(db)).toBe(3);
  });

  it('keeps the row when a page lacks it, and drops it with the event', async () => {
    const db = openTestDatabase();
    await writeFacts(db, { cursor: { epoch: idOf(0), seq: 0 } });
    await arrive(db, [notificationView(9), notificationView(8, { isDeleted: true })], null);
    await arrive(db, lines(9, 9), null);
    expect(await numbers(db)).toEqual([9, 8]);
    const payload = { notificationId: idOf(8) };
    const event = { seq: 1, opId: null, createdAt: notificationView(9).createdAt };
    await applyEvents(db, idOf(0), [{ ...event, type: 'notification-removed', payload }]);
    expect(await numbers(db)).toEqual([9]);
    expect(await readUnread(db)).toBe(0);
  });
});
