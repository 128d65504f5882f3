import { Dexie } from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import { session } from '#src/app/session.ts';
import { followSession, localDatabase, wipe } from './current-database.ts';
import { type LocalDatabase, openDatabase, readMeta, writeMeta } from './database.ts';
import { alice, bob } from './testing/people.ts';
import { tombstones } from './tombstones.ts';

const opened: LocalDatabase[] = [];
const open = (userId: string, schemaHash = 'one') => {
  const db = openDatabase(userId, schemaHash);
  opened.push(db);
  return db;
};

afterEach(async () => {
  session.end();
  for (const db of opened.splice(0)) db.close({ disableAutoOpen: true });
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
  localStorage.clear();
});

describe('a copy', () => {
  it('keeps what was written when it is opened again', async () => {
    const db = open(alice._id);
    await writeMeta(db, { unread: 3 });
    db.close();
    expect(await readMeta(open(alice._id), 'unread')).toBe(3);
  });

  it('drops rows of another shape, and keeps what only this device has', async () => {
    const db = open(alice._id, 'one');
    await db.profiles.put({ _id: bob._id, follows: true, revision: 1 });
    await writeMeta(db, { unread: 3 });
    await db.drafts.put({ key: 'post', values: { title: 'Soup' } });
    await db.outbox.put({ opId: '1', lane: 'x', name: 'follow', input: { userId: bob._id, follows: true } });
    db.close();

    const again = open(alice._id, 'two');
    expect(await again.profiles.count()).toBe(0);
    expect(await readMeta(again, 'unread')).toBeUndefined();
    expect(await again.drafts.count()).toBe(1);
    expect(await again.outbox.count()).toBe(1);
  });
});

describe('signing out', () => {
  it('deletes the copy while two tabs have it open, and neither brings it back', async () => {
    const tabs = [open(alice._id), open(alice._id)];
    for (const db of tabs) await db.open();
    await writeMeta(tabs[0] as LocalDatabase, { unread: 1 });

    await wipe(alice._id);

    expect(await Dexie.getDatabaseNames()).not.toContain(`gatherwell-${alice._id}`);
    for (const db of tabs) await expect(db.posts.count()).rejects.toThrow(Dexie.DatabaseClosedError);
    expect(await Dexie.getDatabaseNames()).not.toContain(`gatherwell-${alice._id}`);
  });

  it('keeps a tab that has not heard of it from opening the copy', async () => {
    session.begin(alice);
    expect(localDatabase()).toBeDefined();
    tombstones.lay(alice._id);
    expect(localDatabase()).toBeUndefined();
  });

  it('wipes the copy when the session ends, for whatever reason', async () => {
    const stop = followSession();
    session.begin(alice);
    await localDatabase()?.open();
    session.end();
    await expect.poll(() => Dexie.getDatabaseNames()).toEqual([]);
    stop();
  });

  it('finishes what a tab left behind that died on the way', async () => {
    await open(alice._id).open();
    opened[0]?.close({ disableAutoOpen: true });
    tombstones.lay(alice._id);
    const stop = followSession();
    await expect.poll(() => Dexie.getDatabaseNames()).toEqual([]);
    stop();
  });

  it('lets the same person sign in again', async () => {
    const stop = followSession();
    session.begin(alice);
    session.end();
    session.begin(alice);
    expect(localDatabase()).toBeDefined();
    stop();
  });
});

describe('another account', () => {
  it('has a copy of its own, and the first one is there on coming back', async () => {
    const stop = followSession();
    session.begin(alice);
    await writeMeta(localDatabase() as LocalDatabase, { unread: 2 });
    session.begin(bob);
    expect(await readMeta(localDatabase() as LocalDatabase, 'unread')).toBeUndefined();
    session.begin(alice);
    expect(await readMeta(localDatabase() as LocalDatabase, 'unread')).toBe(2);
    stop();
  });
});
