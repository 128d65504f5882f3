import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { readEvents } from '../events/events.queries.ts';
import { type PostType, postTypes } from '../posts/post-rules.schema.ts';
import { setUpCast } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';

const { world, alice, bob, carol } = setUpCast();

const publish = async (postType: PostType = 'event', isActive = true) =>
  (await world.as(carol).posts.create({ postType, title: 'Soup night', isActive }))._id;
const put = (as: Person, action: 'add-post' | 'remove-post', postId: string, of = as) =>
  world.request(`/api/schedulers/user/${of._id}/${action}`, { method: 'PUT', as, body: { postId } });
const check = async (as: Person, postId: string) =>
  (await world.request(`/api/schedulers/check-if-added/${as._id}/${postId}`, { as })).data;
const listOf = async (person: Person, as?: Person) =>
  world.request(`/api/schedulers/user/${person._id}`, as ? { as } : {});

describe('adding and removing', () => {
  test('adding twice is adding once, and the post, the list and the check show it', async () => {
    const postId = await publish();
    expect(await check(alice, postId)).toEqual({ postId, isAdded: false });
    for (const action of ['add-post', 'add-post'] as const)
      expect(await put(alice, action, postId)).toMatchObject({
        status: 200,
        success: true,
        data: { postId, isAdded: true },
      });
    expect(await check(alice, postId)).toEqual({ postId, isAdded: true });
    expect((await world.as(alice).posts.byId({ id: postId })).isAdded).toBe(true);
    expect((await world.as(bob).posts.byId({ id: postId })).isAdded).toBe(false);
    expect((await listOf(alice, alice)).data.items).toMatchObject([
      { userId: alice._id, postId, post: { _id: postId, title: 'Soup night', isAdded: true } },
    ]);

    for (const action of ['remove-post', 'remove-post'] as const)
      expect((await put(alice, action, postId)).data).toEqual({ postId, isAdded: false });
    expect(await check(alice, postId)).toEqual({ postId, isAdded: false });
    expect((await listOf(alice, alice)).data.items).toEqual([]);
    const events = await readEvents(world.db, alice._id, 0);
    expect(events.map(({ type, payload }) => [type, payload])).toEqual([
      ['scheduler-changed', { postId, isAdded: true }],
      ['scheduler-changed', { postId, isAdded: false }],
    ]);
  });

  test('the same write sent again changes nothing that was done since', async () => {
    const postId = await publish();
    const headers = { 'idempotency-key': uuid() };
    const add = () =>
      world.request(`/api/schedulers/user/${alice._id}/add-post`, {
        method: 'PUT',
        as: alice,
        body: { postId },
        headers,
      });
    expect((await add()).status).toBe(200);
    await put(alice, 'remove-post', postId);
    expect((await add()).data).toEqual({ postId, isAdded: true });
    expect(await check(alice, postId)).toEqual({ postId, isAdded: false });
  });

  test.each(postTypes)('of the types, what the specification calls addable: %s', async (postType) => {
    const addable: PostType[] = ['event', 'project', 'volunteering', 'advocacy'];
    const { status } = await put(alice, 'add-post', await publish(postType));
    expect(status).toBe(addable.includes(postType) ? 200 : 400);
  });

  test('only of organizations that are not followed; what was added before can be taken out', async () => {
    const [before, after] = [await publish(), await publish()];
    await put(alice, 'add-post', before);
    await world.as(alice).follows.follow({ followerId: alice._id, followingId: carol._id });
    expect((await put(alice, 'add-post', after)).status).toBe(409);
    expect((await put(bob, 'add-post', after)).status).toBe(200);
    expect((await put(alice, 'remove-post', before)).data).toEqual({ postId: before, isAdded: false });
  });

  test('drafts are not there, and one’s own posts are in the calendar anyway', async () => {
    expect((await put(alice, 'add-post', await publish('event', false))).status).toBe(404);
    expect((await put(alice, 'add-post', uuid())).status).toBe(404);
    expect((await put(carol, 'add-post', await publish())).status).toBe(409);
  });

  test('only for oneself', async () => {
    const postId = await publish();
    expect((await put(bob, 'add-post', postId, alice)).status).toBe(403);
    expect((await put(bob, 'remove-post', postId, alice)).status).toBe(403);
    expect((await put(alice, 'add-post', postId)).status).toBe(200);
  });
});

describe('who sees what was added', () => {
  test('the person alone, unless the calendar is public', async () => {
    const postId = await publish();
    const open = await world.individual('eve', { is_calendar_public: true });
    for (const person of [alice, open]) await put(person, 'add-post', postId);
    expect((await listOf(alice, bob)).status).toBe(404);
    expect((await listOf(alice)).status).toBe(404);
    expect((await listOf(alice, alice)).status).toBe(200);
    expect((await listOf(open, bob)).data.items).toMatchObject([{ postId, post: { isAdded: false } }]);
    expect((await listOf(open)).status).toBe(200);
  });

  test('what an organization takes note of is its own business', async () => {
    const dan = await world.organization('dan');
    await put(dan, 'add-post', await publish());
    expect((await listOf(dan, dan)).data.items).toHaveLength(1);
    expect((await listOf(dan, bob)).status).toBe(404);
  });

  test('posts that are taken back or deleted are not listed; pages are whole over equal times', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => publish()));
    for (const id of ids) await put(alice, 'add-post', id);
    const [first = '', second = ''] = ids;
    await world.as(carol).posts.update({ id: first, postType: 'event', title: 'Later', isActive: false });
    await world.as(carol).posts.remove({ id: second });
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await world.as(alice).schedulers.list({ id: alice._id, limit: 2, cursor });
      seen.push(...page.items.map(({ postId }) => postId));
      cursor = page.cursor;
    } while (cursor);
    expect(seen.toSorted()).toEqual(ids.slice(2).toSorted());
  });
});
