import { describe, expect, it } from 'vitest';
import type { PostView } from '#server/posts/posts.schema.ts';
import { applyEvents } from '../engine/apply.ts';
import { readFact, writeFacts } from '../engine/database.ts';
import { writeFetched } from '../engine/rows.ts';
import { trim } from '../engine/trim.ts';
import { openTestDatabase, outboxRow, type TestDatabase } from '../testing/databases.ts';
import { alice, carol, dan } from '../testing/people.ts';
import { idOf, postView } from '../testing/views.ts';
import { placePage, readFeed, trimFeed } from './feed.ts';
import { changesOfPost } from './posts.ts';

/** Posts from one number down to another, newest first. */
const posts = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => postView(from - index));

async function arrive(db: TestDatabase, items: PostView[], next: string | null, cursor?: string) {
  await writeFetched(db, items.flatMap(changesOfPost), 0);
  await db.transaction('rw', db.feedEntries, async () => {
    await placePage(db, { items, cursor: next }, cursor);
  });
}

const read = (db: TestDatabase, limit = 100) => readFeed(db, alice._id, limit);
const numbers = async (db: TestDatabase, limit?: number) =>
  (await read(db, limit)).items.map(({ post }) => Number(post._id.slice(-12)));

describe('the feed', () => {
  it('returns its pages in their order', async () => {
    const db = openTestDatabase();
    await arrive(db, posts(9, 7), 'after 7');
    await arrive(db, posts(6, 5), null, 'after 7');
    expect(await numbers(db)).toEqual([9, 8, 7, 6, 5]);
    expect((await read(db)).isComplete).toBe(true);
  });

  it('goes on from the last page boundary that is shown', async () => {
    const db = openTestDatabase();
    await arrive(db, posts(9, 7), 'after 7');
    await arrive(db, posts(6, 4), 'after 4', 'after 7');
    expect(await read(db, 3)).toMatchObject({ next: 'after 7', isComplete: false });
    expect(await read(db, 5)).toMatchObject({ next: 'after 7', isComplete: false });
    expect(await read(db, 6)).toMatchObject({ next: 'after 4', isComplete: false });
  });

  it('puts newer posts on top and keeps those below', async () => {
    const db = openTestDatabase();
    await arrive(db, posts(6, 4), 'after 4');
    await arrive(db, posts(8, 6), 'after 6');
    expect(await numbers(db)).toEqual([8, 7, 6, 5, 4]);
    expect(await read(db, 3)).toMatchObject({ next: 'after 6' });
  });

  it('drops posts that a page no longer has', async () => {
    const db = openTestDatabase();
    await arrive(db, posts(6, 4), 'after 4');
    await arrive(db, posts(3, 1), null, 'after 4');
    await arrive(db, [postView(6), postView(4)], 'after 4');
    expect(await numbers(db)).toEqual([6, 4, 3, 2, 1]);
    await arrive(db, [postView(2)], null, 'after 4');
    expect(await numbers(db)).toEqual([6, 4, 2]);
    await arrive(db, [], null, 'after 4');
    expect(await numbers(db)).toEqual([6, 4]);
    expect((await read(db)).isComplete).toBe(true);
    await arrive(db, [], null);
    expect(await numbers(db)).toEqual([]);
  });

  it('shows a post once, where it was shared last', async () => {
    const db = openTestDatabase();
    await arrive(db, posts(6, 4), null);
    const sharedAt = postView(8).createdAt;
    await arrive(
      db,
      [postView(4, { sharedBy: dan._id, sharedByName: dan.name, sharedAt }), ...posts(6, 5)],
      null,
    );
    expect(await numbers(db)).toEqual([4, 6, 5]);
    expect((await read(db)).items[0]?.post).toMatchObject({
      sharedBy: dan._id,
      sharedByName: dan.name,
      sharedAt,
    });
  });

  it('drops a page whose place is gone', async () => {
    const db = openTestDatabase();
    await arrive(db, posts(9, 7), 'after 7');
    await arrive(db, posts(6, 5), null, 'after another');
    expect(await numbers(db)).toEqual([9, 8, 7]);
  });

  it('leaves out a post that was removed meanwhile', async () => {
    const db = openTestDatabase();
    await arrive(db, posts(3, 1), null);
    await db.posts.put({ _id: idOf(2), view: null, revision: 1 });
    expect(await numbers(db)).toEqual([3, 1]);
  });

  it('keeps a shared post shared when the post itself changes', async () => {
    const db = openTestDatabase();
    const epoch = crypto.randomUUID();
    await writeFacts(db, { cursor: { epoch, seq: 0 } });
    const sharedAt = postView(8).createdAt;
    await arrive(db, [postView(4, { sharedBy: dan._id, sharedByName: dan.name, sharedAt })], null);
    const post = postView(4, { title: 'Changed' });
    await applyEvents(db, epoch, [
      { seq: 1, opId: null, createdAt: sharedAt, type: 'post-upserted', payload: { post } },
    ]);
    expect((await read(db)).items[0]?.post).toMatchObject({ title: 'Changed', sharedBy: dan._id });
  });

  it('reports newer posts until a fetch that contains them', async () => {
    const db = openTestDatabase();
    expect((await read(db)).hasNewer).toBe(false);
    await writeFacts(db, { newestPost: postView(5).createdAt });
    expect((await read(db)).hasNewer).toBe(true);
    await writeFacts(db, { feed: { savedAt: new Date(), newestPost: postView(5).createdAt, followedAt: 0 } });
    expect((await read(db)).hasNewer).toBe(false);
    await writeFacts(db, { newestPost: postView(6).createdAt });
    expect((await read(db)).hasNewer).toBe(true);
  });

  it('lacks the posts of who was followed after it was fetched, until the next fetch', async () => {
    const db = openTestDatabase();
    const epoch = crypto.randomUUID();
    await writeFacts(db, {
      cursor: { epoch, seq: 3 },
      feed: { savedAt: new Date(), newestPost: '', followedAt: 0 },
    });
    const event = (seq: number, follows: boolean) =>
      applyEvents(db, epoch, [
        {
          seq,
          opId: null,
          createdAt: postView(1).createdAt,
          type: 'follow-changed',
          payload: { userId: carol._id, follows },
        },
      ]);
    await event(4, false);
    expect((await read(db)).isIncomplete).toBe(false);
    await event(5, true);
    expect((await read(db)).isIncomplete).toBe(true);
    await writeFacts(db, { feed: { savedAt: new Date(), newestPost: '', followedAt: 5 } });
    expect((await read(db)).isIncomplete).toBe(false);
  });

  it('applies pending mutations to posts', async () => {
    const db = openTestDatabase();
    await arrive(db, [postView(1), postView(2)].reverse(), null);
    await db.outbox.bulkAdd([
      outboxRow({ name: 'say', input: { postId: idOf(1), interest: 'going', on: true } }),
      outboxRow({ name: 'follow', input: { userId: carol._id, follows: false } }),
      outboxRow(
        { name: 'say', input: { postId: idOf(2), interest: 'liked', on: true } },
        { state: 'failed' },
      ),
    ]);
    const { items } = await read(db);
    expect(items.map(({ follows }) => follows)).toEqual([false, false]);
    expect(items.map(({ post }) => post.counts.going)).toEqual([0, 1]);
    expect(items.map(({ post }) => post.counts.liked)).toEqual([0, 0]);
    await db.outbox.clear();
    expect((await read(db)).items.map(({ follows, post }) => [follows, post.counts.going])).toEqual([
      [true, 0],
      [true, 0],
    ]);
  });
});

describe('trimming', () => {
  it('keeps whole pages from the top, and remembers from where to go on', async () => {
    const db = openTestDatabase();
    await arrive(db, posts(9, 7), 'after 7');
    await arrive(db, posts(6, 4), 'after 4', 'after 7');
    await arrive(db, posts(3, 1), null, 'after 4');
    await trimFeed(db, 7);
    expect(await numbers(db)).toEqual([9, 8, 7, 6, 5, 4]);
    expect(await read(db)).toMatchObject({ next: 'after 4', isComplete: false });
    expect(await db.posts.count()).toBeLessThanOrEqual(7);
  });

  it('keeps posts that were opened, the latest first, where there is room', async () => {
    const db = openTestDatabase();
    await arrive(db, posts(9, 7), null);
    for (const number of [1, 2, 3])
      await db.posts.put({ _id: idOf(number), view: postView(number), revision: number });
    await trimFeed(db, 5);
    expect(await numbers(db)).toEqual([9, 8, 7]);
    expect(await db.posts.bulkGet([idOf(1), idOf(2), idOf(3)])).toMatchObject([undefined, {}, {}]);
  });

  it('keeps everything below the limit', async () => {
    const db = openTestDatabase();
    await arrive(db, posts(9, 7), 'after 7');
    await trim(db);
    expect(await numbers(db)).toEqual([9, 8, 7]);
    expect(await readFact(db, 'notifications')).toBeUndefined();
  });
});
