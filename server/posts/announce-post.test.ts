import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { readEvents } from '../events/events.queries.ts';
import { setUpCast } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';
import { announcePost } from './announce-post.ts';

const { world, alice, bob, carol } = setUpCast();

const general = { postType: 'general', title: 'We have moved', isActive: true } as const;
const publish = async (isActive = true) => (await world.as(carol).posts.create({ ...general, isActive }))._id;
const saveAgain = (id: string, isActive: boolean) =>
  world.as(carol).posts.update({ ...general, id, isActive });
const follow = (follower: Person) =>
  world.as(follower).follows.follow({ followerId: follower._id, followingId: carol._id });

/** Adds that many followers in bulk. Returns their ids, those who followed last first. */
async function addCrowd(size: number): Promise<string[]> {
  const followedAt = (index: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3));
  const crowd = Array.from({ length: size }, () => uuid());
  await world.db
    .insertInto('users')
    .values(
      crowd.map((id) => ({
        id,
        user_type: 'individual' as const,
        email: `${id}@example.org`,
        password_hash: '',
        created_at: followedAt(0),
      })),
    )
    .execute();
  await world.db
    .insertInto('individuals')
    .values(crowd.map((user_id) => ({ user_id, address: '{}' })))
    .execute();
  await world.db
    .insertInto('follows')
    .values(
      crowd.map((follower_id, index) => ({
        id: uuid(),
        follower_id,
        following_id: carol._id,
        created_at: followedAt(index),
      })),
    )
    .execute();
  return crowd.toReversed();
}

/** How many notifications of a post each of its receivers has. */
async function countTold(postId: string): Promise<Map<string, number>> {
  const rows = await world.db
    .selectFrom('notifications')
    .select((eb) => ['user_id', eb.fn.countAll<number>().as('count')])
    .where('post_id', '=', postId)
    .where('type', '=', 'new-post')
    .groupBy('user_id')
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.count]));
}
const eachOnce = (userIds: readonly string[]) => new Map(userIds.map((userId) => [userId, 1]));
const typesOf = async (person: { _id: string }) =>
  (await readEvents(world.db, person._id, 0)).map(({ type }) => type);

/** Runs the job that a queue would, without the jobs that it adds. */
const runOnce = (postId: string, after: string | null = null) => announcePost(world.deps, { postId, after });

describe('publishing notifies followers', () => {
  test('who did it and what, and that their feed has newer posts; and nobody else', async () => {
    await follow(alice);
    world.ports.clock.set(new Date('2026-11-21T10:00:00.000Z'));
    const id = await publish();
    expect(await typesOf(alice)).toEqual(['follow-changed']);
    await world.ports.runJobs();
    const { items } = await world.as(alice).notifications.list({});
    expect(items).toMatchObject([
      {
        type: 'new-post',
        senderId: carol._id,
        userType: 'organization',
        isRead: false,
        postId: { _id: id, postType: 'general', title: general.title },
      },
    ]);
    expect((await readEvents(world.db, alice._id, 0)).slice(1)).toMatchObject([
      { type: 'notification-upserted', payload: { notification: items[0] } },
      { type: 'notification-count', payload: { onlyNew: 1 } },
      { type: 'feed-newer', payload: { newestAt: '2026-11-21T10:00:00.000Z' } },
    ]);
    expect((await world.as(alice).feeds.home({})).items[0]?._id).toBe(id);
    expect(await countTold(id)).toEqual(eachOnce([alice._id]));
    expect(await typesOf(bob)).toEqual([]);
    expect(await typesOf(carol)).not.toContain('feed-newer');
  });

  test('of a draft when it is published, and of a change not again', async () => {
    await follow(alice);
    const id = await publish(false);
    await world.ports.runJobs();
    expect(await countTold(id)).toEqual(new Map());
    for (let round = 0; round < 2; round++) {
      await saveAgain(id, true);
      await world.ports.runJobs();
      expect(await countTold(id)).toEqual(eachOnce([alice._id]));
    }
    const newer = (await typesOf(alice)).filter((type) => type === 'feed-newer');
    expect(newer).toHaveLength(1);
  });

  test('once, though it is taken back and published again; the feed has it anew', async () => {
    await follow(alice);
    const id = await publish();
    await world.ports.runJobs();
    await saveAgain(id, false);
    await saveAgain(id, true);
    await follow(bob);
    await world.ports.runJobs();
    expect(await countTold(id)).toEqual(eachOnce([alice._id, bob._id]));
    const newer = (await typesOf(alice)).filter((type) => type === 'feed-newer');
    expect(newer).toHaveLength(2);
  });

  test('who was invited to it before, in the line of who invited them', async () => {
    await follow(alice);
    const id = await publish();
    const invited = await world.request(`/api/users/${bob._id}/invite`, {
      method: 'POST',
      as: bob,
      body: { usersToBeInvited: [alice._id], postLink: `/post/general/details/${id}` },
    });
    expect(invited.status).toBe(200);
    const before = await readEvents(world.db, alice._id, 0);
    await world.ports.runJobs();
    const { items } = await world.as(alice).notifications.list({});
    expect(items).toMatchObject([{ type: 'new-post', senderId: carol._id, totalSenders: 2 }]);
    expect((await readEvents(world.db, alice._id, 0)).slice(before.length)).toMatchObject([
      { type: 'notification-upserted', payload: { notification: items[0] } },
      { type: 'notification-count', payload: { onlyNew: 1, total: 1 } },
      { type: 'feed-newer' },
    ]);
  });

  test('with the notification as lists have it, and how many each follower has by then', async () => {
    await follow(alice);
    await follow(bob);
    const first = await publish();
    await world.ports.runJobs();
    await world.as(alice).notifications.markAll({ isRead: true });
    const second = await publish();
    await world.ports.runJobs();
    for (const [person, onlyNew] of [
      [alice, 1],
      [bob, 2],
    ] as const) {
      const { items } = await world.as(person).notifications.list({});
      expect(items.map(({ postId }) => postId?._id)).toEqual([second, first]);
      const [upserted, count] = (await readEvents(world.db, person._id, 0)).slice(-3);
      expect(upserted?.payload).toEqual({ notification: items[0] });
      expect(count?.payload).toEqual({ total: 2, onlyNew });
    }
  });

  test('while they are notified of other things; the last count in their log is true', async () => {
    await follow(alice);
    await follow(bob);
    const ids = [await publish(), await publish(), await publish()];
    await Promise.all([
      ...ids.map((id) => runOnce(id)),
      ...[alice, bob].map(({ _id }) =>
        world.as(carol).follows.follow({ followerId: carol._id, followingId: _id }),
      ),
    ]);
    for (const person of [alice, bob]) {
      const counts = (await readEvents(world.db, person._id, 0)).filter(
        ({ type }) => type === 'notification-count',
      );
      expect(counts.at(-1)?.payload).toEqual({ total: 4, onlyNew: 4 });
    }
  });

  test('1,600 of them in batches, two at a time from the second on, each once, also where jobs run again and again', async () => {
    const crowd = await addCrowd(1600);
    await world.as(carol).follows.follow({ followerId: carol._id, followingId: alice._id });
    const id = await publish();
    await runOnce(id);
    expect(await countTold(id)).toEqual(eachOnce(crowd.slice(0, 500)));
    await runOnce(id);
    expect(await countTold(id)).toEqual(eachOnce(crowd.slice(0, 500)));
    await world.ports.runJobs();
    expect(await countTold(id)).toEqual(eachOnce(crowd));
    await Promise.all([runOnce(id), runOnce(id)]);
    await world.ports.runJobs();
    expect(await countTold(id)).toEqual(eachOnce(crowd));
    const last = crowd.at(-1) ?? '';
    expect((await typesOf({ _id: last })).slice(0, 3)).toEqual([
      'notification-upserted',
      'notification-count',
      'feed-newer',
    ]);
    const { count } = await world.db
      .selectFrom('user_events')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', 'in', crowd)
      .where('type', '=', 'notification-upserted')
      .executeTakeFirstOrThrow();
    expect(count).toBe(1600);
  });

  test('in as many statements for a full batch as for one', async () => {
    await follow(alice);
    const forOne = await publish();
    const one = await world.countQueries(() => runOnce(forOne));
    await addCrowd(499);
    const forMany = await publish();
    expect(await world.countQueries(() => runOnce(forMany))).toBe(one);
    expect((await countTold(forMany)).size).toBe(500);
  });
});

describe('nobody is notified any further', () => {
  test('of a post that was deleted or taken back before', async () => {
    await follow(alice);
    const [deleted, takenBack, kept] = [await publish(), await publish(), await publish()];
    await world.as(carol).posts.remove({ id: deleted });
    await saveAgain(takenBack, false);
    await world.ports.runJobs();
    expect(await countTold(deleted)).toEqual(new Map());
    expect(await countTold(takenBack)).toEqual(new Map());
    expect(await countTold(kept)).toEqual(eachOnce([alice._id]));
  });

  test('of a post that is taken back between two batches, until it is published again', async () => {
    const crowd = await addCrowd(510);
    const id = await publish();
    await runOnce(id);
    await saveAgain(id, false);
    await world.ports.runJobs();
    expect(await countTold(id)).toEqual(eachOnce(crowd.slice(0, 500)));
    await saveAgain(id, true);
    await world.ports.runJobs();
    expect(await countTold(id)).toEqual(eachOnce(crowd));
  });

  test('of a post that is deleted between two batches; its notifications go, too', async () => {
    await addCrowd(510);
    const id = await publish();
    await runOnce(id);
    await world.as(carol).posts.remove({ id });
    await world.ports.runJobs();
    expect(await countTold(id)).toEqual(new Map());
  });

  test('who stopped following before', async () => {
    await follow(alice);
    await follow(bob);
    const id = await publish();
    await world.as(bob).follows.unfollow({ followerId: bob._id, followingId: carol._id });
    await world.ports.runJobs();
    expect(await countTold(id)).toEqual(eachOnce([alice._id]));
  });

  test('while a post is deleted, and the job does not fail', async () => {
    await follow(alice);
    for (let round = 0; round < 10; round++) {
      const id = await publish();
      await Promise.all([runOnce(id), world.as(carol).posts.remove({ id }), runOnce(id)]);
      expect(await countTold(id)).toEqual(new Map());
    }
  });

  test('of a post whose save was rejected', async () => {
    await follow(alice);
    const rejected = world.as(carol).posts.create({ ...general, impactAreas: ['chess'] });
    await expect(rejected).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await world.ports.runJobs();
    expect(await typesOf(alice)).toEqual(['follow-changed']);
  });
});
