import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { readEvents } from '../events/events.queries.ts';
import { setUpCast } from '../testing/cast.ts';
import { addFollowers } from '../testing/crowd.ts';
import type { Person } from '../testing/world.ts';
import { sendBatch } from './send-bulk.ts';

const { world, alice, bob, carol } = setUpCast();

let dan: Person;
let eve: Person;
beforeEach(async () => {
  dan = await world.individual('dan');
  eve = await world.individual('eve');
});

const ids = (people: readonly Person[]) => people.map(({ _id }) => _id);
const toMany = (from: Person, people: readonly Person[], more: object = {}) =>
  world.request(`/api/conversations/bulk/user/${from._id}/multiple-users`, {
    method: 'POST',
    as: from,
    body: { receiverIds: ids(people), messageText: 'Hello all', ...more },
  });
const toGroup = (
  from: Person,
  group: string,
  { query = '', ...more }: { query?: string; [field: string]: unknown } = {},
) =>
  world.request(`/api/conversations/bulk/user/${from._id}/${group}${query}`, {
    method: 'POST',
    as: from,
    body: { text: 'Hello all', ...more },
  });
const price = async (from: Person, body: object) =>
  (await world.request(`/api/conversations/bulk/user/${from._id}/price`, { method: 'POST', as: from, body }))
    .data;
const textsOf = async (person: Person) => {
  const { items } = await world.as(person).conversations.list({});
  return items.map(({ lastMessageEntity: last }) => last?.message.text);
};
const unreadOf = async (person: Person) => (await world.as(person).conversations.countNew({})).count;
const coinsOf = async (person: Person) => (await world.as(person).wallet.balance({})).walletCoin;
const ledgerOf = async (person: Person) => {
  const entries = world.db.selectFrom('wallet_entries').select('coins').where('user_id', '=', person._id);
  return (await entries.orderBy('created_at').orderBy('id').execute()).map(({ coins }) => coins);
};
const leaveCoins = (person: Person, balance: number) =>
  world.db.updateTable('wallets').set({ balance }).where('user_id', '=', person._id).execute();
const follow = (from: Person, to: Person) =>
  world.as(from).follows.follow({ followerId: from._id, followingId: to._id });
const block = (by: Person, whom: Person) =>
  world.as(by).blocks.block({ userId: by._id, blockedUserId: whom._id });
const progressOf = (person: Person, id: string) =>
  world.request(`/api/conversations/bulk/${id}`, { as: person });

const failingJobs = {
  committed: () => {},
  enqueue(): never {
    throw new Error('The process was killed.');
  },
};

const countMessages = (sender: Person) =>
  sql<{ messages: number; receivers: number }>`
    select count(*) as messages, count(distinct conversation_id) as receivers from messages
    where sender_id = ${sender._id}`.execute(world.db);
const receiversOf = (sender: Person, since: string) =>
  sql<{ id: string }>`
    select member.user_id as id from messages join conversation_members as member using (conversation_id)
    where messages.sender_id = ${sender._id} and member.user_id <> ${sender._id}
      and messages.created_at >= ${since}::timestamptz`.execute(world.db);

describe('a message to many', () => {
  it('sends each a message of their own, and spends a coin for each who is not connected', async () => {
    await world.befriend(alice, bob);
    const begun = await toMany(alice, [bob, dan, eve, dan, alice]);
    expect(begun).toMatchObject({
      status: 200,
      message: 'Message sent',
      data: { total: 3, done: 0, sent: 0, cost: 2, spent: 0, state: 'sending', finishedAt: null },
    });
    expect(await coinsOf(alice)).toBe(98);
    await world.ports.runJobs();
    for (const person of [bob, dan, eve]) {
      expect(await textsOf(person)).toEqual(['Hello all']);
      expect(await unreadOf(person)).toBe(1);
    }
    expect(await coinsOf(alice)).toBe(98);
    expect(await ledgerOf(alice)).toEqual([100, -2]);
    const { data } = await progressOf(alice, begun.data._id);
    expect(data).toMatchObject({ total: 3, done: 3, sent: 3, cost: 2, spent: 2, state: 'done' });
    expect((await world.as(alice).conversations.bulkJobs({})).items).toEqual([data]);
    expect(await textsOf(alice)).toHaveLength(3);
    // Who was written to writes back without a coin.
    await world.as(dan).conversations.send({ receiverId: alice._id, text: 'Thanks', cost: 0 });
  });

  it('goes to the conversation of the two, and counts what is unread', async () => {
    await world.as(alice).conversations.send({ receiverId: bob._id, text: 'Before' });
    await toMany(alice, [bob, dan]);
    await world.ports.runJobs();
    const { items } = await world.as(bob).conversations.list({});
    expect(items).toMatchObject([{ unread: 2, lastMessageEntity: { message: { seq: 2 } } }]);
    expect(await unreadOf(bob)).toBe(2);
  });

  it('emits its progress to the sender, and the message and the count to each recipient', async () => {
    await toMany(alice, [bob, dan]);
    await world.ports.runJobs();
    const received = await readEvents(world.db, bob._id, 0);
    expect(received.map(({ type }) => type)).toEqual(['message-added', 'message-count']);
    expect(received[0]?.payload).toEqual({
      conversation: (await world.as(bob).conversations.list({})).items[0],
    });
    const own = await readEvents(world.db, alice._id, 0);
    expect(own.map(({ type }) => type)).toEqual([
      'wallet-changed',
      'bulk-message-changed',
      'bulk-message-changed',
      'message-added',
      'message-added',
    ]);
    expect(own[2]?.payload).toMatchObject({ bulkMessage: { state: 'done', sent: 2, spent: 2 } });
  });

  it('is sent once, however often it is asked for and however often its job runs', async () => {
    const body = { _id: uuid() };
    const [first, second] = await Promise.all([
      toMany(alice, [bob, dan], body),
      toMany(alice, [bob, dan], body),
    ]);
    expect(second.data._id).toBe(first.data._id);
    await Promise.all([
      sendBatch(world.deps, { bulkId: body._id, number: 0 }),
      sendBatch(world.deps, { bulkId: body._id, number: 0 }),
    ]);
    await world.ports.runJobs();
    expect((await toMany(alice, [bob, dan], body)).data).toMatchObject({ sent: 2, state: 'done' });
    expect(await unreadOf(bob)).toBe(1);
    expect(await ledgerOf(alice)).toEqual([100, -2]);
    expect(await toMany(alice, [bob], { ...body, messageText: 'Another' })).toMatchObject({ status: 409 });
    expect(await toMany(eve, [bob], body)).toMatchObject({ status: 409 });
    const key = { 'idempotency-key': uuid() };
    const again = {
      method: 'POST',
      as: eve,
      headers: key,
      body: { receiverIds: [bob._id], messageText: 'Hi' },
    } as const;
    const path = `/api/conversations/bulk/user/${eve._id}/multiple-users`;
    expect((await world.request(path, again)).data).toEqual((await world.request(path, again)).data);
  });

  it('goes on after a process was killed between two batches, and sends to nobody twice', async () => {
    const crowd = await addFollowers(world, carol, 450);
    const { data } = await toGroup(carol, 'followers/all');
    // The job of the first batch ends, and that of the second is cut off and done again by another process.
    await sendBatch(world.deps, { bulkId: data._id, number: 0 });
    expect((await progressOf(carol, data._id)).data).toMatchObject({ done: 200, state: 'sending' });
    await expect(
      sendBatch(
        { ...world.deps, ports: { ...world.ports, jobs: failingJobs } },
        { bulkId: data._id, number: 1 },
      ),
    ).rejects.toThrow('killed');
    expect((await progressOf(carol, data._id)).data).toMatchObject({ done: 200 });
    await world.ports.runJobs();
    expect((await progressOf(carol, data._id)).data).toMatchObject({ done: 450, sent: 450, state: 'done' });
    const { rows } = await countMessages(carol);
    expect(rows).toEqual([{ messages: 450, receivers: 450 }]);
    expect(crowd).toHaveLength(450);
    // The sender's devices get the last ones only: they keep no more.
    const own = (await readEvents(world.db, carol._id, 0, { events: 2000, bytes: 1e8 })).map(
      ({ type }) => type,
    );
    expect(own.filter((type) => type === 'message-added')).toHaveLength(250);
    expect(own.filter((type) => type === 'bulk-message-changed')).toHaveLength(4);
  });
});

describe('the price of a message to many', () => {
  it('is returned for a selection and for a group', async () => {
    await world.befriend(alice, bob);
    await follow(dan, alice);
    await follow(alice, eve);
    const people = ids([bob, dan, eve, alice]);
    expect(await price(alice, { receiverIds: people })).toEqual({ total: 3, connected: 2, cost: 1 });
    expect(await price(alice, { receiverIds: people, onlyConnected: true })).toEqual({
      total: 2,
      connected: 2,
      cost: 0,
    });
    expect(await price(alice, { connection: 'followers' })).toEqual({ total: 1, connected: 1, cost: 0 });
    expect(await price(alice, { connection: 'followings', connectionType: 'individual' })).toEqual({
      total: 1,
      connected: 0,
      cost: 1,
    });
    expect(await coinsOf(alice)).toBe(100);
  });

  it('is a conflict where it has changed or there are too few coins, and sends and spends nothing', async () => {
    expect(await toMany(alice, [bob, dan], { cost: 1 })).toMatchObject({
      status: 409,
      message: 'The price is now 2 coins. Nothing was sent or charged.',
    });
    await leaveCoins(alice, 1);
    expect(await toMany(alice, [bob, dan], { cost: 2 })).toMatchObject({
      status: 409,
      message: 'This costs 2 coins, and you have 1: you need 1 coin more. Nothing was sent.',
    });
    await world.ports.runJobs();
    expect(await textsOf(bob)).toEqual([]);
    expect(await coinsOf(alice)).toBe(1);
    expect((await world.as(alice).conversations.bulkJobs({})).items).toEqual([]);
    expect(await toMany(alice, [bob], { cost: 1 })).toMatchObject({ status: 200 });
  });

  it('keeps its coins while it is under way, so that nothing else spends them', async () => {
    await leaveCoins(alice, 2);
    await toMany(alice, [bob, dan]);
    expect(await coinsOf(alice)).toBe(0);
    const single = { method: 'POST', as: alice, body: { receiverId: eve._id, text: 'Hello' } } as const;
    expect(await world.request('/api/conversations/message', single)).toMatchObject({ status: 409 });
    await world.ports.runJobs();
    expect(await textsOf(bob)).toEqual(['Hello all']);
    expect(await coinsOf(alice)).toBe(0);
  });

  it('lets one of 20 go that are begun at once with the coins for one', async () => {
    await leaveCoins(alice, 2);
    const begun = await Promise.all(Array.from({ length: 20 }, () => toMany(alice, [bob, dan])));
    expect(begun.filter(({ status }) => status === 200)).toHaveLength(1);
    await world.ports.runJobs();
    expect(await unreadOf(bob)).toBe(1);
    expect(await coinsOf(alice)).toBe(0);
  });

  it('is not spent for who is blocked or connected by the time of their turn', async () => {
    const { data } = await toMany(alice, [bob, dan, eve]);
    await block(bob, alice);
    await world.as(dan).conversations.send({ receiverId: alice._id, text: 'Hello' });
    await world.ports.runJobs();
    expect((await progressOf(alice, data._id)).data).toMatchObject({
      total: 3,
      done: 3,
      sent: 2,
      cost: 3,
      spent: 1,
    });
    expect(await textsOf(bob)).toEqual([]);
    expect(await coinsOf(alice)).toBe(99);
    expect(await ledgerOf(alice)).toEqual([100, -1]);
    const { payload } =
      (await readEvents(world.db, alice._id, 0)).findLast(({ type }) => type === 'wallet-changed') ?? {};
    expect(payload).toEqual({ walletCoin: 99 });
  });

  it('finishes where nobody can be reached any more, and spends nothing', async () => {
    const { data } = await toMany(alice, [bob]);
    await block(bob, alice);
    await world.ports.runJobs();
    expect((await progressOf(alice, data._id)).data).toMatchObject({
      done: 1,
      sent: 0,
      spent: 0,
      state: 'done',
    });
    expect(await coinsOf(alice)).toBe(100);
    expect(await ledgerOf(alice)).toEqual([100]);
  });

  it('is nothing where only those go who are connected', async () => {
    await follow(bob, alice);
    const response = await toMany(alice, [bob, dan], { onlyConnected: true });
    expect(response.data).toMatchObject({ total: 1, cost: 0 });
    await world.ports.runJobs();
    expect(await textsOf(bob)).toEqual(['Hello all']);
    expect(await textsOf(dan)).toEqual([]);
    expect(await coinsOf(alice)).toBe(100);
  });
});

describe('who gets a message to many', () => {
  const reached = async (from: Person, group: string, query = '') => {
    const response = await toGroup(from, group, { query });
    await world.ports.runJobs();
    if (response.status === 404) return [];
    const { rows } = await receiversOf(from, response.data.createdAt);
    return rows.map(({ id }) => id).toSorted();
  };
  /** Time passes, so that each message of a sender is of another instant. */
  const next = () => world.ports.clock.advance(1000);

  it('are the followers, followings, endorsers, viewers and friends of the sender', async () => {
    const frank = await world.organization('frank');
    await follow(bob, carol);
    await follow(frank, carol);
    await follow(carol, dan);
    await world.as(eve).endorsements.endorse({ endorserId: eve._id, endorseeId: carol._id });
    const { _id } = await world
      .as(carol)
      .posts.create({ postType: 'general', title: 'Soup', isActive: true });
    await world.as(dan).posts.view({ id: _id });
    expect(await reached(carol, 'followers/all')).toEqual(ids([bob, frank]).toSorted());
    next();
    expect(await reached(carol, 'followers/individual')).toEqual([bob._id]);
    next();
    expect(await reached(carol, 'followers/organization')).toEqual([frank._id]);
    next();
    expect(await reached(carol, 'followings/all')).toEqual([dan._id]);
    next();
    expect(await reached(carol, 'endorsers/all')).toEqual([eve._id]);
    next();
    expect(await reached(carol, 'viewers/all')).toEqual([dan._id]);
    next();
    await world.befriend(alice, bob);
    expect(await reached(alice, 'friends/all')).toEqual([bob._id]);
    expect(await reached(bob, 'friends/all')).toEqual([alice._id]);
    expect(await toGroup(alice, 'viewers/all')).toMatchObject({
      status: 404,
      message: 'No Users To Be Sent',
    });
  });

  it('are only those of the last seven days where they are to be new', async () => {
    await follow(bob, carol);
    world.ports.clock.advance(8 * 24 * 60 * 60 * 1000);
    await follow(await world.elsewhere(dan), carol);
    const later = await world.elsewhere(carol);
    expect(await reached(later, 'followers/new')).toEqual([dan._id]);
  });

  it('are connected where the address asks for it', async () => {
    await follow(carol, dan);
    await follow(carol, eve);
    await follow(eve, carol);
    expect(await reached(carol, 'followings/all', '?onlyConnected=true')).toEqual([eve._id]);
    next();
    expect(await reached(carol, 'followings/all', '?onlyConnected')).toEqual([eve._id]);
  });

  it('are not those who are blocked either way, nor those whom the sender may not find', async () => {
    const hidden = await world.individual('grace', { is_user_searchable: false });
    const { _id } = await world
      .as(carol)
      .posts.create({ postType: 'general', title: 'Soup', isActive: true });
    for (const person of [bob, dan, eve, hidden]) await world.as(person).posts.view({ id: _id });
    await block(bob, carol);
    await block(carol, dan);
    expect(await price(carol, { connection: 'viewers' })).toEqual({ total: 1, connected: 0, cost: 1 });
    expect(await reached(carol, 'viewers/all')).toEqual([eve._id]);
    next();
    const named = await toMany(carol, [bob, dan, eve, hidden, { ...eve, _id: uuid() }]);
    expect(named.data).toMatchObject({ total: 1 });
    const blocked = await toMany(carol, [bob]);
    const { headers: _, ...unknown } = await toMany(carol, [{ ...eve, _id: uuid() }]);
    expect(blocked).toMatchObject({ ...unknown, status: 404, message: 'No Users To Be Sent' });
    // Followers are shown to whom they follow, and reached.
    await follow(hidden, carol);
    expect(await price(carol, { connection: 'followers' })).toEqual({ total: 1, connected: 1, cost: 0 });
  });

  it('are named by the sender alone, with a text', async () => {
    expect(await toMany(alice, [])).toMatchObject({ status: 400, message: 'No Users To Be Sent' });
    for (const messageText of ['', ' \n\u200B'])
      expect(await toMany(alice, [bob], { messageText })).toMatchObject({
        status: 400,
        message: 'Message can not be blank',
      });
    expect(await toGroup(alice, 'followers/all', { text: ' ' })).toMatchObject({
      status: 400,
      message: 'Can not send blank message!',
    });
    const forged = { method: 'POST', as: bob, body: { receiverIds: [dan._id], messageText: 'Hi' } } as const;
    const path = `/api/conversations/bulk/user/${alice._id}`;
    expect(await world.request(`${path}/multiple-users`, forged)).toMatchObject({ status: 403 });
    const group = { method: 'POST', as: bob, body: { text: 'Hi' } } as const;
    expect(await world.request(`${path}/followers/all`, group)).toMatchObject({ status: 403 });
    expect(await world.request(path, { as: bob })).toMatchObject({ status: 403 });
    expect(await toGroup(alice, 'strangers/all')).toMatchObject({ status: 400 });
    expect(await toMany(alice, [bob], { connection: 'followers' })).toMatchObject({ status: 400 });
  });

  it('show their progress to nobody else', async () => {
    const { data } = await toMany(alice, [bob]);
    expect(await progressOf(alice, data._id)).toMatchObject({ status: 200 });
    expect(await progressOf(bob, data._id)).toMatchObject({ status: 404 });
    expect(await progressOf(alice, uuid())).toMatchObject({ status: 404 });
  });

  it('are few strangers a day where the account is new', async () => {
    Object.assign(world.deps.settings, { firstMessages: { newForDays: 7, perDay: 2 } });
    try {
      expect(await toMany(alice, [bob, dan, eve])).toMatchObject({ status: 429 });
      expect(await toMany(alice, [bob, dan])).toMatchObject({ status: 200 });
      await world.ports.runJobs();
      expect(await toMany(alice, [eve])).toMatchObject({ status: 429 });
      expect(await toMany(alice, [bob, dan])).toMatchObject({ status: 200 });
      await world.befriend(alice, eve);
      expect(await toMany(alice, [eve])).toMatchObject({ status: 200 });
    } finally {
      Object.assign(world.deps.settings, { firstMessages: undefined });
    }
  });

  it('are few strangers a day in several messages that wait at once', async () => {
    Object.assign(world.deps.settings, { firstMessages: { newForDays: 7, perDay: 2 } });
    try {
      expect(await toMany(alice, [bob, dan])).toMatchObject({ status: 200 });
      // Nothing of it is sent yet.
      expect(await toMany(alice, [eve])).toMatchObject({ status: 429 });
      const body = { receiverId: eve._id, text: 'Hello' };
      const single = () => world.request('/api/conversations/message', { method: 'POST', as: alice, body });
      expect(await single()).toMatchObject({ status: 429 });
      Object.assign(world.deps.settings, { firstMessages: { newForDays: 7, perDay: 3 } });
      expect(await single()).toMatchObject({ status: 200 });
    } finally {
      Object.assign(world.deps.settings, { firstMessages: undefined });
    }
  });

  it('are written to by several at once who are among each other’s recipients', async () => {
    const circle = [alice, bob, dan, eve];
    for (const one of circle) for (const other of circle) if (one !== other) await follow(one, other);
    await Promise.all(circle.map((person) => toGroup(person, 'followers/all')));
    await world.ports.runJobs();
    for (const person of circle) expect(await unreadOf(person)).toBe(3);
  });
});
