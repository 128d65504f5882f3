import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../testing/databases.ts';
import { forgetRows } from './database.ts';
import { defineSavedViews } from './saved-views.ts';
import { trim } from './trim.ts';
import type { LocalDatabase } from './types.ts';

const current = vi.hoisted((): { db: LocalDatabase | undefined } => ({ db: undefined }));
vi.mock('./current-database.ts', () => ({ localDatabase: () => current.db }));
vi.mock('#src/app/api.ts', () => ({ api: {} }));
const clock = vi.hoisted(() => ({ now: new Date('2026-03-03T12:00:00Z') }));
vi.mock('#src/lib/server-clock.ts', () => ({ now: () => clock.now }));

const pages = defineSavedViews<string[]>('pages', 2);
const others = defineSavedViews<string[]>('others');

let db: LocalDatabase;
beforeEach(() => {
  clock.now = new Date('2026-03-03T12:00:00Z');
  db = openTestDatabase();
  current.db = db;
});
const pull = (key: string, view = [key]) => pages.pull(key, async () => view);
const later = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
};
const kept = async () =>
  Object.fromEntries(
    await Promise.all(['one', 'two', 'three'].map(async (key) => [key, (await pages.read(db, key))?.view])),
  );

describe('saved views', () => {
  it('are what was fetched last, with when that was', async () => {
    await pull('one', ['alice']);
    later(1);
    const { view, savedAt } = await pull('one', ['alice', 'bob']);
    expect(await pages.read(db, 'one')).toEqual({ view, savedAt });
    expect([view, savedAt]).toEqual([['alice', 'bob'], clock.now]);
    expect(await others.read(db, 'one')).toBeUndefined();
  });

  it('survive a snapshot, and go with the session', async () => {
    await pull('one');
    await forgetRows(db, true);
    expect(await kept()).toMatchObject({ one: ['one'] });
    await forgetRows(db);
    expect(await kept()).toMatchObject({ one: undefined });
  });

  it('stay where the server cannot be reached, and go where it says that they are not there any more', async () => {
    await pull('one');
    const fail = (error: Error) =>
      pages.pull('one', async () => {
        throw error;
      });
    await expect(fail(new Error('The network is lost.'))).rejects.toThrow('The network is lost.');
    expect(await kept()).toMatchObject({ one: ['one'] });
    const data = { reason: 'not-found', httpStatus: 404 };
    const absent = Object.assign(new Error('Not found'), { name: 'TRPCClientError', data });
    await expect(fail(absent)).rejects.toThrow('Not found');
    expect(await kept()).toMatchObject({ one: undefined });
  });

  it('make room for newer ones, of the same kind alone', async () => {
    await others.pull('', async () => ['other']);
    for (const key of ['one', 'two', 'three']) {
      await pull(key);
      later(1);
    }
    expect(await kept()).toEqual({ one: undefined, two: ['two'], three: ['three'] });
    expect(await others.read(db, '')).toMatchObject({ view: ['other'] });
  });

  it('are dropped after a month, and where the device is full', async () => {
    await pull('one');
    later(31 * 24 * 60);
    await pull('two');
    await trim(db);
    expect(await kept()).toMatchObject({ one: undefined, two: ['two'] });
    await trim(db, true);
    expect(await kept()).toMatchObject({ two: undefined });
  });

  it('are shown where the device keeps nothing', async () => {
    db.close();
    expect(await pull('one')).toMatchObject({ view: ['one'] });
  });
});
