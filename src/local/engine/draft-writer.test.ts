import '../collections/index.ts';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '#src/app/session.ts';
import { alice } from '../testing/people.ts';
import { followSession, localDatabase, wipe } from './current-database.ts';
import { openDatabase } from './database.ts';
import { DraftWriter } from './draft-writer.ts';
import { drafts } from './drafts.ts';
import { countUnsavedWork } from './unsaved-work.ts';

interface Note {
  text: string;
}

const key = 'message noor';
const writtenAhead = () => Object.keys(localStorage).filter((name) => name.includes('.draft-ahead.'));
const leavePage = () => dispatchEvent(new Event('pagehide'));

let writer: DraftWriter<Note>;
let stops: (() => void)[];
beforeEach(() => {
  stops = [followSession()];
  session.begin(alice);
  writer = new DraftWriter(key);
  stops.push(writer.watchPage());
});
afterEach(async () => {
  vi.restoreAllMocks();
  session.end();
  for (const stop of stops) stop();
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
  localStorage.clear();
});

/** Lets the database commit nothing of drafts any more, as on a page that is gone. */
function holdDatabase() {
  const table = localDatabase()?.drafts;
  if (!table) throw new Error('Nobody is signed in.');
  const never = () => new Dexie.Promise<never>(() => undefined);
  vi.spyOn(table, 'put').mockImplementation(never);
  vi.spyOn(table, 'delete').mockImplementation(never);
}

/** Returns the drafts that the next page finds: another handle on the database. */
async function draftsOfNextPage() {
  const db = openDatabase(alice._id);
  try {
    expect(await countUnsavedWork(db)).toMatchObject({ drafts: await db.drafts.count() });
    return await db.drafts.toArray();
  } finally {
    db.close();
  }
}

describe('a draft', () => {
  it('is kept while its user types on without a pause', async () => {
    let typed = 0;
    const typing = setInterval(() => {
      typed += 1;
      writer.later(() => ({ text: 'o'.repeat(typed) }));
    }, 20);
    await expect.poll(() => drafts.read(key)).toEqual({ text: expect.stringMatching(/^o+$/) });
    clearInterval(typing);
  });

  it('is there on the next page where the page was left before the database had it', async () => {
    holdDatabase();
    writer.later(() => ({ text: 'Are you coming on Sat' }));
    leavePage();
    expect(await draftsOfNextPage()).toEqual([{ key, values: { text: 'Are you coming on Sat' } }]);
    expect(writtenAhead()).toEqual([]);
  });

  it('is gone on the next page where it was deleted in the last moment', async () => {
    await writer.now({ text: 'Are you coming' });
    holdDatabase();
    writer.later(() => undefined);
    leavePage();
    expect(await draftsOfNextPage()).toEqual([]);
    expect(writtenAhead()).toEqual([]);
  });

  it('is written once where the database had the time', async () => {
    writer.later(() => ({ text: 'Are you coming' }));
    leavePage();
    await expect.poll(() => drafts.read(key)).toEqual({ text: 'Are you coming' });
    await expect.poll(writtenAhead).toEqual([]);
  });

  it('is kept when a phone hides the page', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    holdDatabase();
    writer.later(() => ({ text: 'Are you' }));
    document.dispatchEvent(new Event('visibilitychange'));
    vi.restoreAllMocks();
    expect(await drafts.read(key)).toEqual({ text: 'Are you' });
  });

  it('leaves nothing on the device of who signs out', async () => {
    holdDatabase();
    writer.later(() => ({ text: 'Are you coming' }));
    leavePage();
    expect(writtenAhead()).toHaveLength(1);
    await wipe(alice._id);
    expect(writtenAhead()).toEqual([]);
  });
});
