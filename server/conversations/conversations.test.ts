import { v7 as uuid } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { readEvents } from '../events/events.queries.ts';
import { setUpCast } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';

const { world, alice, bob, carol } = setUpCast();

let dan: Person;
beforeEach(async () => {
  dan = await world.individual('dan');
});

const post = (as: Person, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  world.request('/api/conversations/message', { method: 'POST', as, body, headers });
const send = (from: Person, to: Person, text = 'Hello') =>
  world.as(from).conversations.send({ receiverId: to._id, text });
const listOf = async (person: Person) => (await world.as(person).conversations.list({})).items;
const unreadOf = async (person: Person) => (await world.as(person).conversations.countNew({})).count;
const coinsOf = async (person: Person) =>
  (await world.as(person).wallet.balance({ id: person._id })).walletCoin;
const leaveCoins = (person: Person, balance: number) =>
  world.db.updateTable('wallets').set({ balance }).where('user_id', '=', person._id).execute();
const historyOf = async (person: Person, id: string, range: object = {}) =>
  (await world.as(person).conversations.history({ id, ...range })).messageUserEntity;
const eventsOf = (person: Person) => readEvents(world.db, person._id, 0);

describe('sending a message', () => {
  it('begins a conversation, which both members list with its last message', async () => {
    const response = await post(alice, { senderId: alice._id, receiverId: bob._id, text: 'Hello Bob' });
    expect(response).toMatchObject({ status: 200, message: 'Message sent' });
    const { conversation, message } = response.data;
    expect(message).toMatchObject({
      conversationId: conversation._id,
      senderId: alice._id,
      receiverId: bob._id,
      text: 'Hello Bob',
      images: [],
      attachments: [],
      seq: 1,
    });
    const list = await world.request(`/api/conversations/user/${bob._id}`, { as: bob });
    expect(list.data.items).toMatchObject([
      {
        _id: conversation._id,
        members: [{ _id: bob._id }, { _id: alice._id, name: alice.name }],
        lastMessageEntity: { _id: message._id, isRead: false, message },
        unread: 1,
      },
    ]);
    expect(await listOf(alice)).toEqual([conversation]);
    expect(conversation).toMatchObject({ unread: 0, lastMessageEntity: { isRead: true } });
    expect(await world.request(`/api/conversations/count/new/${bob._id}`, { as: bob })).toMatchObject({
      data: { count: 1 },
    });
  });

  it('goes to the conversation of the two, whoever began it', async () => {
    const { conversation } = await send(alice, bob);
    const answered = await post(bob, { conversationId: conversation._id, text: 'Hello Alice' });
    expect(answered.data.message).toMatchObject({ conversationId: conversation._id, seq: 2 });
    expect((await send(alice, bob, 'How are you?')).message).toMatchObject({
      conversationId: conversation._id,
      seq: 3,
    });
    expect((await historyOf(bob, conversation._id)).map(({ message }) => message.text)).toEqual([
      'Hello',
      'Hello Alice',
      'How are you?',
    ]);
  });

  it('makes one conversation where both begin at once', async () => {
    await Promise.all([send(alice, bob), send(bob, alice), send(alice, bob), send(bob, alice)]);
    const [conversation, ...others] = await listOf(alice);
    expect(others).toEqual([]);
    const history = await historyOf(bob, conversation?._id ?? '');
    expect(history.map(({ message }) => message.seq)).toEqual([1, 2, 3, 4]);
  });

  it('stores a message once, however often its id is sent', async () => {
    const body = { _id: uuid(), receiverId: bob._id, text: 'Hello' };
    const [first, second] = await Promise.all([post(alice, body), post(alice, body)]);
    expect(second.data.message).toEqual(first.data.message);
    expect((await post(alice, { ...body })).data.message).toEqual(first.data.message);
    expect(await historyOf(bob, first.data.conversation._id)).toHaveLength(1);
    expect(await unreadOf(bob)).toBe(1);
    expect(await coinsOf(alice)).toBe(99);
    expect(await post(alice, { ...body, text: 'Another' })).toMatchObject({ status: 409 });
    expect(await post(dan, body)).toMatchObject({ status: 409 });
    expect(await listOf(dan)).toEqual([]);
  });

  it('returns a message to a retry whose sender has deleted the conversation since', async () => {
    const body = { _id: uuid(), receiverId: bob._id, text: 'Hello' };
    const first = await post(alice, body);
    const { _id: id } = first.data.conversation;
    await world.as(alice).conversations.remove({ id });
    const again = await post(alice, body);
    expect(again).toMatchObject({
      status: 200,
      data: {
        message: first.data.message,
        conversation: { _id: id, members: [{ _id: alice._id }, { _id: bob._id }], lastMessageEntity: null },
      },
    });
    expect(await listOf(alice)).toEqual([]);
    expect(await coinsOf(alice)).toBe(99);
    expect(await unreadOf(bob)).toBe(1);
  });

  it('returns the same to the same idempotency key', async () => {
    const key = { 'idempotency-key': uuid() };
    const body = { receiverId: bob._id, text: 'Hello' };
    const [first, second] = await Promise.all([post(alice, body, key), post(alice, body, key)]);
    expect(second.data).toEqual(first.data);
    expect(await historyOf(bob, first.data.conversation._id)).toHaveLength(1);
  });

  it('keeps text as it is, but for what nobody can see', async () => {
    const { message } = await send(alice, bob, '  <b>Hi</b>\r\nthere\u202E\u0007 ');
    expect(message.text).toBe('<b>Hi</b>\r\nthere');
  });

  it.each([
    ['without text', {}, 'Message can not be blank'],
    ['with blank text', { text: ' \u200B\n' }, 'Message can not be blank'],
    ['with text that is too long', { text: 'x'.repeat(5001) }, 'Limit of characters (max 5000) exceeded'],
  ])('rejects a message %s', async (_, body, error) => {
    const response = await post(alice, { receiverId: bob._id, ...body });
    expect(response).toMatchObject({ status: 400, fields: { text: error } });
    expect(await listOf(bob)).toEqual([]);
  });

  it('rejects a message to oneself, to nobody and in the name of another', async () => {
    expect(await post(alice, { receiverId: alice._id, text: 'Hello' })).toMatchObject({ status: 400 });
    expect(await post(alice, { text: 'Hello' })).toMatchObject({ status: 400 });
    expect(await post(alice, { receiverId: uuid(), text: 'Hello' })).toMatchObject({ status: 404 });
    const forged = { senderId: bob._id, receiverId: dan._id, text: 'Hello' };
    expect(await post(alice, forged)).toMatchObject({ status: 403 });
    const { conversation } = await send(alice, bob);
    const elsewhere = { conversationId: conversation._id, receiverId: dan._id, text: 'Hello' };
    expect(await post(alice, elsewhere)).toMatchObject({ status: 400 });
    expect(await post(dan, { conversationId: conversation._id, text: 'Hello' })).toMatchObject({
      status: 404,
    });
    expect(await listOf(dan)).toEqual([]);
  });

  it('links posts and organizations that the sender may see, and nothing else', async () => {
    const { _id } = await world
      .as(carol)
      .posts.create({ postType: 'general', title: 'Soup', isActive: true });
    const draft = await world.as(carol).posts.create({ postType: 'general', title: 'Later' });
    const postLink = `/post/general/details/${_id}`;
    const organizationLink = `/organization/details/${carol._id}`;
    const linked = await post(alice, { receiverId: bob._id, postLink, organizationLink });
    expect(linked.data.message).toMatchObject({ text: '', postLink, organizationLink });
    const rejected = [
      [{ postLink: `/post/general/details/${draft._id}` }, 404],
      [{ organizationLink: `/organization/details/${dan._id}` }, 404],
      [{ postLink: 'https://elsewhere.example/post' }, 400],
      [{ organizationLink: 'javascript:alert(1)' }, 400],
    ] as const;
    for (const [link, status] of rejected)
      expect(await post(alice, { receiverId: bob._id, text: 'See', ...link })).toMatchObject({ status });
    expect(await unreadOf(bob)).toBe(1);
  });

  it('sends both members the conversation, and the receiver the count', async () => {
    await send(alice, bob, 'One');
    await send(alice, bob, 'Two');
    const received = await eventsOf(bob);
    expect(received.map(({ type }) => type)).toEqual([
      'message-added',
      'message-count',
      'message-added',
      'message-count',
    ]);
    const [conversation] = await listOf(bob);
    expect(received[2]?.payload).toEqual({ conversation });
    expect(received[3]?.payload).toEqual({ onlyNew: 2 });
    const sent = await eventsOf(alice);
    expect(sent.map(({ type }) => type)).toEqual([
      'wallet-changed',
      'message-added',
      'wallet-changed',
      'message-added',
    ]);
    expect(sent[2]?.payload).toEqual({ walletCoin: 98 });
    expect((await world.as(bob).notifications.list({})).items).toEqual([]);
  });
});

describe('a block', () => {
  const block = (by: Person, whom: Person) =>
    world.as(by).blocks.block({ userId: by._id, blockedUserId: whom._id });

  it('rejects messages both ways as if there were nobody, and takes no coin', async () => {
    const { conversation } = await send(alice, bob);
    const nobody = await post(alice, { receiverId: uuid(), text: 'Hello' });
    await block(bob, alice);
    const conversationId = conversation._id;
    for (const target of [{ receiverId: bob._id }, { conversationId }]) {
      const { headers: _, ...rejected } = await post(alice, { ...target, text: 'Please' });
      expect(rejected).toEqual({ ...rejected, status: 404, message: nobody.message, data: null });
    }
    expect(await post(bob, { conversationId, text: 'Still here' })).toMatchObject({ status: 404 });
    const begun = { method: 'POST', as: alice, body: { receiverId: bob._id } } as const;
    expect(await world.request('/api/conversations/', begun)).toMatchObject({ status: 404 });
    const price = await world.as(alice).conversations.price({ id: alice._id, receivers: [bob._id] });
    expect(price).toEqual({ cost: 0, receivers: [] });
    expect(await coinsOf(alice)).toBe(99);
    expect(await unreadOf(bob)).toBe(1);
    // What was written stays with both.
    expect(await historyOf(alice, conversationId)).toHaveLength(1);

    await world.as(bob).blocks.unblock({ userId: bob._id, blockedUserId: alice._id });
    expect(await post(alice, { conversationId, text: 'Hello again' })).toMatchObject({ status: 200 });
  });

  it('returns a message that was sent before to a retry', async () => {
    const body = { _id: uuid(), receiverId: bob._id, text: 'Hello' };
    const first = await post(alice, body);
    await block(bob, alice);
    expect(await post(alice, body)).toMatchObject({ status: 200, data: { message: first.data.message } });
    expect(await coinsOf(alice)).toBe(99);
  });
});

describe('the price of a message', () => {
  it('is a coin to who is not connected, each time, and nothing once they are', async () => {
    await send(alice, bob);
    await send(alice, bob);
    expect(await coinsOf(alice)).toBe(98);
    await send(bob, alice);
    expect(await coinsOf(bob)).toBe(100);
    await send(alice, bob);
    expect(await coinsOf(alice)).toBe(98);
  });

  it('is returned for one and for many, without those who cannot be reached', async () => {
    await world.befriend(alice, bob);
    const ask = (ids: string[], as = alice) =>
      world.request(`/api/conversations/user/${alice._id}/price?receivers=${JSON.stringify(ids)}`, { as });
    const many = await ask([bob._id, dan._id, carol._id, carol._id, alice._id, uuid()]);
    expect(many.data.cost).toBe(2);
    expect(many.data.receivers).toHaveLength(3);
    expect(many.data.receivers).toContainEqual({ userId: bob._id, isConnected: true });
    expect((await ask([bob._id])).data).toMatchObject({ cost: 0 });
    expect(await ask([alice._id], bob)).toMatchObject({ status: 403 });
  });

  it('is spent where it is the one that was shown, and a conflict where it has changed', async () => {
    expect(await post(alice, { receiverId: bob._id, text: 'Hello', cost: 1 })).toMatchObject({ status: 200 });
    await world.befriend(alice, bob);
    expect(await post(alice, { receiverId: bob._id, text: 'Hello', cost: 1 })).toMatchObject({ status: 409 });
    expect(await post(alice, { receiverId: bob._id, text: 'Hello', cost: 0 })).toMatchObject({ status: 200 });
    expect(await post(alice, { receiverId: dan._id, text: 'Hello', cost: 0 })).toMatchObject({
      status: 409,
      message: 'The price is now 1 coin. Nothing was sent or charged.',
    });
    expect(await coinsOf(alice)).toBe(99);
    expect(await listOf(dan)).toEqual([]);
  });

  it('rejects a message that it exceeds the wallet for, and sends and spends nothing', async () => {
    await leaveCoins(alice, 0);
    expect(await post(alice, { receiverId: bob._id, text: 'Hello' })).toMatchObject({
      status: 409,
      message: 'This costs 1 coin, and you have 0: you need 1 coin more. Nothing was sent.',
    });
    expect(await listOf(bob)).toEqual([]);
    expect(await eventsOf(bob)).toEqual([]);
    await world.befriend(alice, bob);
    expect(await post(alice, { receiverId: bob._id, text: 'Hello' })).toMatchObject({ status: 200 });
  });

  it('lets one of 100 messages go that are sent at once with one coin', async () => {
    await leaveCoins(alice, 1);
    const people = [bob, carol, dan];
    const sent = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        post(alice, { receiverId: people[index % 3]?._id, text: `Message ${index}` }),
      ),
    );
    const statuses = Map.groupBy(sent, ({ status }) => status);
    expect([...statuses.keys()].toSorted()).toEqual([200, 409]);
    expect(statuses.get(200)).toHaveLength(1);
    expect(await coinsOf(alice)).toBe(0);
    expect((await unreadOf(bob)) + (await unreadOf(carol)) + (await unreadOf(dan))).toBe(1);
    const entries = world.db.selectFrom('wallet_entries').select('coins').where('user_id', '=', alice._id);
    expect(await entries.where('reason', '=', 'message').execute()).toEqual([{ coins: -1 }]);
  });
});

describe('a new account', () => {
  const limited = async (work: () => Promise<void>) => {
    Object.assign(world.deps.settings, { firstMessages: { newForDays: 7, perDay: 2 } });
    try {
      await work();
    } finally {
      Object.assign(world.deps.settings, { firstMessages: undefined });
    }
  };
  const hello = (to: Person, from: Person = alice) => post(from, { receiverId: to._id, text: 'Hello' });

  it('writes to a few people a day who do not answer', () =>
    limited(async () => {
      const [eve, frank] = [await world.individual('eve'), await world.individual('frank')];
      const atOnce = await Promise.all([bob, carol, dan, eve].map((person) => hello(person)));
      expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429]);
      const rejected = atOnce.find(({ status }) => status === 429);
      expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await coinsOf(alice)).toBe(98);
      const [reached] = [bob, carol, dan, eve].filter((_, index) => atOnce[index]?.status === 200);
      if (!reached) throw new Error('Nobody was reached.');
      // A further message to the same person begins nothing.
      expect(await hello(reached)).toMatchObject({ status: 200 });
      expect(await hello(frank)).toMatchObject({ status: 429 });
      await world.befriend(alice, frank);
      expect(await hello(frank)).toMatchObject({ status: 200 });
      await send(frank, alice);
      await send(reached, alice);
      expect(await hello(await world.individual('grace'))).toMatchObject({ status: 200 });
    }));

  it('writes to as many as it likes once it is older', () =>
    limited(async () => {
      const longAgo = new Date(world.ports.clock.now().getTime() - 7 * 24 * 60 * 60 * 1000);
      await world.db.updateTable('users').set({ created_at: longAgo }).where('id', '=', alice._id).execute();
      for (const person of [bob, carol, dan]) expect(await hello(person)).toMatchObject({ status: 200 });
    }));
});

describe('reading', () => {
  const texts = (entities: { message: { text: string } }[]) => entities.map(({ message }) => message.text);

  it('pages through the history in both directions', async () => {
    let id = '';
    for (let n = 1; n <= 7; n++)
      id = (await send(n % 2 ? alice : bob, n % 2 ? bob : alice, `${n}`)).conversation._id;
    const page = (range: object) => world.as(alice).conversations.history({ id, limit: 3, ...range });
    const newest = await page({});
    expect(texts(newest.messageUserEntity)).toEqual(['5', '6', '7']);
    expect(newest.hasMore).toBe(true);
    expect(texts((await page({ before: 5 })).messageUserEntity)).toEqual(['2', '3', '4']);
    expect(await page({ before: 2 })).toMatchObject({ hasMore: false, messageUserEntity: [{}] });
    expect(texts((await page({ after: 2 })).messageUserEntity)).toEqual(['3', '4', '5']);
    expect(texts((await page({ after: 2, before: 4 })).messageUserEntity)).toEqual(['3']);
    expect(await page({ after: 7 })).toEqual({ messageUserEntity: [], hasMore: false });
  });

  it('pages through the conversations, those with the newest messages first', async () => {
    for (const person of [bob, carol, dan]) {
      await send(person, alice);
      world.ports.clock.advance(1000);
    }
    await send(bob, alice, 'Again');
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<ReturnType<typeof world.as>['conversations']['list']>> = await world
        .as(alice)
        .conversations.list({ limit: 1, cursor });
      seen.push(...page.items.map(({ members }) => members[1]?._id ?? ''));
      ({ cursor } = page);
    } while (cursor);
    expect(seen).toEqual([bob._id, dan._id, carol._id]);
  });

  it('takes one statement for a list, however long it is', async () => {
    const count = (work: () => Promise<unknown>) => world.countQueries(work);
    const listing = () => world.as(alice).conversations.list({});
    const counting = () => world.as(alice).conversations.countNew({});
    for (const person of [bob, carol, dan]) await send(person, alice);
    await listing();
    const other = await count(counting);
    // Both check the session and send one statement of their own.
    expect(await count(listing)).toBe(other);
  });

  it('marks what is opened over REST as read, and notifies the other member', async () => {
    const { conversation } = await send(alice, bob, 'One');
    await send(alice, bob, 'Two');
    expect(await historyOf(bob, conversation._id)).toMatchObject([{ isRead: false }, { isRead: false }]);
    expect(await unreadOf(bob)).toBe(2);
    const opened = await world.request(`/api/conversations/${conversation._id}`, { as: bob });
    expect(opened.data).toMatchObject({ _id: conversation._id, unread: 0, readUpTo: 2 });
    expect(opened.data.messageUserEntity).toHaveLength(2);
    expect(await unreadOf(bob)).toBe(0);
    expect(await listOf(alice)).toMatchObject([{ otherReadUpTo: 2 }]);
    const { type, payload } = (await eventsOf(alice)).at(-1) ?? {};
    expect({ type, payload }).toEqual({
      type: 'conversation-seen',
      payload: { conversationId: conversation._id, readUpTo: 2 },
    });
  });

  it('marks as read up to a message, and never goes back', async () => {
    const { conversation } = await send(alice, bob);
    await send(alice, bob);
    await send(alice, bob);
    const mark = (upTo: number) => world.as(bob).conversations.markRead({ id: conversation._id, upTo });
    expect(await mark(2)).toEqual({ readUpTo: 2, unread: 1 });
    expect(await mark(1)).toEqual({ readUpTo: 2, unread: 1 });
    expect(await mark(2_000_000)).toEqual({ readUpTo: 3, unread: 0 });
    await send(alice, bob);
    expect(await unreadOf(bob)).toBe(1);
  });
});

describe('the top conversations', () => {
  it('are those with unread messages first, then the newest', async () => {
    const eve = await world.individual('eve');
    for (const person of [bob, carol, dan, eve]) {
      await send(person, alice);
      world.ports.clock.advance(1000);
    }
    for (const person of [dan, eve]) {
      const found = (await listOf(alice)).find(({ members }) => members[1]?._id === person._id);
      await world.as(alice).conversations.markRead({ id: found?._id ?? '', upTo: 1 });
    }
    const top = async (query: string) => {
      const path = `/api/conversations/user/${alice._id}/top${query}`;
      const { data } = await world.request(path, { as: alice });
      return data.map(({ members }: { members: Person[] }) => members[1]?._id);
    };
    expect(await top('')).toEqual([carol, bob, eve, dan].map(({ _id }) => _id));
    expect(await top('?limit=3')).toEqual([carol, bob, eve].map(({ _id }) => _id));
    expect(await top('?limit=1')).toEqual([carol._id]);
  });

  it('have the beginning of their last message', async () => {
    const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';
    await send(bob, alice, family.repeat(200));
    const [conversation] = await world.as(alice).conversations.top({});
    expect(conversation?.lastMessageEntity?.message.text).toBe(`${family.repeat(150)}…`);
    await send(bob, alice, 'x'.repeat(150));
    const [short] = await world.as(alice).conversations.top({});
    expect(short?.lastMessageEntity?.message.text).toBe('x'.repeat(150));
  });
});

describe('searching messages', () => {
  const search = async (person: Person, text: string, more: object = {}) => {
    const { items } = await world.as(person).conversations.search({ text, ...more });
    return items.map(({ message }) => message.text);
  };

  it('finds words in all conversations of the caller, the newest first, and in no others', async () => {
    await send(alice, bob, 'Soup on Friday?');
    world.ports.clock.advance(1000);
    await send(carol, alice, 'We cook SOUP, and Crème brûlée.');
    await send(bob, dan, 'Secret soup');
    expect(await search(alice, 'soup')).toEqual(['We cook SOUP, and Crème brûlée.', 'Soup on Friday?']);
    expect(await search(alice, 'creme brul')).toEqual(['We cook SOUP, and Crème brûlée.']);
    expect(await search(alice, 'secret')).toEqual([]);
    expect(await search(dan, 'soup')).toEqual(['Secret soup']);
    for (const text of ['soup stew', 'sou soup', ':*', 'soup | secret', '% _'])
      expect(await search(alice, text), text).toEqual([]);
    const response = await world.request(`/api/conversations/user/${alice._id}/search?text=friday`, {
      as: alice,
    });
    const { _id: conversationId } =
      (await listOf(alice)).find(({ members }) => members[1]?._id === bob._id) ?? {};
    expect(response.data.items).toMatchObject([
      { conversationId, message: { conversationId, senderId: alice._id, receiverId: bob._id } },
    ]);
  });

  it('finds nothing that the caller has deleted, which the other member still finds', async () => {
    const { conversation } = await send(alice, bob, 'Soup before');
    await world.as(bob).conversations.remove({ id: conversation._id });
    expect(await search(bob, 'soup')).toEqual([]);
    await send(alice, bob, 'Soup after');
    expect(await search(bob, 'soup')).toEqual(['Soup after']);
    expect(await search(alice, 'soup')).toHaveLength(2);
  });

  it('stays in one conversation where it is named, which has to be one of the caller’s', async () => {
    const { conversation } = await send(alice, bob, 'Soup');
    await send(alice, carol, 'Soup, too');
    const inside = { conversationId: conversation._id };
    expect(await search(alice, 'soup', inside)).toEqual(['Soup']);
    const path = `/api/conversations/user/${dan._id}/search?text=soup&conversationId=${conversation._id}`;
    expect(await world.request(path, { as: dan })).toMatchObject({ status: 404 });
  });

  it('pages through what it finds', async () => {
    for (let n = 1; n <= 5; n++) await send(alice, bob, `Soup ${n}`);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<ReturnType<typeof world.as>['conversations']['search']>> = await world
        .as(alice)
        .conversations.search({ text: 'soup', limit: 2, cursor });
      seen.push(...page.items.map(({ message }) => message.text));
      ({ cursor } = page);
    } while (cursor);
    expect(seen.toSorted()).toEqual([1, 2, 3, 4, 5].map((n) => `Soup ${n}`));
  });
});

describe('deleting a conversation', () => {
  it('removes it for good for who deletes it, and leaves it to the other', async () => {
    const { conversation } = await send(alice, bob, 'Before');
    const address = `/api/conversations/${conversation._id}`;
    expect(await world.request(address, { method: 'DELETE', as: bob })).toMatchObject({
      status: 200,
      message: 'Conversation deleted successfully.',
    });
    expect(await world.request(address, { as: bob })).toMatchObject({ status: 404 });
    expect(await world.request(address, { method: 'DELETE', as: bob })).toMatchObject({ status: 404 });
    expect(await listOf(bob)).toEqual([]);
    expect(await unreadOf(bob)).toBe(0);
    expect(await historyOf(alice, conversation._id)).toHaveLength(1);

    await send(alice, bob, 'After');
    expect((await historyOf(bob, conversation._id)).map(({ message }) => message.text)).toEqual(['After']);
    expect(await historyOf(bob, conversation._id, { after: 0 })).toHaveLength(1);
    expect(await historyOf(alice, conversation._id)).toHaveLength(2);
    expect(await unreadOf(bob)).toBe(1);
  });
});

describe('beginning a conversation', () => {
  it('returns the one of the two, and notifies the other of nothing before the first message', async () => {
    const begin = (as: Person, body: object) =>
      world.request('/api/conversations/', { method: 'POST', as, body });
    const begun = await begin(alice, { members: [{ _id: bob._id }, { _id: alice._id }] });
    expect(begun).toMatchObject({ status: 200, data: { lastMessageEntity: null, unread: 0 } });
    const { _id: id } = begun.data;
    expect((await begin(alice, { receiverId: bob._id, _id: uuid() })).data).toEqual(begun.data);
    expect(await listOf(bob)).toEqual([]);
    expect(await world.request(`/api/conversations/${id}`, { as: bob })).toMatchObject({ status: 404 });
    expect(await coinsOf(alice)).toBe(100);
    const { message } = (await post(alice, { conversationId: id, text: 'Hello' })).data;
    expect(message).toMatchObject({ seq: 1, conversationId: id });
    expect(await listOf(bob)).toMatchObject([{ _id: id }]);
    expect(await begin(alice, { receiverId: dan._id, _id: id })).toMatchObject({ status: 409 });
    expect(await begin(alice, { members: [bob._id, dan._id] })).toMatchObject({ status: 403 });
    expect(await begin(alice, { receiverId: uuid() })).toMatchObject({ status: 404 });
    expect(await begin(alice, { receiverId: alice._id })).toMatchObject({ status: 400 });
  });
});
