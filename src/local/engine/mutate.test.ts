import '../collections/index.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '#src/app/session.ts';
import type { Mutation } from '../collections/index.ts';
import { changesOfPost, readPost } from '../collections/posts.ts';
import type { TestDatabase } from '../testing/databases.ts';
import { alice } from '../testing/people.ts';
import { idOf, postView } from '../testing/views.ts';
import { followSession, localDatabase } from './current-database.ts';
import { openDatabase } from './database.ts';
import { mutate } from './mutate.ts';
import { writeFetched } from './rows.ts';
import type { LocalDatabase } from './types.ts';

const like = (on: boolean): Mutation => ({ name: 'say', input: { postId: idOf(1), interest: 'liked', on } });
const likes = async (copy: LocalDatabase) => (await readPost(copy, alice._id, idOf(1)))?.counts.liked;

let db: TestDatabase;
let stop: () => void;
beforeEach(async () => {
  stop = followSession();
  session.begin(alice);
  const opened = localDatabase() as TestDatabase | undefined;
  if (!opened) throw new Error('Alice has no copy.');
  db = opened;
  await writeFetched(db, changesOfPost(postView(1)), 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  session.end();
  stop();
});

describe('mutate', () => {
  it('enqueues, and shows an optimistic update in every tab', async () => {
    const otherTab = openDatabase(alice._id);
    await mutate(like(true));
    expect(await likes(db)).toBe(1);
    expect(await likes(otherTab)).toBe(1);
    expect((await db.posts.get(idOf(1)))?.view?.counts.liked).toBe(0);
    await mutate(like(false));
    expect(await likes(otherTab)).toBe(0);
  });

  it('rejects and rolls back where the outbox cannot commit', async () => {
    vi.spyOn(db.outbox, 'add').mockRejectedValue(new Error('The disk is gone.'));
    await expect(mutate(like(true))).rejects.toThrow('The disk is gone.');
    expect(await likes(db)).toBe(0);
  });

  it('rejects where nobody is signed in', async () => {
    session.end();
    await expect(mutate(like(true))).rejects.toThrow('Nobody is signed in.');
  });
});
