import { v7 as uuid } from 'uuid';
import { executeTogether } from '#db/batch.ts';
import { selectBlockLock } from '../blocks/blocks.queries.ts';
import { badField, conflict, notFound } from '../errors.ts';
import type { SignedInContext } from '../trpc.ts';
import { write } from '../write.ts';
import { presentConversation } from './conversations.present.ts';
import {
  clearMember,
  findConversation,
  findReceivers,
  insertConversation,
  lockMember,
  updateRead,
  updateUnread,
} from './conversations.queries.ts';
import type { ConversationView } from './conversations.schema.ts';

/**
 * Returns the conversation of the viewer and another user, and begins it where there is none. The other one learns
 * nothing of it before the first message.
 */
export function beginConversation(
  ctx: SignedInContext,
  { _id: id = uuid(), receiverId }: { _id?: string | undefined; receiverId: string },
): Promise<ConversationView> {
  const senderId = ctx.viewer.userId;
  if (receiverId === senderId) throw badField('receiverId', 'You cannot write to yourself.');
  return write(ctx, async (trx, effects) => {
    await selectBlockLock(trx, senderId).execute();
    const [receiver] = await findReceivers(trx, { senderId, receiverIds: [receiverId] });
    if (!receiver) throw notFound();
    const now = ctx.ports.clock.now();
    const conversationId = await insertConversation(trx, { id, senderId, receiverId, now });
    const row = conversationId && (await findConversation(trx, { id: conversationId, userId: senderId }));
    if (!row) throw conflict('id-taken', 'This id is taken. Please choose another one.');
    const conversation = presentConversation(row);
    effects.event(senderId, { type: 'conversation-upserted', payload: { conversation } });
    return conversation;
  });
}

/** Marks a conversation of the viewer's as read up to a message; it never goes back. */
export function markRead(
  ctx: SignedInContext,
  { id, upTo }: { id: string; upTo: number },
): Promise<{ readUpTo: number; unread: number }> {
  const userId = ctx.viewer.userId;
  return write(ctx, async (trx, effects) => {
    const member = await lockMember(trx, { id, userId });
    if (!member) throw notFound();
    const readSeq = Math.max(member.readSeq, Math.min(upTo, member.lastSeq));
    if (readSeq === member.readSeq) return { readUpTo: readSeq, unread: member.unread };
    const [[after], [count]] = await executeTogether(trx, [
      updateRead({ id, userId, readSeq }),
      updateUnread({ id, userId, before: member.unread }),
    ]);
    const unread = after?.unread ?? 0;
    const payload = { conversationId: id, readUpTo: readSeq };
    effects.event(userId, { type: 'conversation-read', payload: { ...payload, unread } });
    effects.event(userId, { type: 'message-count', payload: { onlyNew: count?.unread ?? 0 } });
    effects.event(member.otherId, { type: 'conversation-seen', payload });
    return { readUpTo: readSeq, unread };
  });
}

/** Deletes a conversation for the viewer, for good. The other member keeps it. */
export async function deleteConversation(ctx: SignedInContext, id: string): Promise<void> {
  const userId = ctx.viewer.userId;
  await write(ctx, async (trx, effects) => {
    const member = await lockMember(trx, { id, userId });
    if (!member) throw notFound();
    const [, [count]] = await executeTogether(trx, [
      clearMember(trx, { id, userId }),
      updateUnread({ id, userId, before: member.unread }),
    ]);
    effects.event(userId, { type: 'conversation-removed', payload: { conversationId: id } });
    // Where the other one has deleted messages, too. The job sees what was committed: both may delete at once.
    effects.job({ name: 'purge-messages', payload: { conversationId: id } });
    if (member.unread > 0)
      effects.event(userId, { type: 'message-count', payload: { onlyNew: count?.unread ?? 0 } });
  });
}
