import { findVisibleUser, requireSelf } from '../access.ts';
import { readCursor } from '../cursor.ts';
import { notFound, notYours } from '../errors.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import { messagesProcedure, router } from '../trpc.ts';
import { loadBlocks, presentBlock, setBlock } from './block.ts';
import { findBlocksOf } from './blocks.queries.ts';
import { blockInput, blockPage, blocksBetween, blocksBetweenInput, blocksInput } from './blocks.schema.ts';

const path = '/conversation-block/userId/{userId}/blocked-userId/{blockedUserId}';

/** Who has blocked whom. A block acts both ways. */
export const blocksRouter = router({
  block: messagesProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/conversation-block',
        operationId: 'blockUser',
        actors: ['userId'],
        ignores: ['isBlocked', 'createdAt'],
      },
      summary: 'Block somebody',
      description:
        '`userId` is the caller. Neither of the two can send the other messages, invitations or friend requests, or see whether they are online. Friend requests between them are removed; friendships stay, and so does everything that is public. Blocking twice is blocking once.',
      message: 'User blocked.',
    })
    .input(blockInput)
    .output(blocksBetween)
    .mutation(({ ctx, input }) => setBlock(ctx, input, true)),

  unblock: messagesProcedure
    .meta({
      rest: { method: 'DELETE', path, operationId: 'unblockUser' },
      summary: 'Unblock somebody',
      description: '`userId` is the caller. Where nobody was blocked, nothing changes.',
      message: 'User unblocked.',
    })
    .input(blockInput)
    .output(blocksBetween)
    .mutation(({ ctx, input }) => setBlock(ctx, input, false)),

  between: messagesProcedure
    .meta({
      rest: { method: 'GET', path, operationId: 'getBlock' },
      summary: 'Whether two users have blocked each other',
      description: 'For the two only.',
    })
    .input(blocksBetweenInput)
    .output(blocksBetween)
    .query(async ({ ctx, input }) => {
      const { userId } = ctx.viewer;
      if (userId !== input.userId && userId !== input.blockedUserId) throw notYours();
      const otherId = userId === input.userId ? input.blockedUserId : input.userId;
      if (!(await findVisibleUser(ctx.db, otherId))) throw notFound();
      return loadBlocks(ctx.db, input);
    }),

  list: messagesProcedure
    .meta({
      rest: { method: 'GET', path: '/conversation-block/userId/{userId}', operationId: 'listBlockedUsers' },
      summary: 'Whom the caller has blocked, newest first',
    })
    .input(blocksInput)
    .output(blockPage)
    .query(async ({ ctx, input: { userId, limit, cursor: place } }) => {
      requireSelf(ctx.viewer, userId);
      const { page, cursor } = await findBlocksOf(ctx.db, { userId, limit, cursor: readCursor(place) });
      const profiles = await hydrateProfiles(
        ctx.db,
        page.map((row) => row.blocked_user_id),
        userId,
      );
      const items = profiles.map((blockedUser) => ({
        ...presentBlock({ userId, blockedUserId: blockedUser._id }, page),
        blockedUser,
      }));
      return { items, cursor };
    }),
});
