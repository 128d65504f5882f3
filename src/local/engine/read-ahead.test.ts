import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { attendance, attendanceRows } from '../testing/attendance.ts';
import { idOf } from '../testing/views.ts';
import { defineCollection, defineCollections } from './collection.ts';
import { deleteDatabase, openDatabase } from './database.ts';
import { readAhead } from './read-ahead.ts';
import type { LocalDatabase } from './types.ts';

vi.mock('#src/app/api.ts', () => ({ api: {} }));

let db: LocalDatabase;
let over: AbortController;
let reading: Promise<void> | undefined;
/** What was fetched, in order. */
let fetched: string[];
/** How many fetches fail first. */
let failures: number;

/** Fetches whether the user goes to the posts that are stored without a revision. */
const ahead = defineCollection({
  readAhead: async (from) => {
    const next = await attendanceRows
      .in(from)
      .filter(({ revision }) => revision === 0)
      .first();
    return (
      next &&
      (async () => {
        if (failures-- > 0) throw new Error('The server is away.');
        fetched.push(next._id);
        await attendanceRows.in(from).put({ ...next, revision: 1 });
      })
    );
  },
});

beforeEach(() => {
  const name = crypto.randomUUID();
  db = Object.assign(openDatabase(name, 'test', listOf()), { userId: name });
  over = new AbortController();
  fetched = [];
  failures = 0;
});
afterEach(async () => {
  over.abort();
  await reading;
  Reflect.deleteProperty(navigator, 'connection');
  db.close({ disableAutoOpen: true });
  await deleteDatabase(db.userId);
});

const listOf = () => ({ ...defineCollections([attendance, ahead] as never), list: [attendance, ahead] });
const miss = (...numbers: number[]) =>
  attendanceRows.in(db).bulkPut(numbers.map((number) => ({ _id: idOf(number), isGoing: true, revision: 0 })));
const start = () => {
  reading = readAhead(() => db, over.signal);
};

it('fetches one piece after the other, and what turns out to be missing later', async () => {
  await miss(1, 2);
  start();
  await expect.poll(() => fetched, { timeout: 10_000 }).toEqual([idOf(1), idOf(2)]);
  await miss(3);
  await expect.poll(() => fetched, { timeout: 10_000 }).toEqual([idOf(1), idOf(2), idOf(3)]);
});

it('tries again where a piece could not be fetched', async () => {
  failures = 1;
  await miss(1);
  start();
  await expect.poll(() => fetched, { timeout: 10_000 }).toEqual([idOf(1)]);
});

it('fetches nothing where the user saves data', async () => {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
  await miss(1);
  await readAhead(() => db, over.signal);
  expect(fetched).toEqual([]);
});
