import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { setUpCast } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';

const { world, alice, bob, carol } = setUpCast();

const news = { postType: 'general', title: 'We have moved', isActive: true } as const;
const pathOf = (user: { _id: string }, blocked: { _id: string }) =>
  `/api/conversation-block/userId/${user._id}/blocked-userId/${blocked._id}`;
const block = (user: Person, blocked: { _id: string }, as = user) =>
  world.request('/api/conversation-block', {
    method: 'POST',
    as,
    body: { userId: user._id, blockedUserId: blocked._id },
  });
const unblock = (user: Person, blocked: { _id: string }, as = user) =>
  world.request(pathOf(user, blocked), { method: 'DELETE', as });
const between = (user: Person, blocked: { _id: string }, as = user) =>
  world.request(pathOf(user, blocked), { as });
const listed = async (user: Person, query = '') =>
  (await world.request(`/api/conversation-block/userId/${user._id}${query}`, { as: user })).data;
const eventsOf = async (user: Person) => {
  const rows = await world.db
    .selectFrom('user_events')
    .select(['type', 'payload'])
    .where('user_id', '=', user._id)
    .orderBy('seq')
    .execute();
  return rows.filter(({ type }) => type === 'block-changed').map(({ payload }) => payload);
};

describe('blocking', () => {
  it('stores one block a direction, and returns both directions to both', async () => {
    const first = await block(alice, bob);
    expect(first).toMatchObject({
      status: 200,
      message: 'User blocked.',
      data: {
        conversationBlock: { userId: alice._id, blockedUserId: bob._id, isBlocked: true },
        oppositeConversationBlock: { userId: bob._id, blockedUserId: alice._id, isBlocked: false },
      },
    });
    world.ports.clock.set(new Date(world.ports.clock.now().getTime() + 1000));
    expect((await block(alice, bob)).data).toEqual(first.data);
    expect((await between(bob, alice)).data).toMatchObject({
      conversationBlock: { userId: bob._id, isBlocked: false, createdAt: null },
      oppositeConversationBlock: { userId: alice._id, isBlocked: true },
    });
    expect((await between(alice, bob, bob)).data).toEqual(first.data);
    expect((await between(alice, bob, carol)).status).toBe(403);
  });

  it('ends with the unblock of who blocked, and not with that of the other one', async () => {
    await block(alice, bob);
    expect((await unblock(bob, alice)).status).toBe(200);
    expect((await unblock(alice, bob, bob)).status).toBe(403);
    expect((await between(alice, bob)).data.conversationBlock.isBlocked).toBe(true);
    expect((await unblock(alice, bob)).data.conversationBlock.isBlocked).toBe(false);
    expect((await unblock(alice, bob)).status).toBe(200);
  });

  it('returns 404 to an id of nobody, and 400 to the own one', async () => {
    const nobody = { _id: uuid() };
    for (const response of [block(alice, nobody), between(alice, nobody), unblock(alice, nobody)])
      expect(await response).toMatchObject({ status: 404, data: null });
    expect(await block(alice, alice)).toMatchObject({ status: 400 });
    expect(await block(alice, carol, bob)).toMatchObject({ status: 403 });
    expect(await listed(bob)).toMatchObject({ items: [] });
  });

  it('lists whom the viewer has blocked, newest first, in pages over ties', async () => {
    const crowd = await Promise.all(['dan', 'eve', 'frank'].map((name) => world.individual(name)));
    for (const one of crowd) await block(alice, one);
    await block(bob, alice);
    const pages: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await listed(alice, `?limit=2${cursor && `&cursor=${cursor}`}`);
      for (const item of page.items) {
        expect(item).toMatchObject({ userId: alice._id, isBlocked: true });
        expect(item.blockedUser).toMatchObject({ _id: item.blockedUserId, lastName: 'Example' });
        pages.push(item.blockedUserId);
      }
      cursor = page.cursor;
    }
    expect(pages.toSorted()).toEqual(crowd.map(({ _id }) => _id).toSorted());
    expect(await world.request(`/api/conversation-block/userId/${alice._id}`, { as: bob })).toMatchObject({
      status: 403,
    });
  });

  it('emits both directions to both sides, once, and notifies nobody', async () => {
    await block(alice, bob);
    await block(alice, bob);
    await block(bob, alice);
    await unblock(alice, bob);
    const seenBy = (other: Person, ...states: [boolean, boolean][]) =>
      states.map(([isBlocked, isBlockedByOther]) => ({ userId: other._id, isBlocked, isBlockedByOther }));
    expect(await eventsOf(alice)).toEqual(seenBy(bob, [true, false], [true, true], [false, true]));
    expect(await eventsOf(bob)).toEqual(seenBy(alice, [false, true], [true, true], [true, false]));
    expect((await world.as(bob).notifications.list({})).items).toEqual([]);
  });
});

describe('who is blocked, and who blocks', () => {
  const ask = (from: Person, to: Person) =>
    world.request('/api/friendships/', {
      method: 'POST',
      as: from,
      body: { senderId: from._id, receiverId: to._id },
    });

  it('get 404 to a friend request to each other, until the block ends', async () => {
    await block(alice, bob);
    expect(await ask(bob, alice)).toMatchObject({ status: 404, message: 'Not found', data: null });
    expect(await ask(alice, bob)).toMatchObject({ status: 404 });
    await unblock(alice, bob);
    expect((await ask(bob, alice)).status).toBe(200);
  });

  it('have no friend request between them any more; a friendship stays', async () => {
    const request = (await ask(bob, alice)).data;
    await block(alice, bob);
    const accepting = await world.request(`/api/friendships/${request._id}/accept`, {
      method: 'PUT',
      as: alice,
    });
    expect(accepting.status).toBe(404);
    expect((await world.as(bob).friendships.list({ userId: bob._id })).items).toEqual([]);

    const dan = await world.individual('dan');
    await world.befriend(alice, dan);
    await block(alice, dan);
    await unblock(alice, dan);
    const { friendship } = await world.as(dan).friendships.between({ userId: dan._id, otherId: alice._id });
    expect(friendship?.status).toBe('accepted');
  });

  it('cannot follow, endorse or ask each other for a membership; what was before stays', async () => {
    const pair = { followerId: alice._id, followingId: carol._id };
    const [dan] = [await world.individual('dan')];
    await world.as(alice).follows.follow(pair);
    for (const blocked of [alice, dan]) await block(carol, blocked);

    const write = (path: string, body: object, as: Person) =>
      world.request(path, { method: 'POST', as, body });
    const wanted = [
      ['/api/follows/follow', { followerId: dan._id, followingId: carol._id }],
      ['/api/endorsements/endorse', { endorserId: dan._id, endorseeId: carol._id }],
      [
        '/api/memberships/',
        {
          individualId: dan._id,
          organizationId: carol._id,
          membershipType: 'volunteer',
          startTime: { month: 0, year: 2025 },
        },
      ],
    ] as const;
    for (const [path, body] of wanted)
      expect(await write(path, body, dan), path).toMatchObject({ status: 404, data: null });
    expect((await world.as(carol).notifications.list({})).items.map(({ senderId }) => senderId)).toEqual([
      alice._id,
    ]);
    expect((await world.as(alice).follows.follow(pair)).totalFollowers).toBe(1);
    expect((await world.as(alice).follows.unfollow(pair)).isFollowing).toBe(false);

    await unblock(carol, dan);
    for (const [path, body] of wanted) expect((await write(path, body, dan)).status, path).toBe(200);
  });

  it('are not connected, and may not be invited: nothing is spent', async () => {
    await world.befriend(alice, bob);
    const { _id } = await world.as(carol).posts.create(news);
    const invite = (from: Person, to: Person) =>
      world.request(`/api/users/${from._id}/invite`, {
        method: 'POST',
        as: from,
        body: { usersToBeInvited: [to._id], postLink: `/post/general/details/${_id}` },
      });
    const connected = async () => {
      const { isConnected } = await world.as(bob).connections.check({ a: bob._id, b: alice._id });
      const { items } = await world.as(bob).connections.users({ id: bob._id });
      expect(items.map((item) => item._id)).toEqual(isConnected ? [alice._id] : []);
      return isConnected;
    };
    expect(await connected()).toBe(true);
    await block(alice, bob);
    expect(await connected()).toBe(false);
    for (const [from, to] of [
      [bob, alice],
      [alice, bob],
    ] as const) {
      expect(await invite(from, to)).toMatchObject({ status: 404 });
      expect((await world.as(from).wallet.balance({ id: from._id })).walletCoin).toBe(100);
      expect((await world.as(to).notifications.list({})).items).toEqual([]);
    }
    await unblock(alice, bob);
    expect(await connected()).toBe(true);
    expect(await invite(bob, alice)).toMatchObject({ status: 200, data: { cost: 0 } });
  });

  it('are not mentioned by each other: only the name stays', async () => {
    const mention = ({ name, _id }: Person) => `@[${name}](${_id})`;
    const described = (own: Person) => `${mention(own)} and ${mention(alice)} cook with ${mention(bob)}`;
    await block(bob, carol);
    const post = await world.as(carol).posts.create({ ...news, description: described(bob) });
    expect(post.description).toBe(`${bob.name} and ${mention(alice)} cook with ${bob.name}`);
    await unblock(bob, carol);
    const entry = { ...news, id: post._id, description: described(bob).toUpperCase() };
    const change = () => world.as(carol).posts.update(entry);
    expect((await change()).description).toBe(entry.description);
    await block(carol, bob);
    expect((await change()).description).not.toContain(`](${bob._id.toUpperCase()})`);
  });

  it('see what is public of each other: posts, profile, followers', async () => {
    const { _id } = await world.as(carol).posts.create(news);
    await world.as(bob).follows.follow({ followerId: bob._id, followingId: carol._id });
    await block(carol, bob);
    expect((await world.as(bob).posts.byId({ id: _id }))._id).toBe(_id);
    expect((await world.as(bob).profiles.publicInfo({ id: carol._id }))._id).toBe(carol._id);
    expect((await world.as(bob).feeds.home({})).items.map((post) => post._id)).toEqual([_id]);
    expect((await world.visitor.follows.followers({ id: carol._id })).items).toHaveLength(1);
    expect((await world.as(bob).search.organizations({})).items.map((one) => one._id)).toContain(carol._id);
  });
});

it('leaves no friend request behind that was asked while the block was made', async () => {
  const crowd = await Promise.all(Array.from({ length: 8 }, () => world.individual('dan')));
  await Promise.all(
    crowd.flatMap((one) => [
      world.request('/api/friendships/', {
        method: 'POST',
        as: one,
        body: { senderId: one._id, receiverId: alice._id },
      }),
      block(alice, one),
      block(one, alice),
    ]),
  );
  const { items } = await world.as(alice).friendships.list({ userId: alice._id });
  expect(items).toEqual([]);
  expect((await listed(alice)).items).toHaveLength(8);
});
