import { Dexie } from 'dexie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newerVersion } from '#src/app/newer-version.ts';
import { session } from '#src/app/session.ts';
import { changesOfPost } from '../collections/posts.ts';
import { outboxRow, type TestDatabase } from '../testing/databases.ts';
import { alice, bob } from '../testing/people.ts';
import { postView } from '../testing/views.ts';
import { followSession, localDatabase, wipe } from './current-database.ts';
import { openDatabase, readFact, writeFacts } from './database.ts';
import { enqueue } from './outbox.ts';
import { writeFetched } from './rows.ts';
import { tombstones } from './tombstones.ts';
import { findKeptWork } from './unsaved-work.ts';

const opened: TestDatabase[] = [];
const open = (userId: string, schemaHash = 'one') => {
  const db = openDatabase(userId, schemaHash) as TestDatabase;
  opened.push(db);
  return db;
};

afterEach(async () => {
  session.end();
  for (const db of opened.splice(0)) db.close({ disableAutoOpen: true });
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
  localStorage.clear();
});

describe('a database', () => {
  it('keeps rows when it is opened again', async () => {
    const db = open(alice._id);
    await writeFacts(db, { unread: 3 });
    db.close();
    expect(await readFact(open(alice._id), 'unread')).toBe(3);
  });

  it('drops rows of another shape, and keeps the outbox and drafts', async () => {
    const db = open(alice._id, 'one');
    await db.profiles.put({ _id: bob._id, follows: true, revision: 1 });
    await writeFacts(db, { unread: 3 });
    await db.drafts.put({ key: 'post', values: { title: 'Soup' } });
    await db.outbox.put(outboxRow({ name: 'follow', input: { userId: bob._id, follows: true } }));
    db.close();

    const again = open(alice._id, 'two');
    expect(await again.profiles.count()).toBe(0);
    expect(await readFact(again, 'unread')).toBeUndefined();
    expect(await again.drafts.count()).toBe(1);
    expect(await again.outbox.count()).toBe(1);
  });
});

describe('the database of the signed-in user', () => {
  it('is opened again after a failure to open it', async () => {
    session.begin(alice);
    vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
      throw new DOMException('The disk is away.', 'InvalidStateError');
    });
    const failing = localDatabase() as TestDatabase;
    await expect(readFact(failing, 'unread')).rejects.toThrow('The disk is away.');
    const db = localDatabase() as TestDatabase;
    await writeFacts(db, { unread: 3 });
    expect(await readFact(db, 'unread')).toBe(3);
    expect(localDatabase()).toBe(db);
  });

  it('is opened again after the browser closed it', async () => {
    session.begin(alice);
    const closed = localDatabase() as TestDatabase;
    await writeFacts(closed, { unread: 3 });
    closed.backendDB().close();
    closed.backendDB().dispatchEvent(new IDBVersionChangeEvent('close'));
    await expect.poll(() => localDatabase()).not.toBe(closed);
    const db = localDatabase() as TestDatabase;
    expect(await readFact(db, 'unread')).toBe(3);
  });
});

describe('signing out', () => {
  it('deletes the database while two tabs have it open, and neither recreates it', async () => {
    const tabs = [open(alice._id), open(alice._id)];
    for (const db of tabs) await db.open();
    await writeFacts(tabs[0] as TestDatabase, { unread: 1 });

    await wipe(alice._id);

    expect(await Dexie.getDatabaseNames()).not.toContain(`gatherwell-${alice._id}`);
    for (const db of tabs) await expect(db.posts.count()).rejects.toThrow(Dexie.DatabaseClosedError);
    expect(await Dexie.getDatabaseNames()).not.toContain(`gatherwell-${alice._id}`);
  });

  it('leaves nothing in any tab, not even unsent work', async () => {
    const stop = followSession();
    session.begin(alice);
    await enqueue(localDatabase() as TestDatabase, {
      name: 'follow',
      input: { userId: bob._id, follows: true },
    });
    tombstones.lay(alice._id);
    session.end();
    await expect.poll(() => Dexie.getDatabaseNames()).toEqual([]);
    expect(await findKeptWork()).toBeUndefined();
    stop();
  });

  it('keeps a tab that has not heard of it from opening the database', async () => {
    session.begin(alice);
    expect(localDatabase()).toBeDefined();
    tombstones.lay(alice._id);
    expect(localDatabase()).toBeUndefined();
  });

  it('finishes a deletion that a closed tab left behind', async () => {
    await open(alice._id).open();
    opened[0]?.close({ disableAutoOpen: true });
    tombstones.lay(alice._id);
    const stop = followSession();
    await expect.poll(() => Dexie.getDatabaseNames()).toEqual([]);
    stop();
  });

  it('lets the same user sign in again', async () => {
    const stop = followSession();
    session.begin(alice);
    session.end();
    session.begin(alice);
    expect(localDatabase()).toBeDefined();
    stop();
  });
});

describe('a session that ends by itself', () => {
  const draft = { key: 'post', values: { title: 'Soup' } };
  const act = outboxRow({ name: 'follow', input: { userId: bob._id, follows: true } });

  /** Alice has a copy, with something unsent in it, and her session ends. */
  async function lose(): Promise<() => void> {
    const stop = followSession();
    session.begin(alice);
    const db = localDatabase() as TestDatabase;
    await db.profiles.put({ _id: bob._id, follows: true, revision: 1 });
    await db.drafts.put(draft);
    await db.outbox.put(act);
    session.end();
    await expect.poll(async () => (await Dexie.getDatabaseNames()).length).toBe(1);
    return stop;
  }

  it('drops what the server could give again, and keeps unsent work for its user', async () => {
    const stop = await lose();
    expect(localDatabase()).toBeUndefined();
    await expect.poll(() => open(alice._id).profiles.count()).toBe(0);
    expect(await findKeptWork()).toMatchObject({
      user: { name: 'Alice' },
      work: { mutations: 1, drafts: 1 },
    });

    session.begin(alice);
    const again = localDatabase() as TestDatabase;
    expect(await again.drafts.toArray()).toEqual([draft]);
    expect(await again.outbox.toArray()).toEqual([act]);
    expect(await findKeptWork()).toBeUndefined();
    stop();
  });

  it('leaves nothing where it was a sign-out in another tab', async () => {
    const stop = await lose();
    tombstones.lay(alice._id);
    dispatchEvent(new StorageEvent('storage', { key: `gatherwell.signed-out.${alice._id}`, newValue: '' }));
    await expect.poll(() => Dexie.getDatabaseNames()).toEqual([]);
    expect(await findKeptWork()).toBeUndefined();
    expect(await Dexie.getDatabaseNames()).toEqual([]);
    stop();
  });

  it('drops nothing that is fetched after signing in again at once', async () => {
    const stop = await lose();
    session.begin(alice);
    const again = localDatabase() as TestDatabase;
    await writeFetched(again, changesOfPost(postView(1)), 0);
    session.end();
    session.begin(alice);
    await writeFetched(localDatabase() as TestDatabase, changesOfPost(postView(2)), 0);
    expect(newerVersion.signal.aborted).toBe(false);
    stop();
  });

  it('leaves nothing to another user', async () => {
    const stop = await lose();
    session.begin(bob);
    await expect.poll(() => Dexie.getDatabaseNames()).not.toContain(`gatherwell-${alice._id}`);
    expect(await (localDatabase() as TestDatabase).outbox.count()).toBe(0);
    session.begin(alice);
    expect(await (localDatabase() as TestDatabase).outbox.count()).toBe(0);
    stop();
  });

  it('is finished by the next start where the tab was closed', async () => {
    const db = open(alice._id);
    await db.profiles.put({ _id: bob._id, follows: true, revision: 1 });
    await db.outbox.put(act);
    db.close({ disableAutoOpen: true });
    const stop = followSession();
    await expect.poll(() => open(alice._id).profiles.count()).toBe(0);
    expect(await open(alice._id).outbox.count()).toBe(1);
    stop();
  });
});

describe('another account', () => {
  it('has a database of its own, and nothing is left of the one before', async () => {
    const stop = followSession();
    session.begin(alice);
    await writeFacts(localDatabase() as TestDatabase, { unread: 2 });
    session.begin(bob);
    expect(await readFact(localDatabase() as TestDatabase, 'unread')).toBeUndefined();
    await expect.poll(() => Dexie.getDatabaseNames()).toEqual([`gatherwell-${bob._id}`]);
    stop();
  });

  it('deletes a database that a closed tab left behind', async () => {
    await writeFacts(open(alice._id), { unread: 2 });
    opened[0]?.close({ disableAutoOpen: true });
    session.begin(bob);
    const stop = followSession();
    await expect.poll(() => Dexie.getDatabaseNames()).not.toContain(`gatherwell-${alice._id}`);
    stop();
  });
});

describe('a newer version of the program in another tab', () => {
  it('drops the rows, and an older tab writes none and shows that there is a newer version', async () => {
    const old = open(alice._id, 'old');
    await writeFetched(old, changesOfPost(postView(1)), 0);
    const young = open(alice._id, 'young');
    await young.open();
    await expect(writeFetched(old, changesOfPost(postView(2)), 0)).rejects.toThrow('newer version');
    expect(await young.posts.count()).toBe(0);
    expect(newerVersion.signal.aborted).toBe(true);
    await enqueue(old, { name: 'follow', input: { userId: bob._id, follows: true } });
    expect(await young.outbox.count()).toBe(1);
  });

  it('may add tables: an older tab goes on with those that it knows, and keeps the rows', async () => {
    const old = open(alice._id, 'old');
    await enqueue(old, { name: 'follow', input: { userId: bob._id, follows: true } });
    const young = new Dexie(`gatherwell-${alice._id}`);
    const known = old.tables.map(({ name, schema: { primKey, indexes } }) => [
      name,
      [primKey, ...indexes].map(({ src }) => src).join(),
    ]);
    young.version(9).stores({ ...Object.fromEntries(known), kites: '_id' });
    await young.open();
    await young.table('meta').put({ name: 'schemaHash', value: 'young' });
    expect(old.hasBeenClosed()).toBe(true);
    const again = open(alice._id, 'old');
    expect(await readFact(again, 'schemaHash')).toBe('young');
    expect(await again.outbox.count()).toBe(1);
    young.close();
  });
});
