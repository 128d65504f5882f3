import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import { collections, describeMutation, list } from '../collections/index.ts';
import { postRows } from '../collections/posts.ts';
import { attendance, attendanceRows } from '../testing/attendance.ts';
import { openTestDatabase } from '../testing/databases.ts';
import { carol } from '../testing/people.ts';
import { idOf, postView } from '../testing/views.ts';
import { defineCollections } from './collection.ts';
import { deleteDatabase, openDatabase, readFact } from './database.ts';
import { enqueue, unsentMutations } from './outbox.ts';

/** The tables of version 1, as devices have them. */
const version1 = {
  posts: '_id',
  feedEntries: 'postId, [at+postId]',
  profiles: '_id',
  memberships: '_id',
  notifications: '_id, [view.createdAt+_id]',
  calendars: 'owner, savedAt',
  calendarEntries: '[owner+_id], [owner+ends]',
  meta: 'name',
  outbox: 'opId, order, lane',
  drafts: 'key',
};

/** Stores what an earlier program did: a post, a cursor, a draft, and two mutations that were not sent. */
async function storeEarlier(name: string, schemaHash: string): Promise<void> {
  const earlier = new Dexie(`gatherwell-${name}`);
  earlier.version(1).stores(version1);
  await earlier.table('posts').put({ _id: idOf(1), view: postView(1), revision: 1 });
  await earlier.table('drafts').put({ key: 'post', values: { title: 'Soup' } });
  await earlier.table('meta').bulkPut([
    { name: 'schemaHash', value: schemaHash },
    { name: 'cursor', value: { epoch: idOf(0), seq: 3 } },
    { name: 'taken', value: [idOf(21)] },
  ]);
  await earlier.table('outbox').bulkPut([
    {
      name: 'say',
      input: { postId: idOf(1), interest: 'liked', on: true },
      about: 'Soup night',
      opId: idOf(21),
      order: 1,
      lane: `post ${idOf(1)}`,
      state: 'sent',
      sentAt: new Date(),
    },
    {
      name: 'follow',
      input: { userId: carol._id, follows: true },
      about: 'Carol',
      opId: idOf(22),
      order: 2,
      lane: `profile ${carol._id}`,
      state: 'waiting',
    },
  ]);
  earlier.close();
}

describe('a database that an earlier program left', () => {
  it('has the tables that this one had from the beginning', () => {
    const { meta, outbox, drafts, ...ofCollections } = version1;
    const first = collections.stores.filter(({ since }) => since === 1);
    expect(Object.fromEntries(first.map(({ name, schema }) => [name, schema]))).toEqual(ofCollections);
  });

  it('gets the table of a new collection, and keeps its rows', async () => {
    const name = crypto.randomUUID();
    await storeEarlier(name, 'test');
    const db = openDatabase(name, 'test', defineCollections([...list, attendance]));
    try {
      await attendanceRows.in(db).put({ _id: idOf(1), isGoing: true, revision: 1 });
      expect(await attendanceRows.in(db).count()).toBe(1);
      expect(await postRows.in(db).count()).toBe(1);
      expect(await unsentMutations(db)).toHaveLength(2);
      expect(db.verno).toBeGreaterThan(1);
    } finally {
      db.close({ disableAutoOpen: true });
      await deleteDatabase(name);
    }
  });

  it('keeps its outbox and drafts, and drops rows of another shape', async () => {
    const name = crypto.randomUUID();
    await storeEarlier(name, 'an earlier shape');
    const db = openTestDatabase(name);
    expect((await unsentMutations(db)).map(describeMutation)).toEqual(['Like “Soup night”', 'Follow Carol']);
    expect(await db.drafts.count()).toBe(1);
    expect(await db.posts.count()).toBe(0);
    expect(await readFact(db, 'cursor')).toBeUndefined();
  });

  it('takes what it took before once, and coalesces new mutations with its own', async () => {
    const name = crypto.randomUUID();
    await storeEarlier(name, 'an earlier shape');
    const db = openTestDatabase(name);
    await enqueue(db, { name: 'say', input: { postId: idOf(1), interest: 'liked', on: true } }, idOf(21));
    await enqueue(db, { name: 'follow', input: { userId: carol._id, follows: false } });
    expect((await unsentMutations(db)).map(({ opId }) => opId)).toEqual([idOf(21)]);
  });

  it('keeps its rows where they have the same shape', async () => {
    const name = crypto.randomUUID();
    await storeEarlier(name, 'test');
    const db = openTestDatabase(name);
    expect((await db.posts.get(idOf(1)))?.view).toEqual(postView(1));
    expect(await readFact(db, 'cursor')).toEqual({ epoch: idOf(0), seq: 3 });
  });
});
