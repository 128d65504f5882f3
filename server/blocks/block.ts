import type { Db } from '#db/database.ts';
import { findVisibleUser } from '../access.ts';
import type { Effects } from '../effects.ts';
import { badField, notFound, notYours } from '../errors.ts';
import { removeRequestsBetween } from '../friendships/friendship.ts';
import type { SignedInContext } from '../trpc.ts';
import { write } from '../write.ts';
import { type Block, deleteBlock, findBlocksBetween, insertBlock, lockBlocksOf } from './blocks.queries.ts';
import type { BlocksBetween, ConversationBlock } from './blocks.schema.ts';

/** Who blocks whom. */
interface Pair {
  userId: string;
  blockedUserId: string;
}

/**
 * Blocks or unblocks another user for the viewer and returns both directions. A block takes back the friend requests
 * between the two; a friendship and what they follow stay as they are, so that unblocking restores everything. Done
 * again it changes nothing.
 */
export async function setBlock(
  ctx: SignedInContext,
  { userId, blockedUserId }: Pair,
  isBlocked: boolean,
): Promise<BlocksBetween> {
  if (userId !== ctx.viewer.userId) throw notYours('You can only block for yourself.');
  if (userId === blockedUserId) throw badField('blockedUserId', 'You cannot block yourself.');
  return write(ctx, async (trx, effects) => {
    await lockBlocksOf(trx, [userId, blockedUserId]);
    if (!(await findVisibleUser(trx, blockedUserId))) throw notFound();
    const block = { user_id: userId, blocked_user_id: blockedUserId, created_at: ctx.ports.clock.now() };
    const isChanged = isBlocked ? await insertBlock(trx, block) : await deleteBlock(trx, block);
    const between = await loadBlocks(trx, { userId, blockedUserId });
    if (!isChanged) return between;
    if (isBlocked) await removeRequestsBetween(trx, effects, userId, blockedUserId);
    emitBlocks(effects, between);
    return between;
  });
}

/** Emits to both sides what blocks there are between them: what each may send depends on both directions. */
function emitBlocks(effects: Effects, { conversationBlock, oppositeConversationBlock }: BlocksBetween): void {
  const [own, opposite] = [conversationBlock.isBlocked, oppositeConversationBlock.isBlocked];
  const { userId, blockedUserId } = conversationBlock;
  const payloadOf = (other: string, isBlocked: boolean, isBlockedByOther: boolean) =>
    ({ type: 'block-changed', payload: { userId: other, isBlocked, isBlockedByOther } }) as const;
  effects.event(userId, payloadOf(blockedUserId, own, opposite));
  effects.event(blockedUserId, payloadOf(userId, opposite, own));
}

/** Returns both directions between two users. */
export async function loadBlocks(db: Db, { userId, blockedUserId }: Pair): Promise<BlocksBetween> {
  const rows = await findBlocksBetween(db, userId, blockedUserId);
  return {
    conversationBlock: presentBlock({ userId, blockedUserId }, rows),
    oppositeConversationBlock: presentBlock({ userId: blockedUserId, blockedUserId: userId }, rows),
  };
}

/** Returns the block of one user by another as outputs show it, whether or not there is a row of it. */
export function presentBlock({ userId, blockedUserId }: Pair, rows: readonly Block[]): ConversationBlock {
  const row = rows.find((one) => one.user_id === userId && one.blocked_user_id === blockedUserId);
  return {
    userId,
    blockedUserId,
    isBlocked: row !== undefined,
    createdAt: row?.created_at.toISOString() ?? null,
  };
}
