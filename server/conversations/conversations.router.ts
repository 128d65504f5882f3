import { z } from 'zod';
import { isoInstant } from '#db/instant.ts';
import { cutPage } from '#db/keyset.ts';
import { requireSelf } from '../access.ts';
import { readCursor } from '../cursor.ts';
import { badField, notFound, notYours } from '../errors.ts';
import { wordsOf } from '../name-words.ts';
import { readOnlyFields } from '../rest/read-only-fields.ts';
import { messagesProcedure, router, type SignedInContext } from '../trpc.ts';
import { bulkProcedures } from './bulk-procedures.ts';
import { beginConversation, deleteConversation, markRead } from './change-conversation.ts';
import { presentConversation, presentEntity, presentMessage, presentTop } from './conversations.present.ts';
import {
  countUnread,
  findConversation,
  findConversations,
  findHistory,
  findReceivers,
  findTopConversations,
  searchMessages,
} from './conversations.queries.ts';
import {
  coinsPerMessage,
  conversationIdInput,
  conversationPage,
  conversationsInput,
  conversationView,
  countInput,
  countOutput,
  createInput,
  historyInput,
  historyOutput,
  messageSearchOutput,
  messageView,
  mostWords,
  openOutput,
  priceInput,
  priceOutput,
  readInput,
  readOutput,
  searchInput,
  sendInput,
  sendOutput,
  topInput,
  topOutput,
} from './conversations.schema.ts';
import { sendMessage } from './send-message.ts';

export const conversationsRouter = router({
  create: messagesProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/conversations/',
        operationId: 'createConversation',
        actors: ['senderId'],
        references: ['members[]'],
        ignores: readOnlyFields(conversationView, createInput),
      },
      errors: ['id-taken'],
      summary: 'The conversation of the caller and somebody else, which is begun where there is none',
      description: 'It costs nothing, and the other one learns nothing of it before the first message.',
    })
    .input(createInput)
    .output(conversationView)
    .mutation(({ ctx, input: { _id, receiverId, members } }) => {
      const { userId } = ctx.viewer;
      if (members && !members.includes(userId))
        throw notYours('You can only begin conversations of your own.');
      const otherId = receiverId ?? members?.find((id) => id !== userId);
      if (otherId === undefined) throw badField('members', 'You cannot write to yourself.');
      return beginConversation(ctx, { _id, receiverId: otherId });
    }),

  send: messagesProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/conversations/message',
        operationId: 'sendMessage',
        actors: ['senderId'],
        ignores: readOnlyFields(messageView, sendInput),
      },
      errors: [
        'id-taken',
        'price-changed',
        'too-few-coins',
        'too-many-first-messages',
        'upload-incomplete',
        'upload-used',
      ],
      limits: ['megapixels'],
      summary: 'Send a message to one person',
      description:
        'A coin where the two are not connected, nothing where they are. Where there are too few coins, or the price is another one than `cost`, nothing is sent and nothing is spent (409).',
      message: 'Message sent',
      largeBody: 'files',
      once: 'key-last',
    })
    .input(sendInput)
    .output(sendOutput)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),

  list: messagesProcedure
    .meta({
      rest: { method: 'GET', path: '/conversations/user/{id}', operationId: 'listConversations' },
      summary: 'The caller’s conversations, those with the newest messages first',
    })
    .input(conversationsInput)
    .output(conversationPage)
    .query(async ({ ctx, input: { id, limit, cursor: place } }) => {
      const { userId } = ctx.viewer;
      requireSelf(ctx.viewer, id ?? userId);
      const query = { userId, limit: limit + 1, cursor: readCursor(place) };
      const rows = await findConversations(ctx.db, query);
      const { page, cursor } = cutPage(rows, limit, (row) => ({ at: row.listedAt, id: row.conversationId }));
      return { items: page.map(presentConversation), cursor };
    }),

  open: messagesProcedure
    .meta({
      reads: 'primary',
      rest: { method: 'GET', path: '/conversations/{id}', operationId: 'getConversation' },
      summary: 'A conversation with its messages, as its member looks at it',
      description:
        'Marks what it returns as read; the typed `conversations.byId` and `conversations.history`, with which devices also read ahead, mark nothing.',
    })
    .input(historyInput)
    .output(openOutput)
    .query(async ({ ctx, input }) => {
      const history = await loadHistory(ctx, input);
      const newest = history.messageUserEntity.at(-1)?.message.seq;
      if (newest !== undefined) await markRead(ctx, { id: input.id, upTo: newest });
      return { ...(await loadConversation(ctx, input.id)), ...history };
    }),

  byId: messagesProcedure
    .meta({ summary: 'A conversation of the caller’s' })
    .input(conversationIdInput)
    .output(conversationView)
    .query(({ ctx, input: { id } }) => loadConversation(ctx, id)),

  history: messagesProcedure
    .meta({ summary: 'Messages of a conversation of the caller’s' })
    .input(historyInput)
    .output(historyOutput)
    .query(({ ctx, input }) => loadHistory(ctx, input)),

  markRead: messagesProcedure
    .meta({
      rest: { method: 'PUT', path: '/conversations/{id}/read', operationId: 'markConversationRead' },
      summary: 'Mark a conversation as read up to a message',
      once: 'key-last',
    })
    .input(readInput)
    .output(readOutput)
    .mutation(({ ctx, input }) => markRead(ctx, input)),

  remove: messagesProcedure
    .meta({
      rest: { method: 'DELETE', path: '/conversations/{id}', operationId: 'deleteConversation' },
      summary: 'Delete a conversation, for the caller and for good',
      description: 'The other member keeps it. A new message begins it afresh.',
      message: 'Conversation deleted successfully.',
      once: 'key-last',
    })
    .input(conversationIdInput)
    .output(z.null())
    .mutation(async ({ ctx, input: { id } }) => {
      await deleteConversation(ctx, id);
      return null;
    }),

  countNew: messagesProcedure
    .meta({
      rest: { method: 'GET', path: '/conversations/count/new/{userId}', operationId: 'countNewMessages' },
      summary: 'How many messages the caller has not read',
    })
    .input(countInput)
    .output(countOutput)
    .query(async ({ ctx, input }) => {
      const { userId } = ctx.viewer;
      requireSelf(ctx.viewer, input.userId ?? userId);
      return { count: await countUnread(ctx.db, userId) };
    }),

  price: messagesProcedure
    .meta({
      reads: 'primary',
      rest: { method: 'GET', path: '/conversations/user/{id}/price', operationId: 'getMessagePrice' },
      summary: 'What a message to these people costs',
      description: 'Whom the caller cannot reach is left out.',
    })
    .input(priceInput)
    .output(priceOutput)
    .query(async ({ ctx, input: { id: senderId, receivers: receiverIds } }) => {
      requireSelf(ctx.viewer, senderId);
      const receivers = await findReceivers(ctx.db, { senderId, receiverIds });
      const strangers = receivers.filter(({ isConnected }) => !isConnected).length;
      return { cost: strangers * coinsPerMessage, receivers };
    }),

  top: messagesProcedure
    .meta({
      rest: { method: 'GET', path: '/conversations/user/{id}/top', operationId: 'listTopConversations' },
      summary: 'The caller’s newest conversations, those with unread messages first',
    })
    .input(topInput)
    .output(topOutput)
    .query(async ({ ctx, input: { id, limit } }) => {
      const { userId } = ctx.viewer;
      requireSelf(ctx.viewer, id ?? userId);
      const rows = await findTopConversations(ctx.db, { userId, limit });
      return rows.map(presentTop);
    }),

  search: messagesProcedure
    .meta({
      rest: { method: 'GET', path: '/conversations/user/{id}/search', operationId: 'searchMessages' },
      summary: 'Messages of the caller’s conversations by their words, the newest first',
      description: 'Case and accents make no difference. What the caller has deleted is not found.',
      example: { text: 'soup kitchen' },
    })
    .input(searchInput)
    .output(messageSearchOutput)
    .query(async ({ ctx, input: { id, text, limit, conversationId, cursor: place } }) => {
      const { userId } = ctx.viewer;
      requireSelf(ctx.viewer, id ?? userId);
      if (conversationId !== undefined) await loadConversation(ctx, conversationId);
      const words = wordsOf(text).slice(0, mostWords);
      // What has no word in it is in no message.
      if (words.length === 0) return { items: [], cursor: null };
      const query = { userId, words, conversationId, limit: limit + 1, cursor: readCursor(place) };
      const rows = await searchMessages(ctx.db, query);
      const { page, cursor } = cutPage(rows, limit, (row) => ({
        at: new Date(isoInstant(row.createdAt)),
        id: row.id,
      }));
      const items = page.map((row) => ({
        message: presentMessage(row, { ...row, userId }),
        conversationId: row.conversationId,
      }));
      return { items, cursor };
    }),

  ...bulkProcedures,
});

async function loadConversation(ctx: SignedInContext, id: string) {
  const row = await findConversation(ctx.db, { id, userId: ctx.viewer.userId });
  if (!row) throw notFound();
  return presentConversation(row);
}

/** Loads messages in their order, and whether there are more in the direction that was asked for. */
async function loadHistory(ctx: SignedInContext, { limit, ...input }: z.output<typeof historyInput>) {
  const { userId } = ctx.viewer;
  const history = await findHistory(ctx.db, { ...input, userId, limit: limit + 1 });
  if (!history) throw notFound();
  const member = { ...history, conversationId: input.id, userId };
  const page = history.messages.slice(0, limit).map((row) => presentEntity(row, member));
  return {
    messageUserEntity: input.after === undefined ? page.toReversed() : page,
    hasMore: history.messages.length > limit,
  };
}
