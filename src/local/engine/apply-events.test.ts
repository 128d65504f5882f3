import type { Table } from 'dexie';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoggedEvent, UserEvent } from '#server/events/events.schema.ts';
import { openAgain, openCopy } from '../testing/copies.ts';
import { bob, carol } from '../testing/people.ts';
import { idOf, membershipView, notificationView, postView } from '../testing/views.ts';
import { applyEvent, applyEvents, rowsOfPost, writeFetched } from './apply-events.ts';
import { currentRevision, type LocalDatabase, readMeta, writeMeta } from './database.ts';

const epoch = '00000000-0000-4000-8000-000000000001';

/** A fresh copy whose log begins at 0. */
async function freshCopy(): Promise<LocalDatabase> {
  const db = openCopy();
  await writeMeta(db, { cursor: { epoch, seq: 0 } });
  return db;
}

/** Everything that the copy holds, whosever it is. */
async function contentsOf(db: LocalDatabase) {
  const rowsOf = async (table: Table) =>
    (await table.toArray()).map((row: object) => ('owner' in row ? { ...row, owner: null } : row));
  const tables = await Promise.all(db.tables.map(async (table) => [table.name, await rowsOf(table)]));
  return Object.fromEntries(tables);
}

const logged = (events: readonly UserEvent[]): LoggedEvent[] =>
  events.map((event, index) => ({ seq: index + 1, opId: null, createdAt: postView(1).createdAt, ...event }));

const number = fc.integer({ min: 1, max: 6 });
const anyEvent: fc.Arbitrary<UserEvent> = fc.oneof(
  fc
    .record({ number, title: fc.string(), follows: fc.boolean(), isDated: fc.boolean() })
    .map(({ number: n, isDated, ...more }) => ({
      type: 'post-upserted' as const,
      payload: { post: postView(n, { ...more, startDateTime: isDated ? postView(1).createdAt : null }) },
    })),
  number.map((n) => ({ type: 'post-removed' as const, payload: { postId: idOf(n) } })),
  fc.record({ number, liked: fc.nat(9) }).map(({ number: n, liked }) => ({
    type: 'post-interest' as const,
    payload: { postId: idOf(n), interests: [], counts: { liked, interested: 0, going: 0 } },
  })),
  fc.record({ number, isAdded: fc.boolean() }).map(({ number: n, isAdded }) => ({
    type: 'scheduler-changed' as const,
    payload: { postId: idOf(n), isAdded },
  })),
  fc
    .boolean()
    .map((follows) => ({ type: 'follow-changed' as const, payload: { userId: carol._id, follows } })),
  fc
    .boolean()
    .map((endorses) => ({ type: 'endorsement-changed' as const, payload: { userId: carol._id, endorses } })),
  fc.option(fc.constantFrom('pending' as const, 'accepted' as const)).map((status) => ({
    type: 'friendship-changed' as const,
    payload: { userId: bob._id, friendship: status && { _id: idOf(9), status, senderId: bob._id } },
  })),
  fc.option(fc.constantFrom('pending' as const, 'accepted' as const, 'rejected' as const)).map((status) => ({
    type: 'membership-changed' as const,
    payload: { membershipId: idOf(8), membership: status && membershipView({ status }) },
  })),
  fc.record({ number, isRead: fc.boolean(), totalSenders: fc.nat(9) }).map(({ number: n, ...more }) => ({
    type: 'notification-upserted' as const,
    payload: { notification: notificationView(n, more) },
  })),
  number.map((n) => ({ type: 'notification-removed' as const, payload: { notificationId: idOf(n) } })),
  fc.boolean().map((isRead) => ({ type: 'notifications-marked' as const, payload: { isRead } })),
  fc.nat(9).map((onlyNew) => ({ type: 'notification-count' as const, payload: { onlyNew } })),
  number.map((n) => ({ type: 'feed-newer' as const, payload: { newestAt: postView(n).createdAt } })),
);

const anyLog = fc.array(anyEvent, { maxLength: 25 });

/** How a bad connection delivers a log: each batch goes back over some events that came before. */
const anyDelivery = fc.array(fc.record({ back: fc.nat(6), length: fc.nat(9) }), { maxLength: 12 });

function batchesOf(log: readonly LoggedEvent[], delivery: readonly { back: number; length: number }[]) {
  let delivered = 0;
  const batches = delivery.map(({ back, length }) => {
    const from = Math.max(0, delivered - back);
    delivered = Math.max(delivered, Math.min(log.length, from + length));
    return log.slice(from, from + length);
  });
  return [...batches, log.slice(delivered)];
}

describe('events', () => {
  it('end in the same copy, however they are cut into batches and however often they come', async () => {
    await fc.assert(
      fc.asyncProperty(anyLog, anyDelivery, async (events, delivery) => {
        const log = logged(events);
        const [whole, cut] = [await freshCopy(), await freshCopy()];
        await applyEvents(whole, epoch, log);
        for (const batch of batchesOf(log, delivery)) expect(await applyEvents(cut, epoch, batch)).toBe(true);
        expect(await contentsOf(cut)).toEqual(await contentsOf(whole));
      }),
      { numRuns: 60 },
    );
  });

  it('end in the same copy when several tabs apply them at once', async () => {
    await fc.assert(
      fc.asyncProperty(anyLog, fc.nat(25), async (events, middle) => {
        const log = logged(events);
        const [alone, shared] = [await freshCopy(), await freshCopy()];
        await applyEvents(alone, epoch, log);
        const otherTab = openAgain(shared);
        await Promise.all([
          applyEvents(shared, epoch, log.slice(0, middle)),
          applyEvents(otherTab, epoch, log.slice(0, middle)),
        ]);
        await Promise.all([applyEvents(otherTab, epoch, log), applyEvents(shared, epoch, log)]);
        expect(await contentsOf(shared)).toEqual(await contentsOf(alone));
      }),
      { numRuns: 30 },
    );
  });

  it('are refused where one is missing before them, and nothing changes', async () => {
    const db = await freshCopy();
    const log = logged([
      { type: 'notification-count', payload: { onlyNew: 1 } },
      { type: 'notification-count', payload: { onlyNew: 2 } },
    ]);
    expect(await applyEvents(db, epoch, log.slice(1))).toBe(false);
    expect(await readMeta(db, 'cursor')).toEqual({ epoch, seq: 0 });
    expect(await readMeta(db, 'unread')).toBeUndefined();
    expect(await applyEvents(db, epoch, log)).toBe(true);
    expect(await readMeta(db, 'unread')).toBe(2);
  });

  it('are refused where they are of another log', async () => {
    const db = await freshCopy();
    const log = logged([{ type: 'notification-count', payload: { onlyNew: 1 } }]);
    expect(await applyEvents(db, crypto.randomUUID(), log)).toBe(false);
    expect(await applyEvents(db, epoch, log)).toBe(true);
  });

  it('move the cursor with the rows, or neither', async () => {
    const db = await freshCopy();
    db.meta.hook('creating', (_key, row) => {
      if (row.name === 'unread') throw new Error('The device is full.');
    });
    const log = logged([
      { type: 'post-upserted', payload: { post: postView(1) } },
      { type: 'notification-count', payload: { onlyNew: 1 } },
    ]);
    await expect(applyEvents(db, epoch, log)).rejects.toThrow();
    expect(await db.posts.count()).toBe(0);
    expect(await readMeta(db, 'cursor')).toEqual({ epoch, seq: 0 });
  });

  it('that this program does not know change nothing but the cursor', async () => {
    const unknown = { type: 'moon-phase', payload: {} } as unknown as UserEvent;
    expect(applyEvent({ ...unknown, seq: 1 })).toEqual({ rows: [] });
    const db = await freshCopy();
    expect(await applyEvents(db, epoch, logged([unknown]))).toBe(true);
    expect(await readMeta(db, 'cursor')).toEqual({ epoch, seq: 1 });
  });
});

describe('what was fetched', () => {
  const fetched = async (db: LocalDatabase, revision: number, title: string) =>
    writeFetched(db, rowsOfPost(postView(1, { title })), revision);
  const titleOf = async (db: LocalDatabase) => (await db.posts.get(idOf(1)))?.view?.title;

  it('does not replace what changed after it was asked for', async () => {
    const db = await freshCopy();
    const asked = await currentRevision(db);
    await applyEvents(
      db,
      epoch,
      logged([{ type: 'post-upserted', payload: { post: postView(1, { title: 'New' }) } }]),
    );
    await fetched(db, asked, 'Old');
    expect(await titleOf(db)).toBe('New');
    await fetched(db, await currentRevision(db), 'Newer');
    expect(await titleOf(db)).toBe('Newer');
  });

  it('does not bring back what was removed after it was asked for', async () => {
    const db = await freshCopy();
    const asked = await currentRevision(db);
    await applyEvents(db, epoch, logged([{ type: 'post-removed', payload: { postId: idOf(1) } }]));
    await fetched(db, asked, 'Old');
    expect(await titleOf(db)).toBeUndefined();
  });
});
