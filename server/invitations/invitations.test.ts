import { v7 as uuid } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { readEvents } from '../events/events.queries.ts';
import { setUpCast } from '../testing/cast.ts';
import { addLookups, fullPosts } from '../testing/posts.ts';
import type { Person } from '../testing/world.ts';

const { world, alice, bob, dan, carol } = setUpCast({
  people: { alice: 'individual', bob: 'individual', dan: 'individual', carol: 'organization' },
  fill: addLookups,
});

let postId: string;
beforeEach(async () => {
  postId = (await world.as(carol).posts.create(fullPosts.event))._id;
});

const linkTo = (id: string) => `/post/event/details/${id}`;
const invite = (people: readonly Person[], more: Record<string, unknown> = {}, as = alice) =>
  world.request(`/api/users/${as._id}/invite`, {
    method: 'POST',
    as,
    body: { usersToBeInvited: people.map(({ _id }) => _id), postLink: linkTo(postId), ...more },
  });
const coinsOf = async (person: Person) =>
  (await world.as(person).wallet.balance({ id: person._id })).walletCoin;
const notificationsOf = async (person: Person) => (await world.as(person).notifications.list({})).items;
async function mailsTo(person: Person) {
  await world.ports.runJobs();
  return world.ports.mailbox.filter(({ to }) => to === person.email);
}
const leaveCoins = (person: Person, balance: number) =>
  world.db.updateTable('wallets').set({ balance }).where('user_id', '=', person._id).execute();

describe('an invitation', () => {
  test('costs a coin for each who is not connected, and sends a notification and a mail', async () => {
    await world.befriend(alice, bob);
    const response = await invite([bob, dan, dan, alice], { invitationMessage: 'Come with me?' });
    expect(response).toMatchObject({
      status: 200,
      message: 'Invitation sent.',
      data: { cost: 1, walletCoin: 99, invited: [bob._id, dan._id].toSorted() },
    });
    for (const guest of [bob, dan]) {
      expect(await notificationsOf(guest)).toMatchObject([
        { type: 'new-post', senderId: alice._id, postId: { _id: postId, isInvited: true } },
      ]);
      const [mail, ...others] = await mailsTo(guest);
      expect(others).toEqual([]);
      expect(mail?.subject).toBe('Alice Example invites you to view a post on Gatherwell');
      expect(mail?.text).toContain('Come with me?');
      expect(mail?.text).toContain(`https://gatherwell.test${linkTo(postId)}`);
    }
  });

  test('keeps the order of the mail’s words around a name that is written from right to left', async () => {
    const laila = await world.individual('laila', { first_name: 'ليلى', last_name: 'حداد' });
    await invite([bob], {}, laila);
    const [mail] = await mailsTo(bob);
    expect(mail?.subject).toBe('\u2068ليلى حداد\u2069 invites you to view a post on Gatherwell');
    expect(mail?.text).toMatch(/^\u2068ليلى حداد\u2069 wrote:/);
  });

  test('by the post’s own organization notifies of an invitation; a follower is notified of a post', async () => {
    await world.as(bob).follows.follow({ followerId: bob._id, followingId: carol._id });
    postId = (await world.as(carol).posts.create(fullPosts.event))._id;
    await invite([dan], {}, carol);
    await world.ports.runJobs();
    const notified = { type: 'new-post', senderId: carol._id };
    for (const [person, isInvited] of [
      [dan, true],
      [bob, false],
    ] as const)
      expect(await notificationsOf(person)).toContainEqual(
        expect.objectContaining({ ...notified, postId: expect.objectContaining({ _id: postId, isInvited }) }),
      );
  });

  test('names who invited, and not who published it before', async () => {
    await world.as(bob).follows.follow({ followerId: bob._id, followingId: carol._id });
    postId = (await world.as(carol).posts.create(fullPosts.event))._id;
    await world.ports.runJobs();
    await world.as(bob).notifications.markAll({ isRead: true });
    await invite([bob]);
    const notified = (await notificationsOf(bob)).filter(({ postId: post }) => post?._id === postId);
    expect(notified.map(({ senderId, postId: post }) => [senderId, post?.isInvited])).toEqual([
      [alice._id, true],
      [carol._id, false],
    ]);
  });

  test('notifies the other devices of the inviter how many coins are left', async () => {
    await invite([bob, dan]);
    const events = await readEvents(world.db, alice._id, 0);
    expect(events).toMatchObject([{ type: 'wallet-changed', payload: { walletCoin: 98 } }]);
    await invite([bob, dan]);
    expect(await readEvents(world.db, alice._id, 0)).toHaveLength(1);
  });

  test('is free among those who are connected, and has a default text', async () => {
    await world.befriend(alice, bob);
    expect((await invite([bob])).data).toMatchObject({ cost: 0, walletCoin: 100 });
    expect((await mailsTo(bob))[0]?.text).toContain('Hey, You are invited to view this post!');
  });

  test('of the same users to the same post is paid for and notified once, also by 20 at once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => invite([bob, dan])));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await coinsOf(alice)).toBe(98);
    expect(await mailsTo(bob)).toHaveLength(1);
    expect((await invite([bob])).data).toMatchObject({ cost: 0, invited: [] });
  });

  test('returns the same when it is sent again with its idempotency key', async () => {
    const headers = { 'idempotency-key': uuid() };
    const send = () =>
      world.request(`/api/users/${alice._id}/invite`, {
        method: 'POST',
        as: alice,
        headers,
        body: { usersToBeInvited: [bob._id], postLink: linkTo(postId) },
      });
    const first = await send();
    expect(first.data).toMatchObject({ cost: 1, walletCoin: 99 });
    expect((await send()).data).toEqual(first.data);
  });

  test('is not sent where there are too few coins, and reports what is missing', async () => {
    await leaveCoins(alice, 1);
    expect(await invite([bob, dan])).toMatchObject({
      status: 409,
      message: 'This costs 2 coins, and you have 1: you need 1 coin more. Nothing was sent.',
    });
    expect(await coinsOf(alice)).toBe(1);
    expect(await notificationsOf(bob)).toEqual([]);
    expect(await mailsTo(bob)).toEqual([]);
  });

  test('with one coin is sent by one of many at once', async () => {
    await leaveCoins(alice, 1);
    const crowd = await Promise.all(Array.from({ length: 12 }, () => world.individual('eve')));
    const responses = await Promise.all(crowd.map((one) => invite([one])));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await coinsOf(alice)).toBe(0);
  });

  test('is not sent for another price than the one that was shown', async () => {
    expect(await invite([bob, dan], { cost: 1 })).toMatchObject({
      status: 409,
      message: 'The price is now 2 coins. Nothing was sent or charged.',
    });
    expect(await invite([bob, dan], { cost: 2 })).toMatchObject({ status: 200 });
  });

  test('needs an invitee', async () => {
    expect(await invite([])).toMatchObject({
      status: 400,
      message: 'No user was selected to send invitation',
    });
    expect(await invite([alice])).toMatchObject({ status: 200, data: { invited: [], cost: 0 } });
  });

  test('goes to a published post only, by an address of ours', async () => {
    const draft = await world.as(carol).posts.create({ ...fullPosts.event, isActive: false });
    for (const missing of [draft._id, uuid()])
      expect(await invite([bob], { postLink: linkTo(missing) })).toMatchObject({ status: 404 });
    for (const postLink of [`https://example.org${linkTo(postId)}`, `/post/event/${postId}`, '', '//evil'])
      expect(await invite([bob], { postLink })).toMatchObject({ status: 400 });
  });

  test("returns 400 to a link that names another type than the post's own", async () => {
    const postLink = `/post/general/details/${postId}`;
    const rejected = { status: 400, fields: { postLink: 'This is not the address of the post.' } };
    expect(await invite([bob], { postLink })).toMatchObject(rejected);
    const query = new URLSearchParams({ postLink, users: JSON.stringify([bob._id]) });
    expect(await world.request(`/api/users/${alice._id}/invite?${query}`, { as: alice })).toMatchObject(
      rejected,
    );
    expect(await coinsOf(alice)).toBe(100);
    expect(await notificationsOf(bob)).toEqual([]);
    expect(await invite([bob])).toMatchObject({ status: 200, data: { invited: [bob._id] } });
  });

  test("returns 404 to a draft's link, whatever type it names", async () => {
    const draft = await world.as(carol).posts.create({ ...fullPosts.event, isActive: false });
    expect(await invite([bob], { postLink: `/post/general/details/${draft._id}` })).toMatchObject({
      status: 404,
    });
  });

  test('reaches those who hide from searches only where they are connected', async () => {
    const hidden = await world.individual('eve', { is_user_searchable: false });
    expect(await invite([hidden, bob])).toMatchObject({ status: 404 });
    expect(await invite([{ ...bob, _id: uuid() }])).toMatchObject({ status: 404 });
    expect(await notificationsOf(bob)).toEqual([]);
    await world.befriend(alice, hidden);
    expect(await invite([hidden])).toMatchObject({ status: 200, data: { cost: 0 } });
  });

  test('is sent by the viewer, not for another user', async () => {
    const body = { usersToBeInvited: [dan._id], postLink: linkTo(postId) };
    const path = `/api/users/${alice._id}/invite`;
    expect(await world.request(path, { method: 'POST', as: bob, body })).toMatchObject({ status: 403 });
    expect(await world.request(path, { method: 'POST', body })).toMatchObject({ status: 401 });
    expect(await coinsOf(alice)).toBe(100);
  });
});

test('returns of possible invitees who is connected and who was invited, in one statement each', async () => {
  await world.befriend(alice, bob);
  await invite([dan]);
  const hidden = await world.individual('eve', { show_on_search: 'never' });
  const users = [bob, dan, carol, hidden, alice].map(({ _id }) => _id);
  const query = new URLSearchParams({ postLink: linkTo(postId), users: JSON.stringify(users) });
  const { data } = await world.request(`/api/users/${alice._id}/invite?${query}`, { as: alice });
  expect(data).toEqual(
    [
      { userId: bob._id, isConnected: true, isInvited: false },
      { userId: dan._id, isConnected: false, isInvited: true },
      { userId: carol._id, isConnected: false, isInvited: false },
    ].toSorted((a, b) => a.userId.localeCompare(b.userId)),
  );
});
