import { describe, expect, test } from 'vitest';
import { readEvents } from '../events/events.queries.ts';
import { setUpCast } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';

const { world, alice, bob, carol } = setUpCast();

const pairOf = (follower: Person, following: Person) => ({
  followerId: follower._id,
  followingId: following._id,
});
const follow = (follower: Person, following: Person) =>
  world.as(follower).follows.follow(pairOf(follower, following));
const followerIds = async (path: string, as?: Person) => {
  const { data } = await world.request(`/api/follows/followers/${path}`, as && { as });
  return data.items.map((item: { followerId: string }) => item.followerId);
};

describe('following', () => {
  test('twice is once, and returns the same', async () => {
    const first = await follow(alice, carol);
    expect(first).toMatchObject({ isFollowing: true, follow: pairOf(alice, carol), totalFollowers: 1 });
    expect(await follow(alice, carol)).toEqual(first);
  });

  test('20 times at once is one follow, one notification and one event', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => follow(alice, carol)));
    expect(new Set(answers.map((answer) => answer.follow?._id)).size).toBe(1);
    expect(answers.every(({ totalFollowers }) => totalFollowers === 1)).toBe(true);
    expect((await world.as(carol).notifications.list({})).total).toBe(1);
    expect(await readEvents(world.db, alice._id, 0)).toMatchObject([
      { type: 'follow-changed', payload: { userId: carol._id, follows: true } },
    ]);
  });

  test('ends by unfollowing, however often, and notifies the other screens of who did it', async () => {
    await follow(alice, carol);
    await follow(bob, carol);
    for (let round = 0; round < 2; round++)
      expect(await world.as(alice).follows.unfollow(pairOf(alice, carol))).toEqual({
        isFollowing: false,
        follow: null,
        totalFollowers: 1,
      });
    const events = await readEvents(world.db, alice._id, 0);
    expect(events.map(({ payload }) => payload)).toEqual([
      { userId: carol._id, follows: true },
      { userId: carol._id, follows: false },
    ]);
  });

  test('named by its client is done once over REST, and its name stands for nothing else', async () => {
    const send = (body: object, action = 'follow') =>
      world.request(`/api/follows/${action}`, {
        method: 'POST',
        as: alice,
        body,
        headers: { 'idempotency-key': '01990000-0000-7000-8000-00000000000a' },
      });
    const first = await send(pairOf(alice, carol));
    await world.as(alice).follows.unfollow(pairOf(alice, carol));
    expect(await send(pairOf(alice, carol))).toMatchObject({ status: 200, data: first.data });
    expect(await followerIds(carol._id)).toEqual([]);
    expect(await send(pairOf(alice, bob))).toMatchObject({ status: 409 });
    expect(await send(pairOf(alice, carol), 'unfollow')).toMatchObject({ status: 409 });
  });

  test('of individuals works too, and organizations follow', async () => {
    expect(await follow(alice, bob)).toMatchObject({ isFollowing: true });
    expect(await follow(carol, alice)).toMatchObject({ isFollowing: true });
  });

  test('for another user is rejected with 403, for oneself it works', async () => {
    for (const action of ['follow', 'unfollow']) {
      const body = pairOf(bob, carol);
      const path = `/api/follows/${action}`;
      expect(await world.request(path, { method: 'POST', as: alice, body })).toMatchObject({ status: 403 });
      expect(await world.request(path, { method: 'POST', body })).toMatchObject({ status: 401 });
      expect(await world.request(path, { method: 'POST', as: bob, body })).toMatchObject({ status: 200 });
    }
    expect(await followerIds(carol._id)).toEqual([]);
  });

  test('oneself is rejected with 400, and nobody with 404', async () => {
    await expect(follow(alice, alice)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const nobody = { ...bob, _id: '01990000-0000-7000-8000-000000000000' };
    await expect(follow(alice, nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('lists', () => {
  test('show who follows whom, newest first, with names and what there is between them and the caller', async () => {
    await follow(alice, carol);
    await follow(bob, carol);
    await follow(alice, bob);
    const followers = await world.request(`/api/follows/followers/${carol._id}`, { as: alice });
    expect(followers.data).toMatchObject({
      cursor: null,
      items: [
        {
          ...pairOf(bob, carol),
          followerUserType: 'individual',
          followerName: 'Bob Example',
          followerFirstName: 'Bob',
          followerLastName: 'Example',
          followerProfilePicture: null,
          relation: { follows: true, followsBack: false, friendship: null },
        },
        { ...pairOf(alice, carol), relation: null },
      ],
    });
    expect((await world.as(alice).follows.followers({ id: carol._id })).items[0]).toMatchObject({
      ...pairOf(bob, carol),
      follower: { _id: bob._id, name: 'Bob Example', relation: { follows: true } },
    });
    const followings = await world.request(`/api/follows/followings/${alice._id}`);
    expect(followings.data.items).toMatchObject([
      { followingId: bob._id, followingName: 'Bob Example', relation: null },
      {
        followingId: carol._id,
        followingUserType: 'organization',
        followingName: 'Carol',
        followingFirstName: null,
      },
    ]);
  });

  test('page over equal times without gaps or repeats', async () => {
    world.ports.clock.set(new Date('2026-11-21T10:00:00Z'));
    const crowd = await Promise.all(Array.from({ length: 11 }, () => world.individual('dan')));
    for (const person of crowd) await follow(person, carol);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { data } = await world.request(
        `/api/follows/followers/${carol._id}?limit=3${cursor ? `&cursor=${cursor}` : ''}`,
      );
      seen.push(...data.items.map((item: { followerId: string }) => item.followerId));
      cursor = data.cursor;
    } while (cursor);
    expect(seen).toHaveLength(11);
    expect(seen.toSorted()).toEqual(crowd.map(({ _id }) => _id).toSorted());
  });

  test('can be of friends only: of the caller’s', async () => {
    await follow(alice, carol);
    await follow(bob, carol);
    const dan = await world.individual('dan');
    await world.befriend(bob, dan);
    expect(await followerIds(`${carol._id}?onlyFriends=true`, dan)).toEqual([bob._id]);
    expect(await followerIds(`${carol._id}?onlyFriends=false`, dan)).toEqual([bob._id, alice._id]);
    expect(await followerIds(`${carol._id}?onlyFriends=true`)).toEqual([]);
  });

  test('leave out whom the caller may not find, without short pages; the owner sees all', async () => {
    const hidden = [
      await world.individual('eve', { is_user_searchable: false }),
      await world.individual('eve', { show_on_search: 'never' }),
      await world.individual('eve', { show_on_search: 'friends-of-friends' }),
    ];
    await follow(alice, carol);
    for (const person of hidden) await follow(person, carol);
    await follow(bob, carol);
    expect(await followerIds(`${carol._id}?limit=2`)).toEqual([bob._id, alice._id]);
    expect(await followerIds(carol._id, carol)).toHaveLength(5);
    for (const [index, person] of hidden.entries()) {
      await world.befriend(alice, person);
      const seen = await followerIds(carol._id, alice);
      expect(seen.includes(person._id), `hidden ${index}`).toBe(index === 2);
    }
    const [, , ofFriends] = hidden;
    if (!ofFriends) throw new Error('eve is missing');
    expect(await followerIds(carol._id, bob)).not.toContain(ofFriends._id);
    await world.befriend(bob, alice);
    expect(await followerIds(carol._id, bob)).toContain(ofFriends._id);
  });

  test('of a user who does not exist are 404', async () => {
    const path = '/api/follows/followers/01990000-0000-7000-8000-000000000000';
    for (const tail of ['', '/summary']) expect((await world.request(path + tail)).status).toBe(404);
  });
});

describe('single answers', () => {
  test('whether one follows another is returned for oneself and for those one may find', async () => {
    const eve = await world.individual('eve', { is_user_searchable: false });
    await follow(alice, carol);
    await follow(eve, carol);
    const ask = async (as: Person, a: Person, b: Person) =>
      (await world.request(`/api/follows/${a._id}/${b._id}`, { as })).data.isFollowing;
    expect(await ask(bob, alice, carol)).toBe(true);
    expect(await ask(bob, carol, alice)).toBe(false);
    expect(await ask(bob, eve, carol)).toBe(false);
    expect(await ask(eve, eve, carol)).toBe(true);
    expect(await ask(carol, eve, carol)).toBe(true);
    expect(await world.request(`/api/follows/${alice._id}/${carol._id}`)).toMatchObject({ status: 401 });
  });

  test('the summary counts all, friends of the caller, and those of the last 7 days', async () => {
    const now = new Date('2026-11-21T10:00:00Z');
    world.ports.clock.set(new Date(now.getTime() - 8 * 24 * 60 * 60 * 1000));
    await follow(alice, carol);
    world.ports.clock.set(now);
    await follow(bob, carol);
    await world.befriend(alice, bob);
    expect(await world.as(bob).follows.summary({ id: carol._id })).toEqual({
      totalFollowers: 2,
      totalFriendsFollowers: 1,
      totalNewFollowers: 1,
    });
    const visitors = await world.request(`/api/follows/followers/${carol._id}/summary`);
    expect(visitors.data).toEqual({ totalFollowers: 2, totalFriendsFollowers: 0, totalNewFollowers: 1 });
  });
});

test('a list of followers costs the same number of statements for one and for thirty', async () => {
  const list = () => world.as(alice).follows.followers({ id: carol._id });
  await follow(bob, carol);
  const forOne = await world.countQueries(list);
  for (let index = 0; index < 29; index++) await follow(await world.individual('dan'), carol);
  expect(await world.countQueries(list)).toBe(forOne);
});
