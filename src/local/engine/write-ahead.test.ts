import '../collections/index.ts';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '#src/app/session.ts';
import type { Mutation } from '../collections/index.ts';
import { alice, bob } from '../testing/people.ts';
import { idOf } from '../testing/views.ts';
import { commit, recoverFromClosedTabs, recoverWrittenAhead } from './commit.ts';
import { followSession, localDatabase, wipe } from './current-database.ts';
import { forgetRows, openDatabase } from './database.ts';
import { mutate } from './mutate.ts';
import { enqueue } from './outbox.ts';
import { recentMutations } from './recent-mutations.ts';
import { tombstones } from './tombstones.ts';
import type { LocalDatabase } from './types.ts';
import { findKeptWork } from './unsaved-work.ts';
import { writeAhead } from './write-ahead.ts';

const like = (on: boolean, post = 1): Mutation => ({
  name: 'say',
  input: { postId: idOf(post), interest: 'liked', on },
});
const share: Mutation = { name: 'share', input: { postId: idOf(1), shareId: idOf(2) } };

const opened: LocalDatabase[] = [];
const open = (userId = alice._id) => {
  const db = openDatabase(userId);
  opened.push(db);
  return db;
};
const contents = async (db: LocalDatabase) =>
  (await db.outbox.orderBy('order').toArray()).map(({ opId, input }) => [opId, input]);
const written = (userId = alice._id) => writeAhead.entries(userId).map(({ opId }) => opId);

let stop: () => void;
beforeEach(() => {
  stop = followSession();
  session.begin(alice);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  session.end();
  stop();
  for (const db of opened.splice(0)) db.close({ disableAutoOpen: true });
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
  localStorage.clear();
});

const signedInCopy = () => {
  const db = localDatabase();
  if (!db) throw new Error('Nobody is signed in.');
  return db;
};

describe('a mutation', () => {
  it('is written ahead before it is painted, until its outbox row has committed', async () => {
    const painted = vi.spyOn(recentMutations, 'add').mockImplementation(() => {
      expect(written()).toHaveLength(1);
    });
    const done = mutate(like(true));
    expect(painted).toHaveBeenCalledOnce();
    const [opId] = written();
    await done;
    expect(written()).toEqual([]);
    expect(await contents(signedInCopy())).toEqual([[opId, like(true).input]]);
  });

  it('is painted once its outbox row has committed where nothing can be written ahead', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('No room.', 'QuotaExceededError');
    });
    const rows: Promise<unknown[]>[] = [];
    const painted = vi
      .spyOn(recentMutations, 'add')
      .mockImplementation(() => void rows.push(contents(signedInCopy())));
    const done = mutate(like(true));
    expect(painted).not.toHaveBeenCalled();
    await done;
    expect(await rows[0]).toHaveLength(1);
  });

  it('is written ahead where it is the longest message that there can be', () => {
    const text = '"Come!"\n'.repeat(625);
    expect(text).toHaveLength(5_000);
    const input = { messageId: idOf(1), otherId: bob._id, text, images: [], attachments: [], cost: 1 };
    expect(writeAhead.add(alice._id, idOf(1), { name: 'send-message', input, about: 'Bob' })).toBeDefined();
    expect(writeAhead.entries(alice._id)).toMatchObject([{ mutation: { input: { text } } }]);
  });

  it('is not written ahead where it is too large, or where there are too many', async () => {
    expect(writeAhead.add(alice._id, idOf(1), { ...share, about: 'x'.repeat(12_000) })).toBeUndefined();
    for (let post = 1; post <= 100; post++) writeAhead.add(alice._id, idOf(post), like(true, post));
    expect(writeAhead.add(alice._id, idOf(101), share)).toBeUndefined();
    expect(writeAhead.add(bob._id, idOf(101), share)).toBeDefined();
  });

  it('leaves nothing written ahead where the outbox cannot commit', async () => {
    vi.spyOn(signedInCopy().outbox, 'add').mockRejectedValue(new Error('The disk is gone.'));
    await expect(mutate(like(true))).rejects.toThrow('The disk is gone.');
    expect(written()).toEqual([]);
  });
});

describe('what a closed tab has written ahead', () => {
  it('is in the outbox at the first read after the next start, in its order', async () => {
    writeAhead.add(alice._id, idOf(21), like(true, 1));
    writeAhead.add(alice._id, idOf(11), like(true, 2));
    expect(await contents(signedInCopy())).toEqual([
      [idOf(21), like(true, 1).input],
      [idOf(11), like(true, 2).input],
    ]);
    expect(written()).toEqual([]);
  });

  it('cancels out where it was set and set back', async () => {
    writeAhead.add(alice._id, idOf(11), like(true));
    writeAhead.add(alice._id, idOf(12), like(false));
    expect(await contents(signedInCopy())).toEqual([]);
  });

  it('comes before newer mutations of another tab', async () => {
    const db = signedInCopy();
    await contents(db);
    writeAhead.add(alice._id, idOf(11), like(true));
    await mutate(like(false));
    expect(await contents(db)).toEqual([]);
    expect(written()).toEqual([]);
  });

  it('is committed by another open tab a second later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const db = signedInCopy();
    const stopTaking = recoverFromClosedTabs(localDatabase);
    writeAhead.add(alice._id, idOf(11), like(true));
    const [key = ''] = Object.keys(localStorage).filter((name) => name.includes(idOf(11)));
    dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key) }));
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    await expect.poll(() => contents(db)).toHaveLength(1);
    await expect.poll(() => written()).toEqual([]);
    stopTaking();
  });

  it('is skipped and removed where it cannot be read, and left alone where another version wrote it', async () => {
    writeAhead.add(alice._id, idOf(11), like(true));
    const [key = ''] = Object.keys(localStorage).filter((name) => name.includes(idOf(11)));
    const other = key.replace('.1.', '.2.');
    localStorage.setItem(other, localStorage.getItem(key) ?? '');
    localStorage.setItem(key, '{"name":');
    expect(await contents(signedInCopy())).toEqual([]);
    expect(localStorage.getItem(key)).toBeNull();
    expect(localStorage.getItem(other)).not.toBeNull();
  });
});

describe('an entry that two tabs bring', () => {
  it('is taken once while its own tab is still committing it, whoever is first', async () => {
    for (const ownFirst of [true, false]) {
      const [own, other] = [open(), open()];
      const opId = idOf(ownFirst ? 11 : 12);
      writeAhead.add(alice._id, opId, share);
      const begin = [() => enqueue(own, share, opId), () => recoverWrittenAhead(other)];
      await Promise.all((ownFirst ? begin : begin.toReversed()).map((work) => work()));
      expect((await contents(own)).filter(([taken]) => taken === opId)).toHaveLength(1);
    }
  });

  it('does not come back after its own tab has undone it', async () => {
    const db = open();
    writeAhead.add(alice._id, idOf(11), like(true));
    await enqueue(db, like(true), idOf(11));
    await commit(db, idOf(12), like(false));
    await recoverWrittenAhead(db);
    expect(await contents(db)).toEqual([]);
  });

  it('does not come back after it was sent and the rows were dropped', async () => {
    const db = open();
    writeAhead.add(alice._id, idOf(11), share);
    await enqueue(db, share, idOf(11));
    await db.outbox.clear();
    await forgetRows(db);
    await recoverWrittenAhead(db);
    expect(await contents(db)).toEqual([]);
  });
});

describe('at the end of a session', () => {
  it('is deleted with everything else by a sign-out, and never recovered', async () => {
    await contents(signedInCopy());
    writeAhead.add(alice._id, idOf(11), share);
    await wipe(alice._id);
    expect(written()).toEqual([]);
    // A tab that had not heard of it yet.
    writeAhead.add(alice._id, idOf(12), share);
    await recoverWrittenAhead(open());
    expect(written()).toEqual([]);
    expect(await contents(open())).toEqual([]);
    tombstones.lift(alice._id);
  });

  it('is deleted where another user signs in', async () => {
    await contents(signedInCopy());
    writeAhead.add(alice._id, idOf(11), share);
    session.begin(bob);
    expect(await contents(signedInCopy())).toEqual([]);
    await expect.poll(() => written()).toEqual([]);
  });

  it('is deleted at the next start by another user', async () => {
    stop();
    session.end();
    writeAhead.add(alice._id, idOf(11), share);
    session.begin(bob);
    stop = followSession();
    await expect.poll(() => writeAhead.users()).toEqual([]);
    expect(await contents(signedInCopy())).toEqual([]);
  });

  it('waits for its user where the session ended by itself', async () => {
    await contents(signedInCopy());
    writeAhead.add(alice._id, idOf(11), share);
    session.end();
    expect(await findKeptWork()).toMatchObject({ work: { mutations: 1 } });
    session.begin(alice);
    expect(await contents(signedInCopy())).toEqual([[idOf(11), share.input]]);
  });
});
