import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import { failureOf } from '#src/app/failure.ts';
import { changesOfPost } from '../collections/posts.ts';
import { openTestDatabase, type TestDatabase } from '../testing/databases.ts';
import { carol } from '../testing/people.ts';
import { postView } from '../testing/views.ts';
import { enqueue, unsentMutations } from './outbox.ts';
import { writeFetched } from './rows.ts';

const follow = { name: 'follow', input: { userId: carol._id, follows: true } } as const;

/** A copy with many posts on a device that has room for nothing more than `posts` of them and an act. */
async function openFullCopy(posts: number): Promise<TestDatabase> {
  const db = openTestDatabase();
  const many = Array.from({ length: 60 }, (_, index) => postView(index + 1));
  await writeFetched(db, many.flatMap(changesOfPost), 0);
  let count = await db.posts.count();
  db.posts.hook('deleting', () => {
    count -= 1;
  });
  const failOnFull = () => {
    if (count > posts) throw new Dexie.QuotaExceededError();
  };
  db.outbox.hook('creating', failOnFull);
  db.posts.hook('creating', failOnFull);
  return db;
}

describe('a full device', () => {
  it('enqueues a mutation, for which cached rows are trimmed', async () => {
    const db = await openFullCopy(30);
    await enqueue(db, follow);
    expect(await unsentMutations(db)).toHaveLength(1);
    expect(await db.posts.count()).toBe(30);
  });

  it('keeps earlier mutations where there is no room for another, and rejects that one', async () => {
    const db = await openFullCopy(30);
    await enqueue(db, follow);
    const full = await openFullCopy(0);
    const error = await enqueue(full, follow).catch((reason: unknown) => reason);
    expect(failureOf(error)).toMatchObject({ reason: 'device', message: /no room left/ });
    expect(await unsentMutations(full)).toEqual([]);
    expect(await unsentMutations(db)).toHaveLength(1);
  });

  it('stores what is fetched once older rows are trimmed', async () => {
    const db = await openFullCopy(30);
    await writeFetched(db, changesOfPost(postView(99)), 99);
    expect(await db.posts.get(postView(99)._id)).toBeDefined();
  });
});

describe('an error', () => {
  it.each([
    ['of a full device', new Dexie.QuotaExceededError(), 'This device is out of space.'],
    [
      'of a transaction that could not be written',
      new Dexie.AbortError('Aborted', new DOMException('', 'QuotaExceededError')),
      'This device is out of space.',
    ],
    [
      'of a browser that keeps nothing',
      new Dexie.OpenFailedError(),
      'This browser doesn’t let Gatherwell store data.',
    ],
    ['of the network', new TypeError('Failed to fetch'), 'The server cannot be reached.'],
  ])('%s has a message in plain words', (_what, error, words) => {
    expect(failureOf(error).message).toContain(words);
  });
});
