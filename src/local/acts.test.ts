import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '#src/app/session.ts';
import { forgetAbandonedActs, perform } from './acts.ts';
import { rowsOfPost, writeFetched } from './apply-event.ts';
import { followSession, localDatabase } from './current-database.ts';
import { type LocalDatabase, openDatabase } from './database.ts';
import { readPost } from './posts.ts';
import { openCopy } from './testing/copies.ts';
import { alice, carol } from './testing/people.ts';
import { idOf, postView } from './testing/views.ts';

type Answer = {
  postId: string;
  interests: unknown[];
  counts: { liked: number; interested: number; going: number };
};

/** What the server was asked, in order, and how each is answered. */
const asked: { call: string; answer: (answer: Answer) => void; refuse: (error: Error) => void }[] = [];

vi.mock('#src/app/api.ts', () => {
  const call = (name: string) => ({
    mutate: () =>
      new Promise<Answer>((answer, refuse) => {
        asked.push({ call: name, answer, refuse });
      }),
  });
  const posts = Object.fromEntries(
    ['like', 'cancelLike', 'interested', 'cancelInterested', 'going', 'cancelGoing'].map((name) => [
      name,
      call(name),
    ]),
  );
  return { api: { posts, follows: { follow: call('follow'), unfollow: call('unfollow') } } };
});

const said = (on: boolean): Answer => ({
  postId: idOf(1),
  interests: on ? [{ userId: alice._id, liked: true, interested: false, going: false }] : [],
  counts: { liked: on ? 1 : 0, interested: 0, going: 0 },
});
const like = (on: boolean) => perform({ name: 'say', input: { postId: idOf(1), interest: 'liked', on } });
const likes = async (db: LocalDatabase) => (await readPost(db, alice._id, idOf(1)))?.counts.liked;
const isAsked = (times: number) => expect.poll(() => asked.length).toBe(times);

let db: LocalDatabase;
let stop: () => void;

beforeEach(async () => {
  stop = followSession();
  session.begin(alice);
  const opened = localDatabase();
  if (!opened) throw new Error('Alice has no copy.');
  db = opened;
  await writeFetched(db, rowsOfPost(postView(1)), 0);
});

afterEach(() => {
  asked.length = 0;
  session.end();
  stop();
});

describe('an act', () => {
  it('shows before the server has answered, in every tab, and stays when it has', async () => {
    const done = like(true);
    const otherTab = openDatabase(alice._id);
    await isAsked(1);
    expect(await likes(db)).toBe(1);
    expect(await likes(otherTab)).toBe(1);
    expect((await db.posts.get(idOf(1)))?.view?.counts.liked).toBe(0);
    asked[0]?.answer(said(true));
    await done;
    expect(await likes(otherTab)).toBe(1);
    expect((await db.posts.get(idOf(1)))?.view?.counts.liked).toBe(1);
    expect(await db.outbox.count()).toBe(0);
  });

  it('is taken back where the server refuses', async () => {
    const done = like(true);
    await isAsked(1);
    asked[0]?.refuse(new Error('Posts of this type cannot be liked.'));
    await expect(done).rejects.toThrow('cannot be liked');
    expect(await likes(db)).toBe(0);
    expect(await db.outbox.count()).toBe(0);
  });

  it('waits for the one before it on the same thing, and the last one counts', async () => {
    const both = Promise.all([like(true), like(false)]);
    await isAsked(1);
    await expect.poll(() => likes(db)).toBe(0);
    asked[0]?.answer(said(true));
    await isAsked(2);
    expect(await likes(db)).toBe(0);
    asked[1]?.answer(said(false));
    await both;
    expect(asked.map(({ call }) => call)).toEqual(['like', 'cancelLike']);
    expect(await likes(db)).toBe(0);
  });

  it('goes on after one that was refused', async () => {
    const [first, second] = [like(true), like(false)];
    await isAsked(1);
    asked[0]?.refuse(new Error('No.'));
    await expect(first).rejects.toThrow('No.');
    await isAsked(2);
    asked[1]?.answer(said(false));
    await second;
    expect(await likes(db)).toBe(0);
  });

  it('does not wait for acts on other things', async () => {
    const done = like(true);
    const follow = perform({ name: 'follow', input: { userId: carol._id, follows: false } });
    await isAsked(2);
    asked[0]?.answer(said(true));
    asked[1]?.refuse(new Error('No.'));
    await done;
    await expect(follow).rejects.toThrow('No.');
  });
});

describe('an act whose tab was closed', () => {
  it('is no longer shown, and neither is one of a tab that is open taken back', async () => {
    const held = { name: 'open' };
    vi.stubGlobal('navigator', { locks: { query: async () => ({ held: [held] }) } });
    const copy = openCopy();
    const row = { lane: 'x', name: 'follow', input: { userId: carol._id, follows: true } } as const;
    await copy.outbox.bulkAdd([
      { opId: 'closed', ...row },
      { opId: 'open', ...row },
    ]);
    await forgetAbandonedActs(copy);
    expect(await copy.outbox.toCollection().primaryKeys()).toEqual(['open']);
    vi.unstubAllGlobals();
  });
});
