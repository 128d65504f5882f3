import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoggedEvent, UserEvent } from '#server/events/events.schema.ts';
import { changesOfPost } from '../collections/posts.ts';
import { openAgain, openTestDatabase, type TestDatabase } from '../testing/databases.ts';
import { anyEvent, logged } from '../testing/events.ts';
import { alice } from '../testing/people.ts';
import { idOf, postView } from '../testing/views.ts';
import { applyEvents } from './apply.ts';
import { currentRevision, readFact, writeFacts } from './database.ts';
import { writeFetched } from './rows.ts';

const epoch = '00000000-0000-4000-8000-000000000001';

/** Opens a new database of Alice's whose log begins at 0. */
async function freshDatabase(): Promise<TestDatabase> {
  const db = openTestDatabase(crypto.randomUUID(), alice._id);
  await writeFacts(db, { cursor: { epoch, seq: 0 } });
  return db;
}

/** Returns all rows of a database, by table. */
async function contentsOf(db: TestDatabase) {
  const tables = await Promise.all(db.tables.map(async (table) => [table.name, await table.toArray()]));
  return Object.fromEntries(tables);
}

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

describe('applyEvents', () => {
  it('ends in the same rows, however events are cut into batches and however often they come', async () => {
    await fc.assert(
      fc.asyncProperty(anyLog, anyDelivery, async (events, delivery) => {
        const log = logged(events);
        const [whole, cut] = [await freshDatabase(), await freshDatabase()];
        await applyEvents(whole, epoch, log);
        for (const batch of batchesOf(log, delivery)) expect(await applyEvents(cut, epoch, batch)).toBe(true);
        expect(await contentsOf(cut)).toEqual(await contentsOf(whole));
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it('ends in the same rows when several tabs apply events at once', async () => {
    await fc.assert(
      fc.asyncProperty(anyLog, fc.nat(25), async (events, middle) => {
        const log = logged(events);
        const [alone, shared] = [await freshDatabase(), await freshDatabase()];
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
  }, 120_000);

  it('rejects a batch before which an event is missing, and changes nothing', async () => {
    const db = await freshDatabase();
    const log = logged([
      { type: 'notification-count', payload: { onlyNew: 1 } },
      { type: 'notification-count', payload: { onlyNew: 2 } },
    ]);
    expect(await applyEvents(db, epoch, log.slice(1))).toBe(false);
    expect(await readFact(db, 'cursor')).toEqual({ epoch, seq: 0 });
    expect(await readFact(db, 'unread')).toBeUndefined();
    expect(await applyEvents(db, epoch, log)).toBe(true);
    expect(await readFact(db, 'unread')).toBe(2);
  });

  it('rejects events of another log', async () => {
    const db = await freshDatabase();
    const log = logged([{ type: 'notification-count', payload: { onlyNew: 1 } }]);
    expect(await applyEvents(db, crypto.randomUUID(), log)).toBe(false);
    expect(await applyEvents(db, epoch, log)).toBe(true);
  });

  it('moves the cursor with the rows, or neither', async () => {
    const db = await freshDatabase();
    db.meta.hook('creating', (_key, row) => {
      if (row.name === 'unread') throw new Error('The device is full.');
    });
    const log = logged([
      { type: 'post-upserted', payload: { post: postView(1) } },
      { type: 'notification-count', payload: { onlyNew: 1 } },
    ]);
    await expect(applyEvents(db, epoch, log)).rejects.toThrow();
    expect(await db.posts.count()).toBe(0);
    expect(await readFact(db, 'cursor')).toEqual({ epoch, seq: 0 });
  });

  it('changes nothing but the cursor with an event of a newer server', async () => {
    const unknown = { type: 'moon-phase', payload: {} } as unknown as UserEvent;
    const db = await freshDatabase();
    const [event] = logged([unknown]);
    expect(event && db.collections.changesOf(event, alice._id)).toEqual([]);
    expect(await applyEvents(db, epoch, logged([unknown]))).toBe(true);
    expect(await readFact(db, 'cursor')).toEqual({ epoch, seq: 1 });
  });
});

describe('writeFetched', () => {
  const fetched = async (db: TestDatabase, revision: number, title: string) =>
    writeFetched(db, changesOfPost(postView(1, { title })), revision);
  const titleOf = async (db: TestDatabase) => (await db.posts.get(idOf(1)))?.view?.title;

  it('does not overwrite a row that changed after the request was sent', async () => {
    const db = await freshDatabase();
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

  it('contains what changed, after the request was sent, of a post that was not on the device', async () => {
    const db = await freshDatabase();
    const asked = await currentRevision(db);
    const liked = { userId: alice._id, liked: true, interested: false, going: false };
    const counts = { ...postView(1).counts, liked: 1 };
    await applyEvents(
      db,
      epoch,
      logged([{ type: 'post-interest', payload: { postId: idOf(1), interests: [liked], counts } }]),
    );
    await fetched(db, asked, 'Soup night');
    expect((await db.posts.get(idOf(1)))?.view).toMatchObject({
      title: 'Soup night',
      interests: [liked],
      counts,
    });
    // What was requested afterwards is newer.
    const later = await currentRevision(db);
    await fetched(db, later, 'Soup night');
    expect((await db.posts.get(idOf(1)))?.view?.interests).toEqual(postView(1).interests);
  });

  it('does not bring back a post that was removed after the request was sent', async () => {
    const db = await freshDatabase();
    const asked = await currentRevision(db);
    await applyEvents(db, epoch, logged([{ type: 'post-removed', payload: { postId: idOf(1) } }]));
    await fetched(db, asked, 'Old');
    expect(await titleOf(db)).toBeUndefined();
  });
});
