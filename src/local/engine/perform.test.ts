import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '#src/app/session.ts';
import type { Act } from '../acts.ts';
import { readPost } from '../collections/posts.ts';
import { alice } from '../testing/people.ts';
import { idOf, postView } from '../testing/views.ts';
import { rowsOfPost, writeFetched } from './apply-events.ts';
import { followSession, localDatabase } from './current-database.ts';
import { type LocalDatabase, openDatabase } from './database.ts';
import { perform } from './perform.ts';

const like = (on: boolean): Act => ({ name: 'say', input: { postId: idOf(1), interest: 'liked', on } });
const likes = async (copy: LocalDatabase) => (await readPost(copy, alice._id, idOf(1)))?.counts.liked;

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
  vi.restoreAllMocks();
  session.end();
  stop();
});

describe('what is done', () => {
  it('is kept, and shows in every tab over what the server said', async () => {
    const otherTab = openDatabase(alice._id);
    await perform(like(true));
    expect(await likes(db)).toBe(1);
    expect(await likes(otherTab)).toBe(1);
    expect((await db.posts.get(idOf(1)))?.view?.counts.liked).toBe(0);
    await perform(like(false));
    expect(await likes(otherTab)).toBe(0);
  });

  it('is not done where it cannot be kept', async () => {
    vi.spyOn(db.outbox, 'add').mockRejectedValue(new Error('The disk is gone.'));
    await expect(perform(like(true))).rejects.toThrow('The disk is gone.');
    expect(await likes(db)).toBe(0);
  });

  it('is nothing where nobody is signed in', async () => {
    session.end();
    await expect(perform(like(true))).rejects.toThrow('Nobody is signed in.');
  });
});
