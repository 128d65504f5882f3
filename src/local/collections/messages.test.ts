import { TRPCClientError } from '@trpc/client';
import { v7 as uuid } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConversationView, MessageView } from '#server/conversations/conversations.schema.ts';
import type { UserEvent } from '#server/events/events.schema.ts';
import { applyEvents } from '../engine/apply.ts';
import { currentRevision, readMeta, writeFacts } from '../engine/database.ts';
import { discard, enqueue, markDone, markFailed, markSent, unsentMutations } from '../engine/outbox.ts';
import { takeSnapshot } from '../engine/snapshot.ts';
import { trim } from '../engine/trim.ts';
import { openTestDatabase, type TestDatabase } from '../testing/databases.ts';
import { epoch } from '../testing/empty-api.ts';
import { logged } from '../testing/events.ts';
import { alice, bob, carol } from '../testing/people.ts';
import { bulkMessageView, conversationView, idOf, messageView } from '../testing/views.ts';
import { conversationLimits, readUnreadMessages } from './conversations.ts';
import { collections } from './index.ts';
import { newConversationId, type SendMessage } from './message-input.ts';
import { pullMessages } from './messages.ts';
import { readConversation, readConversationList } from './read-conversations.ts';
import { countNewer, searchMessagesHere } from './search-messages.ts';
import { readMessages } from './shown-messages.ts';
import { withArriving, withRecent, withSending } from './use-messages.ts';

/** The server's side of Alice's conversation with Bob, and how many requests for its history came. */
const server = vi.hoisted(() => ({
  history: [] as MessageView[],
  requests: 0,
  beforeResponse: async () => {},
  isGone: false,
  conversations: [] as unknown[],
}));

vi.mock('#src/app/api.ts', async () => {
  const { emptyApi } = await import('../testing/empty-api.ts');
  return {
    api: emptyApi({
      conversations: {
        list: { query: async () => ({ items: server.conversations, cursor: null }) },
        history: {
          query: async ({ before, limit }: { before?: number; limit: number }) => {
            server.requests++;
            if (server.isGone) throw absent();
            const found = server.history.filter(({ seq }) => before === undefined || seq < before);
            await server.beforeResponse();
            const page = found.slice(-limit).map((message) => ({ _id: message._id, isRead: false, message }));
            return { messageUserEntity: page, hasMore: found.length > limit };
          },
        },
        markRead: {
          mutate: async () => {
            throw absent();
          },
        },
      },
    }),
  };
});

const absent = () =>
  TRPCClientError.from({
    error: { message: 'Not found', code: -32004, data: { reason: 'not-found', httpStatus: 404 } },
  });

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const withBob = { conversationId: idOf(1), otherId: bob._id };

beforeEach(() => {
  Object.assign(server, {
    history: range(1, 9).map((seq) => messageView(seq)),
    requests: 0,
    beforeResponse: async () => {},
    isGone: false,
    conversations: [ofBob(9)],
  });
});

/** Returns the conversation with Bob, up to a message. */
const ofBob = (seq: number, more: Partial<ReturnType<typeof conversationView>> = {}) => {
  const message = messageView(seq);
  return conversationView(1, {
    lastMessageEntity: { _id: message._id, isRead: false, message },
    updatedAt: message.createdAt,
    unread: 2,
    ...more,
  });
};

/** Opens a device of Alice's that has the list of conversations. */
async function openDevice(): Promise<TestDatabase> {
  const db = openTestDatabase(crypto.randomUUID(), alice._id);
  await takeSnapshot(db);
  return db;
}

async function receive(db: TestDatabase, ...events: UserEvent[]): Promise<void> {
  const { seq = 0 } = (await readMeta(db, 'cursor')) ?? {};
  const later = logged(events).map((event) => ({ ...event, seq: event.seq + seq }));
  expect(await applyEvents(db, epoch, later)).toBe(true);
}

const added = (seq: number): UserEvent => ({
  type: 'message-added',
  payload: { conversation: ofBob(seq, { unread: 3 }) },
});
const removed: UserEvent = { type: 'conversation-removed', payload: { conversationId: idOf(1) } };

/** Resolves to how to fetch what is read ahead next, if anything is. */
async function findPiece(db: TestDatabase) {
  for (const { readAhead } of collections.list) {
    const piece = await readAhead?.(db);
    if (piece) return piece;
  }
  return undefined;
}

const seqs = async (db: TestDatabase, limit = 100) =>
  (await readMessages(db, withBob, limit)).items.map(({ seq }) => seq);

const written = (more: Partial<SendMessage> = {}) => ({
  name: 'send-message',
  input: {
    messageId: uuid(),
    otherId: bob._id,
    text: 'See you there',
    images: [],
    attachments: [],
    cost: 0,
    ...more,
  } satisfies SendMessage,
});

describe('the messages of a conversation', () => {
  it('begin with the last one, which comes with the list', async () => {
    const db = await openDevice();
    expect(await readMessages(db, withBob, 10)).toMatchObject({
      items: [{ seq: 9, text: 'Message 9', isOwn: false, state: 'sent' }],
      hasOlder: true,
      isFetched: false,
    });
    expect(server.requests).toBe(0);
  });

  it('are fetched from the newest to the first, page by page', async () => {
    const db = await openDevice();
    await pullMessages(db, idOf(1), 'newest', 4);
    expect(await seqs(db)).toEqual([6, 7, 8, 9]);
    await pullMessages(db, idOf(1), 'older', 4);
    expect(await readMessages(db, withBob, 100)).toMatchObject({ hasOlder: true, isFetched: true });
    await pullMessages(db, idOf(1), 'older', 4);
    expect(await seqs(db)).toEqual(range(1, 9));
    expect((await readMessages(db, withBob, 100)).hasOlder).toBe(false);
    expect((await readMessages(db, withBob, 8)).hasOlder).toBe(true);
    await pullMessages(db, idOf(1), 'older', 4);
    expect(server.requests).toBe(3);
  });

  it('are all there from the first one on the screen, however many arrive', async () => {
    const db = await openDevice();
    await pullMessages(db, idOf(1), 'newest', 4);
    const shown = async (limit: number, since?: number) => {
      const { items, hasOlder } = await readMessages(db, withBob, limit, since);
      return { seqs: items.map(({ seq }) => seq), hasOlder };
    };
    expect(await shown(2)).toEqual({ seqs: [8, 9], hasOlder: true });
    await receive(db, added(10), added(11), added(12));
    expect(await shown(2, 8)).toEqual({ seqs: range(8, 12), hasOlder: true });
    expect(await shown(6, 8)).toEqual({ seqs: range(7, 12), hasOlder: true });
    // One that this device no longer has begins nothing.
    expect(await shown(2, 1)).toEqual({ seqs: range(6, 12), hasOlder: true });
  });

  it('grow with events, also while a page is on its way', async () => {
    const db = await openDevice();
    server.beforeResponse = () => receive(db, added(10));
    await pullMessages(db, idOf(1), 'newest', 4);
    expect(await seqs(db)).toEqual([6, 7, 8, 9, 10]);
  });

  it('go with the conversation, and do not come back with a page that was on its way', async () => {
    const db = await openDevice();
    await pullMessages(db, idOf(1), 'newest', 4);
    server.beforeResponse = async () => {
      server.beforeResponse = async () => {};
      server.history = [];
      await receive(db, removed);
    };
    await pullMessages(db, idOf(1), 'older', 4);
    expect(await seqs(db)).toEqual([]);
    expect(await db.messages.count()).toBe(0);
    server.history = [messageView(10)];
    await receive(db, added(10));
    expect(await seqs(db)).toEqual([10]);
    await pullMessages(db, idOf(1), 'newest');
    expect(await readMessages(db, withBob, 10)).toMatchObject({ items: [{ seq: 10 }], hasOlder: false });
  });

  it('are not fetched again and again where the conversation is gone', async () => {
    const db = await openDevice();
    server.isGone = true;
    await pullMessages(db, idOf(1), 'newest');
    expect((await readMessages(db, withBob, 10)).hasOlder).toBe(false);
  });

  it('are read ahead, one conversation after the other, once each', async () => {
    const db = await openDevice();
    await (await findPiece(db))?.();
    expect(await seqs(db)).toEqual(range(1, 9));
    expect(await findPiece(db)).toBeUndefined();
  });

  it('are read ahead also where a screen has fetched a page, and not again after they were trimmed', async () => {
    const db = await openDevice();
    server.history = range(1, 240).map((seq) => messageView(seq));
    server.conversations = [ofBob(240)];
    await takeSnapshot(db);
    await pullMessages(db, idOf(1), 'newest');
    expect(await seqs(db)).toEqual(range(191, 240));
    await (await findPiece(db))?.();
    expect(await seqs(db, 300)).toEqual(range(41, 240));
    await trim(db, true);
    expect(await findPiece(db)).toBeUndefined();
  });

  it('are trimmed to the newest, and fetched again when one scrolls there', async () => {
    const db = await openDevice();
    server.history = range(1, 40).map((seq) => messageView(seq));
    server.conversations = [ofBob(40)];
    await takeSnapshot(db);
    await pullMessages(db, idOf(1), 'newest', 200);
    await trim(db, true);
    expect(await seqs(db)).toEqual(range(11, 40));
    expect((await readMessages(db, withBob, 100)).hasOlder).toBe(true);
    await pullMessages(db, idOf(1), 'older');
    expect(await seqs(db)).toEqual(range(1, 40));
  });

  it('go with conversations that are not kept', async () => {
    const db = await openDevice();
    const count = conversationLimits.full + 2;
    await receive(
      db,
      ...range(1, count).map(
        (number): UserEvent => ({
          type: 'message-added',
          payload: { conversation: conversationView(number) },
        }),
      ),
    );
    await trim(db, true);
    expect(await db.conversations.count()).toBe(conversationLimits.full);
    expect(await db.messageWindows.count()).toBe(conversationLimits.full);
    expect(new Set((await db.messages.toArray()).map(({ conversationId }) => conversationId)).size).toBe(
      conversationLimits.full,
    );
  });
});

describe('a message to more people than are kept', () => {
  const sent = (total: number): UserEvent => ({
    type: 'bulk-message-changed',
    payload: { bulkMessage: bulkMessageView(1, { total, done: total, sent: total, state: 'done' }) },
  });
  const many: UserEvent[] = range(1, conversationLimits.usual + 3).map((number) => ({
    type: 'message-added',
    payload: { conversation: conversationView(number) },
  }));

  it('drops the conversations of which the device got no event', async () => {
    const db = await openDevice();
    await receive(db, ...many);
    await receive(db, sent(conversationLimits.usual));
    expect(await db.conversations.count()).toBe(many.length);
    await receive(db, sent(conversationLimits.usual + 1));
    expect(await db.conversations.count()).toBe(conversationLimits.usual);
    expect(await db.messageWindows.count()).toBe(conversationLimits.usual);
  });
});

describe('a message that is written', () => {
  it('comes last, in the state in which it is', async () => {
    const db = await openDevice();
    const [first, second] = [written({ text: 'One' }), written({ text: 'Two' })];
    await enqueue(db, first, 'op 1');
    await enqueue(db, second, 'op 2');
    const shown = async () => (await readMessages(db, withBob, 10)).items.slice(1);
    expect(await shown()).toMatchObject([
      { text: 'One', state: 'waiting', isOwn: true, opId: 'op 1' },
      { text: 'Two', state: 'waiting' },
    ]);
    await markFailed(db, 'op 1', 'This costs 1 coin by now.', 'price-changed');
    await markDone(db, 'op 2');
    expect(await shown()).toMatchObject([
      { text: 'One', state: 'failed', problem: 'This costs 1 coin by now.', reason: 'price-changed' },
      { text: 'Two', state: 'sent' },
    ]);
  });

  it('is shown once while its event is there and its outbox row still is', async () => {
    const db = await openDevice();
    const mine = written();
    await enqueue(db, mine, 'op 1');
    const message = messageView(10, { _id: mine.input.messageId, senderId: alice._id, receiverId: bob._id });
    await receive(db, {
      type: 'message-added',
      payload: {
        conversation: ofBob(10, { lastMessageEntity: { _id: message._id, isRead: true, message } }),
      },
    });
    expect(await seqs(db)).toEqual([9, 10]);
    expect((await readConversationList(db, 10)).items[0]?.lastMessageEntity?.message.seq).toBe(10);
    await receive(db, {
      type: 'conversation-seen',
      payload: { conversationId: idOf(1), readUpTo: 10 },
    });
    expect((await readMessages(db, withBob, 1)).items).toMatchObject([
      { seq: 10, isOwn: true, state: 'read' },
    ]);
  });

  it('is sending with progress, and waits where the server cannot be reached', async () => {
    const db = await openDevice();
    await enqueue(db, written(), 'op 1');
    await markSent(db, 'op 1');
    const read = await readMessages(db, withBob, 10);
    const last = (isOnline: boolean) => withSending(read, new Map([['op 1', 0.4]]), isOnline).items.at(-1);
    expect(last(true)).toMatchObject({ state: 'sending', progress: 0.4 });
    expect(last(false)).toMatchObject({ state: 'waiting' });
    expect(last(false)).not.toHaveProperty('progress');
  });

  it('waits for a connection only where there is none, and otherwise for those before it', async () => {
    const db = await openDevice();
    const file = { fileId: 'file', fileName: 'garden.pdf', bytes: 3, type: '' };
    await enqueue(db, written({ attachments: [file] }), 'op 1');
    await enqueue(db, written({ messageId: uuid(), text: 'Behind it' }), 'op 2');
    const states = async (isOnline: boolean) => {
      const read = await readMessages(db, withBob, 10);
      return withSending(read, new Map(), isOnline)
        .items.slice(-2)
        .map(({ state }) => state);
    };
    expect(await states(false)).toEqual(['waiting', 'waiting']);
    // Files of two other conversations may be sent before these.
    expect(await states(true)).toEqual(['queued', 'queued']);
    await markSent(db, 'op 1');
    expect(await states(true)).toEqual(['sending', 'queued']);
    await markFailed(db, 'op 1', 'This costs 1 coin by now.');
    expect(await states(true)).toEqual(['failed', 'sending']);
  });

  it('is on the screen before the device has committed it', async () => {
    const db = await openDevice();
    const mine = written();
    const read = await readMessages(db, withBob, 10);
    expect(withRecent(read, [mine]).items.at(-1)).toMatchObject({
      _id: mine.input.messageId,
      state: 'waiting',
      text: 'See you there',
    });
    await enqueue(db, mine, 'op 1');
    const later = await readMessages(db, withBob, 10);
    expect(withRecent(later, [mine])).toEqual(later);
  });

  it('is on the screen before the device has stored it where it arrives', async () => {
    const db = await openDevice();
    await pullMessages(db, idOf(1), 'newest', 50);
    const read = await readMessages(db, withBob, 10);
    const [tenth, eleventh] = [logged([added(10)]), logged([added(11)])];
    const both = withArriving(read, bob._id, [...tenth, ...eleventh]);
    expect(both.items.map(({ seq }) => seq).slice(-3)).toEqual([9, 10, 11]);
    // In another conversation, or after one that is not here yet, it is not.
    expect(withArriving(read, carol._id, tenth)).toBe(read);
    expect(withArriving(read, bob._id, eleventh)).toBe(read);
    await receive(db, added(10));
    const later = await readMessages(db, withBob, 11);
    expect(withArriving(read, bob._id, tenth).items).toEqual(later.items);
    expect(withArriving(later, bob._id, tenth)).toBe(later);
  });

  it('is not shown before it is stored where the newest messages are not here', async () => {
    const db = await openDevice();
    await receive(db, added(10));
    const read = await readMessages(db, withBob, 10);
    expect(withArriving(read, bob._id, logged([added(11)]))).toBe(read);
  });

  it('is shown once where it comes back from the server', async () => {
    const db = await openDevice();
    await pullMessages(db, idOf(1), 'newest', 50);
    const mine = written();
    await enqueue(db, mine, 'op 1');
    const read = await readMessages(db, withBob, 10);
    const message = messageView(10, { _id: mine.input.messageId, senderId: alice._id });
    const conversation = ofBob(10, { lastMessageEntity: { _id: message._id, isRead: true, message } });
    const events = logged([{ type: 'message-added', payload: { conversation } }]);
    const shown = withRecent(withArriving(read, bob._id, events), [mine]).items;
    expect(shown.filter(({ _id }) => _id === message._id)).toMatchObject([{ seq: 10, isOwn: true }]);
  });

  it('replaces the same one that was rejected at another price', async () => {
    const db = await openDevice();
    const mine = written();
    await enqueue(db, mine, 'op 1');
    await markFailed(db, 'op 1', 'This costs 1 coin by now.', 'price-changed');
    await enqueue(db, written({ ...mine.input, cost: 1 }), 'op 2');
    expect(await unsentMutations(db)).toMatchObject([{ opId: 'op 2', state: 'waiting', input: { cost: 1 } }]);
  });

  it('puts its conversation on top of the list, also one that is far below', async () => {
    const db = await openDevice();
    await receive(db, {
      type: 'message-added',
      payload: {
        conversation: conversationView(2, {
          members: [
            conversationView(1).members[0],
            { ...conversationView(1).members[1], _id: carol._id },
          ] as ReturnType<typeof conversationView>['members'],
          updatedAt: '2026-06-01T00:00:00.000Z',
        }),
      },
    });
    expect((await readConversationList(db, 1)).items.map(({ _id }) => _id)).toEqual([idOf(2)]);
    await enqueue(db, written());
    const { items } = await readConversationList(db, 1);
    expect(items).toMatchObject([
      { _id: idOf(1), lastMessageEntity: { isRead: true, message: { text: 'See you there' } } },
    ]);
  });
});

describe('the first message to a user', () => {
  const first = (more: Partial<SendMessage> = {}) => ({
    ...written({ messageId: uuid(), otherId: carol._id, text: 'Hello Carol', ...more }),
    about: 'Carol',
  });

  it('begins a conversation on the device, until the server has it', async () => {
    const db = await openDevice();
    await enqueue(db, first(), 'op 1');
    await enqueue(db, first({ text: 'Are you there?' }), 'op 2');
    const [top, ...others] = (await readConversationList(db, 10)).items;
    expect(top).toMatchObject({
      _id: newConversationId(carol._id),
      members: [{ _id: alice._id }, { _id: carol._id, name: 'Carol' }],
      lastMessageEntity: { isRead: true, message: { text: 'Are you there?' } },
      unread: 0,
    });
    expect(others.map(({ _id }) => _id)).toEqual([idOf(1)]);
    expect(await readConversation(db, { id: newConversationId(carol._id) })).toEqual(top);
    expect((await readMessages(db, { otherId: carol._id }, 10)).items).toHaveLength(2);

    const members = [conversationView(2).members[0], { ...conversationView(2).members[1], _id: carol._id }];
    await receive(db, {
      type: 'message-added',
      payload: { conversation: conversationView(2, { members: members as ConversationView['members'] }) },
    });
    expect(await readConversation(db, { id: newConversationId(carol._id) })).toMatchObject({ _id: idOf(2) });
    expect((await readConversationList(db, 10)).items.map(({ _id }) => _id)).toEqual([idOf(2), idOf(1)]);
  });

  it('stays in the list where it was rejected, and goes when it is discarded', async () => {
    const db = await openDevice();
    await enqueue(db, first(), 'op 1');
    await markFailed(db, 'op 1', 'You need 1 coin.');
    expect((await readConversationList(db, 10)).items[0]).toMatchObject({ members: [{}, { name: 'Carol' }] });
    await discard(db, 'op 1');
    expect((await readConversationList(db, 10)).items.map(({ _id }) => _id)).toEqual([idOf(1)]);
    expect(await readConversation(db, { id: newConversationId(carol._id) })).toBeNull();
  });
});

describe('reading', () => {
  const read = (upTo: number) => ({ name: 'read-conversation', input: { conversationId: idOf(1), upTo } });

  it('counts at once, in the conversation and in the badge', async () => {
    const db = await openDevice();
    await writeFacts(db, { unreadMessages: 5 });
    await enqueue(db, read(9));
    expect(await readConversation(db, { id: idOf(1) })).toMatchObject({ unread: 0, readUpTo: 9 });
    expect(await readUnreadMessages(db)).toBe(3);
  });

  it('is sent once, up to the last message, also where another tab was behind', async () => {
    const db = await openDevice();
    await enqueue(db, read(7));
    await enqueue(db, read(9));
    await enqueue(db, read(8));
    expect(await unsentMutations(db)).toMatchObject([{ input: { upTo: 9 } }]);
  });

  it('does not fail where the conversation was deleted on another device', async () => {
    const kind = collections.kindOf(read(9));
    const sending = {
      context: { opId: 'op 1' },
      signal: new AbortController().signal,
      progress: () => undefined,
    };
    const db = await openDevice();
    await expect(kind?.send(read(9).input, sending, alice._id, db)).resolves.toBeUndefined();
  });
});

describe('deleting a conversation', () => {
  const remove = {
    name: 'delete-conversation',
    input: { conversationId: idOf(1), otherId: bob._id },
  };

  it('hides it at once, with what was written before and not with what is written afterwards', async () => {
    const db = await openDevice();
    await writeFacts(db, { unreadMessages: 5 });
    await enqueue(db, written({ text: 'Before' }));
    await enqueue(db, remove);
    expect((await readConversationList(db, 10)).items).toEqual([]);
    expect(await readConversation(db, { otherId: bob._id })).toBeNull();
    expect(await readMessages(db, withBob, 10)).toMatchObject({ items: [], hasOlder: false });
    expect(await readUnreadMessages(db)).toBe(3);
    await enqueue(db, written({ text: 'Afterwards' }));
    expect((await readMessages(db, withBob, 10)).items).toMatchObject([{ text: 'Afterwards' }]);
    expect((await readConversationList(db, 10)).items).toHaveLength(1);
  });

  it('is sent after the messages that were written before, and before those written afterwards', () => {
    const lanes = [written(), remove].map((one) => collections.kindOf(one)?.lane(one.input));
    expect(lanes[0]).toBe(lanes[1]);
  });
});

describe('searching on the device', () => {
  it('finds all words in any order, without accents, the newest first', async () => {
    const db = await openDevice();
    server.history = [
      messageView(7, { text: 'Crêpes at the café' }),
      messageView(8, { text: 'Soup' }),
      messageView(9, { text: 'The CAFE has crepes again' }),
    ];
    await pullMessages(db, idOf(1), 'newest');
    const found = async (text: string) =>
      (await searchMessagesHere(db, text)).map(({ message }) => message.seq);
    expect(await found('crepes café')).toEqual([9, 7]);
    expect(await found('café: crepes!')).toEqual([9, 7]);
    expect(await found('tea')).toEqual([]);
    expect(await found(' ')).toEqual([]);
    await receive(db, removed);
    expect(await found('soup')).toEqual([]);
  });

  it('counts what comes after a message, where that is on the device', async () => {
    const db = await openDevice();
    server.history = range(1, 9).map((seq) => messageView(seq));
    await pullMessages(db, idOf(1), 'newest', 5);
    expect(await countNewer(db, idOf(1), 7)).toBe(2);
    expect(await countNewer(db, idOf(1), 4)).toBeNull();
    expect(await countNewer(db, idOf(2), 4)).toBeNull();
  });

  it('does not move the revision', async () => {
    const db = await openDevice();
    const before = await currentRevision(db);
    await searchMessagesHere(db, 'message');
    expect(await currentRevision(db)).toBe(before);
  });
});
