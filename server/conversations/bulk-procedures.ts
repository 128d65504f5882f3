import { requireSelf } from '../access.ts';
import { readCursor } from '../cursor.ts';
import { notFound } from '../errors.ts';
import { messagesProcedure } from '../trpc.ts';
import { findBulkMessage, findBulkMessages, presentBulkMessage } from './bulk.queries.ts';
import {
  bulkMessageIdInput,
  bulkMessagePage,
  bulkMessagesInput,
  bulkMessageView,
  bulkPriceInput,
  bulkPriceOutput,
  sendToGroupInput,
  sendToManyInput,
} from './bulk.schema.ts';
import { findBulkPrice, groupOf, sendBulkMessage } from './send-bulk.ts';

const howItIsPaid =
  'A coin for each who is not connected. The coins are kept as it begins, where nothing is sent if they are too few or the price is another one than `cost` (409), and spent as each is sent to. Who is blocked is left out. The response is its progress, which `GET /conversations/bulk/{id}` and the event `bulk-message-changed` show from then on.';

/** Messages to many, as part of the router of conversations. */
export const bulkProcedures = {
  sendToMany: messagesProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/conversations/bulk/user/{id}/multiple-users',
        operationId: 'sendMessageToUsers',
      },
      errors: ['id-taken', 'price-changed', 'too-few-coins'],
      limits: ['bulk-messages'],
      summary: 'Send a message to many people',
      description: `Whom the caller may not reach is left out. ${howItIsPaid}`,
      message: 'Message sent',
    })
    .input(sendToManyInput)
    .output(bulkMessageView)
    .mutation(({ ctx, input: { _id, id: senderId, receiverIds, messageText: text, ...more } }) =>
      sendBulkMessage(ctx, { id: _id, senderId, recipients: { receiverIds }, text, ...more }),
    ),

  sendToGroup: messagesProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/conversations/bulk/user/{userId}/{connection}/{connectionType}',
        operationId: 'sendMessageToGroup',
        query: ['onlyConnected'],
      },
      errors: ['id-taken', 'price-changed', 'too-few-coins'],
      limits: ['bulk-messages'],
      summary: 'Send a message to the caller’s followers, endorsers, viewers, friends, followings or members',
      description: howItIsPaid,
      message: 'Message sent',
    })
    .input(sendToGroupInput)
    .output(bulkMessageView)
    .mutation(({ ctx, input: { _id, userId: senderId, connection, connectionType, ...more } }) =>
      sendBulkMessage(ctx, {
        id: _id,
        senderId,
        recipients: groupOf(ctx, { connection, connectionType }),
        ...more,
      }),
    ),

  bulkPrice: messagesProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/conversations/bulk/user/{id}/price',
        operationId: 'getBulkMessagePrice',
      },
      summary: 'What a message to many people costs, and how many of them it reaches',
      description: 'Changes nothing. It is a POST because the list of people may be longer than an address.',
      once: false,
    })
    .input(bulkPriceInput)
    .output(bulkPriceOutput)
    .mutation(({ ctx, input }) => findBulkPrice(ctx, input)),

  bulkJob: messagesProcedure
    .meta({
      reads: 'primary',
      rest: { method: 'GET', path: '/conversations/bulk/{id}', operationId: 'getBulkMessage' },
      summary: 'How far a message to many people is',
    })
    .input(bulkMessageIdInput)
    .output(bulkMessageView)
    .query(async ({ ctx, input: { id } }) => {
      const row = await findBulkMessage(ctx.db, id);
      if (row?.sender_id !== ctx.viewer.userId) throw notFound();
      return presentBulkMessage(row);
    }),

  bulkJobs: messagesProcedure
    .meta({
      reads: 'primary',
      rest: { method: 'GET', path: '/conversations/bulk/user/{userId}', operationId: 'listBulkMessages' },
      summary: 'The caller’s messages to many people, the newest first',
    })
    .input(bulkMessagesInput)
    .output(bulkMessagePage)
    .query(async ({ ctx, input: { userId, limit, cursor: place } }) => {
      const senderId = ctx.viewer.userId;
      requireSelf(ctx.viewer, userId ?? senderId);
      const { page, cursor } = await findBulkMessages(ctx.db, { senderId, limit, cursor: readCursor(place) });
      return { items: page.map(presentBulkMessage), cursor };
    }),
};
