import { v7 as uuid } from 'uuid';
import { compileOnce, executeTogether } from '#db/batch.ts';
import type { Trx } from '#db/database.ts';
import { requireSelf } from '../access.ts';
import { selectBlockLock } from '../blocks/blocks.queries.ts';
import { noteWritten } from '../connections/connections.queries.ts';
import type { Effects } from '../effects.ts';
import { badField, conflict, notFound } from '../errors.ts';
import { claimFiles } from '../files/files.queries.ts';
import type { SentFile, SentFiles } from '../files/files.schema.ts';
import { discardFiles, prepareFiles } from '../files/prepare-files.ts';
import { postOf } from '../invitations/invitations.schema.ts';
import { notAvailable } from '../posts/post-access.ts';
import type { SignedInContext } from '../trpc.ts';
import { priceChanged } from '../wallet/coins.ts';
import { pay } from '../wallet/pay.ts';
import { lockWallet } from '../wallet/wallet.queries.ts';
import { write } from '../write.ts';
import {
  type ConversationRow,
  filesOf,
  type MessageRow,
  presentConversation,
  presentMessage,
} from './conversations.present.ts';
import {
  findOtherMember,
  hasMessage,
  insertMessage,
  type NewMessage,
  numberMessage,
  selectMessage,
  selectOfBoth,
  selectOfMember,
  selectSending,
} from './conversations.queries.ts';
import {
  type ConversationView,
  coinsPerMessage,
  type MessageView,
  organizationOf,
  type SendInput,
} from './conversations.schema.ts';
import { limitFirstMessages } from './first-messages.ts';

/** What the sender gets of a message that is stored. */
interface Sent {
  message: MessageView;
  conversation: ConversationView;
}

/**
 * Sends a message of the viewer's to one user, in their conversation or a new one, and pays for it where the two are not
 * connected. Throws, with nothing sent and nothing spent, where the receiver cannot be reached, the price is another one
 * or there are too few coins. A message whose id is stored already is returned and not sent again.
 */
export async function sendMessage(ctx: SignedInContext, input: SendInput): Promise<Sent> {
  const senderId = ctx.viewer.userId;
  requireSelf(ctx.viewer, input.senderId ?? senderId);
  const receiverId = await requireReceiver(ctx, input);
  const between = { senderId, receiverId };
  const { postLink = null, organizationLink = null, text, _id: id = uuid() } = input;
  const links = {
    postId: postLink && postOf(postLink).postId,
    organizationId: organizationLink && organizationOf(organizationLink),
  };
  const sent: SentFiles = { images: input.images, attachments: input.attachments };
  // What is stored already needs its files no more: they are in the message.
  const isRetry = input._id !== undefined && hasFiles(sent) && (await hasMessage(ctx.db, id));
  const files = isRetry ? undefined : await prepareFiles(ctx, id, sent);
  const sending = write(ctx, async (trx, effects) => {
    const now = ctx.ports.clock.now();
    // The conversation stays locked from here on: messages are numbered and paid for one after the other.
    const [, [numbered], [state], [stored]] = await executeTogether(trx, [
      compileOnce('lock blocks of sender', { senderId }, (hole) => selectBlockLock(trx, hole.senderId)),
      compileOnce('number message', { id: uuid(), ...between, now }, numberMessage),
      compileOnce('select sending', { ...between, ...links }, (hole) => selectSending(hole, hole)),
      compileOnce('select message', { id }, (hole) => selectMessage(hole.id)),
    ]);
    if (!numbered) throw notFound();
    if (stored)
      return returnEarlier(trx, stored, { ...between, conversationId: numbered.id, text, files: sent });
    if (!state || !files) throw notFound();
    if (postLink !== null && !state.hasPost) throw notAvailable();
    if (organizationLink !== null && !state.hasOrganization) throw notFound();

    const cost = state.isConnected ? 0 : coinsPerMessage;
    if (input.cost !== undefined && input.cost !== cost) throw priceChanged(cost);
    if (!state.isConnected) {
      await lockWallet(trx, senderId);
      const begins = numbered.seq === 1;
      if (begins)
        await limitFirstMessages(trx, { senderId, senderSince: state.senderSince, now }, ctx.settings);
      await pay(trx, effects, {
        userId: senderId,
        cost,
        reason: 'message',
        subject: { receiverId: between.receiverId },
        now,
      });
    }
    const { id: conversationId, seq } = numbered;
    return store(trx, effects, {
      id,
      ...between,
      conversationId,
      seq,
      text,
      postLink,
      organizationLink,
      now,
      fileIds: files.ids,
    });
  });
  // Also where a twin of the message was quicker, with files of its own.
  return files ? sending.finally(() => discardFiles(ctx, files)) : sending;
}

const hasFiles = ({ images, attachments }: SentFiles) => images.length + attachments.length > 0;

/** Returns to whom a message goes. Throws where that is nobody whom the viewer can write to. */
async function requireReceiver(ctx: SignedInContext, input: SendInput): Promise<string> {
  const { conversationId, receiverId } = input;
  const userId = ctx.viewer.userId;
  if (receiverId === userId) throw badField('receiverId', 'You cannot write to yourself.');
  if (conversationId === undefined) return receiverId ?? '';
  const otherId = await findOtherMember(ctx.db, { id: conversationId, userId });
  if (otherId === undefined) throw notFound();
  if (receiverId !== undefined && receiverId !== otherId)
    throw badField('receiverId', 'They are not in this conversation.');
  return otherId;
}

/** Stores a message and emits it to both members. */
async function store(
  trx: Trx,
  effects: Effects,
  { fileIds, ...message }: NewMessage & { fileIds: readonly string[] },
): Promise<Sent> {
  const { senderId, receiverId, now } = message;
  const [inserted, , [count], , stored] = await executeTogether(trx, [
    ...insertMessage(trx, message),
    compileOnce('note written to one', { senderId, receiverId, now }, (hole) =>
      noteWritten(trx, { writerId: hole.senderId, readerIds: [hole.receiverId], now: hole.now }),
    ),
    selectOfBoth(message.conversationId),
  ]);
  if (inserted.length === 0) throw idTaken();
  const rows = fileIds.length === 0 ? stored : await claim(trx, message, fileIds);
  for (const row of rows)
    effects.event(row.userId, { type: 'message-added', payload: { conversation: presentConversation(row) } });
  effects.event(receiverId, { type: 'message-count', payload: { onlyNew: count?.unread ?? 0 } });
  return presentSent(rows, senderId);
}

/** Gives files to a message that was stored. Returns its conversation as both members have it now. */
async function claim(
  trx: Trx,
  { id: messageId, senderId: userId, conversationId, now }: NewMessage,
  fileIds: readonly string[],
): Promise<ConversationRow[]> {
  const [claimed, rows] = await executeTogether(trx, [
    claimFiles(fileIds, { messageId, userId, now }),
    selectOfBoth(conversationId),
  ]);
  // Another message was quicker, or their time was over.
  if (claimed.length < fileIds.length)
    throw notFound('A file is no longer available. Please attach it again.');
  return rows;
}

/**
 * Returns a message that was stored before, also where its sender has deleted the conversation since. Throws where its id
 * is another message's.
 */
async function returnEarlier(
  trx: Trx,
  stored: MessageRow & { conversationId: string },
  sent: { senderId: string; receiverId: string; conversationId: string; text: string; files: SentFiles },
): Promise<Sent> {
  const { senderId: userId, receiverId: otherId, conversationId } = sent;
  const isSame =
    stored.conversationId === conversationId &&
    stored.senderId === userId &&
    stored.text === sent.text &&
    areFiles(sent.files.images, filesOf(stored, 'image')) &&
    areFiles(sent.files.attachments, filesOf(stored, 'file'));
  if (!isSame) throw idTaken();
  const [[own]] = await executeTogether(trx, [selectOfMember({ id: conversationId, userId })]);
  if (!own) throw new Error('A message was stored without its conversation.');
  return {
    message: presentMessage(stored, { conversationId, userId, otherId }),
    conversation: presentConversation(own),
  };
}

/** Whether stored files can be those that are sent again; what comes as a data URL has another name each time. */
const areFiles = (sent: readonly SentFile[], stored: readonly { id: string }[]): boolean =>
  sent.length === stored.length &&
  sent.every((file, index) => 'data' in file || file.uploadId === stored[index]?.id);

function presentSent(rows: readonly ConversationRow[], userId: string): Sent {
  const own = rows.find((row) => row.userId === userId);
  const conversation = own && presentConversation(own);
  if (!conversation?.lastMessageEntity) throw new Error('A message was stored without its conversation.');
  return { conversation, message: conversation.lastMessageEntity.message };
}

const idTaken = () => conflict('id-taken', 'This id is taken. Please choose another one.');
