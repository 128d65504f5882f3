import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { readEvents } from '../events/events.queries.ts';
import { setUpCast } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';

const { world, alice, bob, carol } = setUpCast();

const ask = (sender: Person, receiver: Person, _id?: string) =>
  world.as(sender).friendships.ask({ ...(_id && { _id }), senderId: sender._id, receiverId: receiver._id });
const between = async (one: Person, other: Person) =>
  (await world.as(one).friendships.between({ userId: one._id, otherId: other._id })).friendship;
const listed = async (person: Person, query = '') => {
  const { data } = await world.request(`/api/friendships/${person._id}${query}`, { as: person });
  return data.items.map((item: { _id: string }) => item._id);
};
const send = (method: 'PUT' | 'DELETE', path: string, as: Person) =>
  world.request(`/api/friendships/${path}`, { method, as });
const follow = (follower: Person, following: Person) =>
  world.as(follower).follows.follow({ followerId: follower._id, followingId: following._id });
const notices = async (person: Person) =>
  (await world.as(person).notifications.list({})).items.map(({ type, senderId }) => [type, senderId]);
/** What the log of a person contains of friendships. */
const told = async (person: Person) =>
  (await readEvents(world.db, person._id, 0)).flatMap(({ type, payload }) =>
    type === 'friendship-changed' && 'friendship' in payload
      ? [[payload.userId, payload.friendship?.status ?? null]]
      : [],
  );

describe('a friend request', () => {
  test('is made, accepted, and ends with the follows of both', async () => {
    const asked = await ask(alice, bob);
    expect(asked).toMatchObject({
      senderId: alice._id,
      receiverId: bob._id,
      status: 'pending',
      acceptedAt: null,
      sender: { firstName: 'Alice', lastName: 'Example', profilePicture: null },
      receiver: { name: 'Bob Example' },
    });
    expect(await notices(bob)).toEqual([['friend-request', alice._id]]);

    const accepted = await send('PUT', `${asked._id}/accept`, bob);
    expect(accepted).toMatchObject({
      status: 200,
      data: {
        _id: asked._id,
        status: 'accepted',
        senderFirstName: 'Alice',
        senderLastName: 'Example',
        senderProfilePicture: null,
        receiverName: 'Bob Example',
      },
    });
    expect(await notices(alice)).toEqual([['friend-accept', bob._id]]);
    expect(await between(alice, bob)).toEqual(await between(bob, alice));

    await follow(alice, bob);
    await follow(bob, alice);
    await follow(bob, carol);
    expect(await send('DELETE', asked._id, alice)).toMatchObject({ status: 200, data: null });
    expect(await between(alice, bob)).toBeNull();
    expect((await world.visitor.follows.followers({ id: alice._id })).items).toEqual([]);
    expect((await world.visitor.follows.followings({ id: bob._id })).items).toMatchObject([
      { followingId: carol._id },
    ]);
    for (const [person, other] of [
      [alice, bob],
      [bob, alice],
    ] as const) {
      expect(await told(person)).toEqual([
        [other._id, 'pending'],
        [other._id, 'accepted'],
        [other._id, null],
      ]);
      const events = await readEvents(world.db, person._id, 0);
      expect(events.map(({ payload }) => payload)).toContainEqual({ userId: other._id, follows: false });
    }
  });

  test('with an id of the client’s choice, sent twice, is one', async () => {
    const _id = uuid();
    const first = await ask(alice, bob, _id);
    expect(first._id).toBe(_id);
    expect(await ask(alice, bob, _id)).toEqual(first);
    expect(await ask(alice, bob)).toEqual(first);
    expect(await listed(bob)).toEqual([_id]);
    const dan = await world.individual('dan');
    await expect(ask(dan, alice, _id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('to a user who has asked accepts their request', async () => {
    const asked = await ask(alice, bob);
    expect(await ask(bob, alice)).toMatchObject({ _id: asked._id, senderId: alice._id, status: 'accepted' });
    expect(await notices(alice)).toEqual([['friend-accept', bob._id]]);
    expect(await ask(alice, bob)).toMatchObject({ _id: asked._id, status: 'accepted' });
  });

  test('from both sides at once makes two friends, whoever was first', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await world.individual('alice'), await world.individual('bob')];
      await Promise.all([ask(one, other), ask(other, one), ask(one, other), ask(other, one)]);
      expect(await between(one, other)).toMatchObject({ status: 'accepted' });
      expect(await listed(one)).toHaveLength(1);
      expect([...(await notices(one)), ...(await notices(other))].map(([type]) => type).sort()).toEqual([
        'friend-accept',
        'friend-request',
      ]);
    }
  });

  test('is removed by rejecting, by taking it back, and can be made again', async () => {
    for (const end of [
      (id: string) => send('PUT', `${id}/reject`, bob),
      (id: string) => send('DELETE', id, alice),
      (id: string) => send('DELETE', id, bob),
    ]) {
      const { _id } = await ask(alice, bob);
      expect(await end(_id)).toMatchObject({ status: 200, data: null });
      expect(await between(alice, bob)).toBeNull();
      expect(await end(_id)).toMatchObject({ status: 404 });
    }
    expect(await notices(bob)).toHaveLength(1);
  });

  test('is answered by the other side only, and once', async () => {
    const dan = await world.individual('dan');
    for (const answer of ['accept', 'reject']) {
      const { _id } = await ask(alice, dan);
      expect(await send('PUT', `${_id}/${answer}`, alice)).toMatchObject({ status: 403 });
      expect(await send('PUT', `${_id}/${answer}`, bob)).toMatchObject({ status: 404 });
      expect(await send('PUT', `${uuid()}/${answer}`, dan)).toMatchObject({ status: 404 });
      expect(await send('DELETE', _id, bob)).toMatchObject({ status: 404 });
      expect(await send('PUT', `${_id}/${answer}`, dan)).toMatchObject({ status: 200 });
      expect(await send('PUT', `${_id}/accept`, dan)).toMatchObject({
        status: answer === 'accept' ? 409 : 404,
      });
      expect(await send('PUT', `${_id}/reject`, dan)).toMatchObject({
        status: answer === 'accept' ? 409 : 404,
      });
      if (answer === 'accept') await send('DELETE', _id, dan);
    }
  });

  test('accepted before it is taken back is a friendship, which stays', async () => {
    const { _id } = await ask(alice, bob);
    await follow(bob, alice);
    await send('PUT', `${_id}/accept`, bob);
    expect(await send('DELETE', `${_id}?status=pending`, alice)).toMatchObject({ status: 409 });
    expect(await between(alice, bob)).toMatchObject({ status: 'accepted' });
    expect((await world.visitor.follows.followers({ id: alice._id })).items).toHaveLength(1);
    expect(await send('DELETE', `${_id}?status=accepted`, alice)).toMatchObject({ status: 200 });
    expect(await send('DELETE', `${_id}?status=accepted`, alice)).toMatchObject({ status: 404 });
  });

  test('returns 404 to an answer after it was taken back', async () => {
    const { _id } = await ask(alice, bob);
    await send('DELETE', _id, alice);
    expect(await send('PUT', `${_id}/accept`, bob)).toMatchObject({
      status: 404,
      message: 'This request is no longer there.',
    });
  });

  test('taken back and accepted at the same moment ends in one or the other', async () => {
    for (let round = 0; round < 5; round++) {
      const { _id } = await ask(alice, bob);
      const [accepted, removed] = await Promise.all([
        send('PUT', `${_id}/accept`, bob),
        send('DELETE', _id, alice),
      ]);
      expect(removed.status).toBe(200);
      expect([200, 404]).toContain(accepted.status);
      expect(await between(alice, bob)).toBeNull();
    }
  });

  test('is between two individuals, and for oneself', async () => {
    const ada = await world.admin('ada');
    const post = (senderId: string, receiverId: string, as: Person, more = {}) =>
      world.request('/api/friendships', { method: 'POST', as, body: { senderId, receiverId, ...more } });
    expect(await post(bob._id, alice._id, alice)).toMatchObject({ status: 403 });
    expect(await post(carol._id, alice._id, carol)).toMatchObject({ status: 403 });
    expect(await post(ada._id, alice._id, ada)).toMatchObject({ status: 403 });
    expect(await post(alice._id, carol._id, alice)).toMatchObject({ status: 400 });
    expect(await post(alice._id, ada._id, alice)).toMatchObject({ status: 400 });
    expect(await post(alice._id, alice._id, alice)).toMatchObject({ status: 400 });
    expect(await post(alice._id, uuid(), alice)).toMatchObject({ status: 404 });
    expect(await post(alice._id, bob._id, alice, { status: 'accepted' })).toMatchObject({
      status: 200,
      data: { status: 'pending' },
    });
  });
});

describe('lists', () => {
  test('are of one’s own, by status and direction, newest first', async () => {
    const [dan, eve] = [await world.individual('dan'), await world.individual('eve')];
    const later = (minutes: number) => world.ports.clock.set(new Date(Date.UTC(2026, 10, 21, 10, minutes)));
    later(0);
    const sent = await ask(alice, bob);
    later(1);
    const received = await ask(dan, alice);
    later(2);
    const accepted = await ask(alice, eve);
    later(3);
    await send('PUT', `${accepted._id}/accept`, eve);
    expect(await listed(alice)).toEqual([accepted._id, received._id, sent._id]);
    expect(await listed(alice, '?status=pending')).toEqual([received._id, sent._id]);
    expect(await listed(alice, '?status=accepted')).toEqual([accepted._id]);
    expect(await listed(alice, '?status=pending&requestType=sent')).toEqual([sent._id]);
    expect(await listed(alice, '?status=pending&requestType=received')).toEqual([received._id]);
    expect(await world.request(`/api/friendships/${alice._id}`, { as: bob })).toMatchObject({ status: 403 });
    expect(await world.request(`/api/friendships/${alice._id}/${bob._id}`, { as: dan })).toMatchObject({
      status: 403,
    });
  });

  test('page without gaps over friendships of one instant, from both directions', async () => {
    for (let index = 0; index < 9; index++) {
      const friend = await world.individual('dan');
      await (index % 2 ? world.befriend(alice, friend) : world.befriend(friend, alice));
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await world.as(alice).friendships.list({ userId: alice._id, limit: 2, cursor });
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items.map((item) => item._id));
      ({ cursor } = page);
    } while (cursor);
    expect(new Set(seen).size).toBe(9);
    expect(seen).toHaveLength(9);
  });

  test('of a user’s friends leave out whom the reader may not find, and requests', async () => {
    const [dan, eve] = [
      await world.individual('dan'),
      await world.individual('eve', { show_on_search: 'never' }),
    ];
    await world.befriend(alice, bob);
    await world.befriend(eve, alice);
    await ask(dan, alice);
    const friendsSeen = async (as?: Person) => {
      const caller = as ? world.as(as) : world.visitor;
      return (await caller.friendships.friends({ id: alice._id })).items.map(({ _id }) => _id);
    };
    expect(await friendsSeen()).toEqual([bob._id]);
    expect(await friendsSeen(carol)).toEqual([bob._id]);
    expect((await friendsSeen(alice)).toSorted()).toEqual([bob._id, eve._id].toSorted());
    await expect(world.visitor.friendships.friends({ id: uuid() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('cost the same number of statements for one and for thirty', async () => {
    const list = () => world.as(alice).friendships.list({ userId: alice._id });
    const friends = () => world.as(bob).friendships.friends({ id: alice._id });
    await world.befriend(alice, await world.individual('dan'));
    const forOne = [await world.countQueries(list), await world.countQueries(friends)];
    for (let index = 0; index < 29; index++) await world.befriend(alice, await world.individual('dan'));
    expect([await world.countQueries(list), await world.countQueries(friends)]).toEqual(forOne);
  });
});
