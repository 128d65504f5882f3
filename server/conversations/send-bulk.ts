import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { executeTogether } from '#db/batch.ts';
import type { Db, Trx } from '#db/database.ts';
import { requireSelf } from '../access.ts';
import { selectBlockLock } from '../blocks/blocks.queries.ts';
import { noteWritten } from '../connections/connections.queries.ts';
import type { Context, Deps } from '../context.ts';
import type { Effects } from '../effects.ts';
import { conflict, notFound } from '../errors.ts';
import type { JobPayloads } from '../jobs.ts';
import { limit } from '../limit.ts';
import { monthNumber } from '../memberships/memberships.schema.ts';
import { newSince } from '../relations/list-people.ts';
import type { SignedInContext } from '../trpc.ts';
import { priceChanged, tooFewCoins } from '../wallet/coins.ts';
import { lockWallet, reserveCoins, spendReserved } from '../wallet/wallet.queries.ts';
import { write } from '../write.ts';
import {
  countRecipients,
  findBulkMessage,
  insertBulkMessage,
  insertMessages,
  insertRecipients,
  type NewMessages,
  numberMessages,
  presentBulkMessage,
  type RecipientQuery,
  type Recipients,
  takeBatch,
  updateProgress,
  updateRecipients,
} from './bulk.queries.ts';
import { type BulkMessageView, type bulkPriceInput, type Group, nobodyToSend } from './bulk.schema.ts';
import { presentConversation } from './conversations.present.ts';
import { findSenderSince, selectOfMany, selectReceivers } from './conversations.queries.ts';
import { coinsPerMessage } from './conversations.schema.ts';
import { limitFirstMessages } from './first-messages.ts';

/** How many of the last recipients the sender's devices get as conversations: they keep no more. */
const keptOnDevices = 200;

/** Returns a group as queries take it. */
export const groupOf = (ctx: Pick<Context, 'ports'>, { connection, connectionType }: Group): Recipients => ({
  connection,
  connectionType,
  newSince: newSince(ctx),
  month: monthAt(ctx.ports.clock.now()),
});

/** The month of an instant, as memberships count them. */
const monthAt = (at: Date): number => monthNumber({ month: at.getUTCMonth(), year: at.getUTCFullYear() });

/** Returns what a message to many costs. */
export async function findBulkPrice(
  ctx: SignedInContext,
  {
    id: senderId,
    receiverIds,
    connection,
    connectionType = 'all',
    onlyConnected,
  }: z.output<typeof bulkPriceInput>,
): Promise<{ total: number; connected: number; cost: number }> {
  requireSelf(ctx.viewer, senderId);
  const recipients = connection
    ? groupOf(ctx, { connection, connectionType })
    : { receiverIds: receiverIds ?? [] };
  return findPrice(ctx.db, { senderId, recipients, onlyConnected });
}

/** Returns whom a message to recipients reaches, and what it costs. */
export async function findPrice(
  db: Db,
  query: RecipientQuery,
): Promise<{ total: number; connected: number; cost: number }> {
  const { total, connected } = await countRecipients(db, query);
  return { total, connected, cost: (total - connected) * coinsPerMessage };
}

/** A message to many, as it is asked for. */
interface BulkMessage {
  id?: string | undefined;
  senderId: string;
  recipients: Recipients;
  text: string;
  onlyConnected: boolean;
  cost?: number | undefined;
}

/**
 * Begins to send a message of the viewer's to many: stores who gets it and keeps the coins that it costs at most. Throws,
 * with nothing sent and nothing kept, where there is nobody to send to, the price is another one or there are too few
 * coins. One whose id is stored already is returned and not sent again.
 */
export async function sendBulkMessage(
  ctx: SignedInContext,
  { id = uuid(), senderId, text, cost: shown, ...whom }: BulkMessage,
): Promise<BulkMessageView> {
  requireSelf(ctx.viewer, senderId);
  await limit(ctx, 'bulk-messages', senderId);
  return write(ctx, async (trx, effects) => {
    const now = ctx.ports.clock.now();
    await selectBlockLock(trx, senderId).execute();
    if (!(await insertBulkMessage(trx, { id, senderId, text, now }))) {
      const stored = await findBulkMessage(trx, id);
      if (stored?.sender_id === senderId && stored.text === text) return presentBulkMessage(stored);
      throw conflict('id-taken', 'This id is taken. Please choose another one.');
    }
    // From here on nobody else pays out of this wallet.
    const balance = await lockWallet(trx, senderId);
    const { total, connected, begun } = await insertRecipients(trx, { bulkId: id, senderId, ...whom });
    if (total === 0) throw notFound(nobodyToSend);
    const cost = (total - connected) * coinsPerMessage;
    if (shown !== undefined && shown !== cost) throw priceChanged(cost);
    if (balance < cost) throw tooFewCoins(cost, balance);
    if (cost > 0) {
      const senderSince = await findSenderSince(trx, senderId);
      await limitFirstMessages(
        trx,
        { senderId, senderSince, now, bulk: { id, begins: begun } },
        ctx.settings,
      );
      const walletCoin = await reserveCoins(trx, { userId: senderId, coins: cost });
      effects.event(senderId, { type: 'wallet-changed', payload: { walletCoin } });
    }
    const bulkMessage = presentBulkMessage(await updateRecipients(trx, { id, total, cost }));
    effects.event(senderId, { type: 'bulk-message-changed', payload: { bulkMessage } });
    effects.job({ name: 'send-bulk-message', payload: { bulkId: id, number: 0 } });
    return bulkMessage;
  });
}

/**
 * Sends a bulk message to one batch of its recipients, and pays for it, in one transaction with the job that sends to the
 * next. Whoever is blocked by now, or has blocked the sender, is left out and costs nothing; so does who is connected by
 * now. A batch that was sent to already is not sent to again, however often this runs.
 */
export async function sendBatch(
  ctx: Pick<Deps, 'db' | 'ports'>,
  { bulkId, number }: JobPayloads['send-bulk-message'],
): Promise<void> {
  const bulk = await findBulkMessage(ctx.db, bulkId);
  if (!bulk) return;
  const { sender_id: senderId, text } = bulk;
  await write(ctx, async (trx, effects) => {
    await selectBlockLock(trx, senderId).execute();
    const batch = await takeBatch(trx, { bulkId, number });
    if (!batch) return;
    const receiverIds = [...batch.free_ids, ...batch.paid_ids];
    const now = ctx.ports.clock.now();
    const ids = receiverIds.map(() => uuid());
    const [numbered, receivers] = await executeTogether(trx, [
      numberMessages({ ids, senderId, receiverIds, now }),
      selectReceivers({ senderId, receiverIds }),
    ]);
    const connected = new Set(receivers.flatMap(({ userId, isConnected }) => (isConnected ? userId : [])));
    const kept = new Set(batch.paid_ids);
    const charged = numbered.filter(({ receiverId }) => kept.has(receiverId) && !connected.has(receiverId));
    const spent = charged.length * coinsPerMessage;
    await payForBatch(trx, effects, { senderId, bulkId, spent, kept: kept.size * coinsPerMessage, now });

    const messages = numbered.map(({ id: conversationId, ...message }) => ({
      id: uuid(),
      conversationId,
      ...message,
    }));
    const progress = { id: bulkId, done: receiverIds.length, spent };
    const hasMore = await storeBatch(trx, effects, { senderId, text, now, messages }, progress);
    if (hasMore) effects.job({ name: 'send-bulk-message', payload: { bulkId, number: number + 1 } });
  });
}

/** Pays for a batch out of the coins that were kept for it. */
async function payForBatch(
  trx: Trx,
  effects: Effects,
  {
    senderId: userId,
    bulkId,
    spent,
    kept,
    now,
  }: { senderId: string; bulkId: string; spent: number; kept: number; now: Date },
): Promise<void> {
  if (kept === 0) return;
  const entry = {
    id: uuid(),
    userId,
    coins: spent,
    kept,
    reason: 'message',
    subject: { bulkId },
    now,
  } as const;
  const walletCoin = await spendReserved(trx, entry);
  if (spent < kept) effects.event(userId, { type: 'wallet-changed', payload: { walletCoin } });
}

/** Stores the messages of a batch and its part of the progress, and emits all of it. Returns whether there is more to do. */
async function storeBatch(
  trx: Trx,
  effects: Effects,
  batch: NewMessages,
  { id, done, spent }: { id: string; done: number; spent: number },
): Promise<boolean> {
  const { senderId, now, messages } = batch;
  const progress = { id, done, sent: messages.length, spent, now };
  const bulk = await updateProgress(trx, progress).executeTakeFirstOrThrow();
  const bulkMessage = presentBulkMessage(bulk);
  effects.event(senderId, { type: 'bulk-message-changed', payload: { bulkMessage } });
  const hasMore = bulkMessage.state === 'sending';
  // All of them may have blocked the sender, or be gone.
  if (messages.length === 0) return hasMore;
  const [, , counts, , rows] = await executeTogether(trx, [
    ...insertMessages(batch),
    noteWritten(trx, { writerId: senderId, readerIds: messages.map(({ receiverId }) => receiverId), now }),
    selectOfMany(messages.map(({ conversationId }) => conversationId)),
  ]);
  const isShownToSender = bulk.total - bulk.done < keptOnDevices;
  for (const row of rows)
    if (row.userId !== senderId || isShownToSender)
      effects.event(row.userId, {
        type: 'message-added',
        payload: { conversation: presentConversation(row) },
      });
  for (const { userId, unread } of counts)
    effects.event(userId, { type: 'message-count', payload: { onlyNew: unread } });
  return hasMore;
}
