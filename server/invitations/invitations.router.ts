import { v7 as uuid } from 'uuid';
import { requireSelf } from '../access.ts';
import { badField, notFound } from '../errors.ts';
import { notifyMany } from '../notifications/notify.ts';
import { notAvailable } from '../posts/post-access.ts';
import { findPostState, keepPostAsItIs } from '../posts/posts.queries.ts';
import { router, signedInProcedure } from '../trpc.ts';
import { coinsOf, priceChanged, tooFewCoins } from '../wallet/coins.ts';
import { lockWallet, spendCoins } from '../wallet/wallet.queries.ts';
import { priceOf } from '../wallet/wallet.schema.ts';
import { write } from '../write.ts';
import { findGuests, insertInvitations } from './invitations.queries.ts';
import { guestsInput, guestsOutput, inviteInput, inviteOutput, postOf } from './invitations.schema.ts';

export const invitationsRouter = router({
  invite: signedInProcedure
    .meta({
      rest: { method: 'POST', path: '/users/{id}/invite' },
      summary: 'Invite people to view a post',
      description:
        'Each who is not connected costs `coinPerInvitation`; oneself and who was invited to the post already cost nothing and are not told again. Where there are too few coins, nothing is sent and nothing is spent.',
      message: 'Invitation sent.',
    })
    .input(inviteInput)
    .output(inviteOutput)
    .mutation(({ ctx, input }) => {
      requireSelf(ctx.viewer, input.id);
      const inviterId = ctx.viewer.userId;
      const { postType, postId } = postOf(input.postLink);
      return write(ctx, async (trx, effects) => {
        requireLinked(await keepPostAsItIs(trx, postId), postType);
        // From here on nobody else invites in this user's name: who is new, and what it costs, stays true.
        const before = await lockWallet(trx, inviterId);
        const userIds = input.usersToBeInvited.filter((userId) => userId !== inviterId);
        const found = await findGuests(trx, { inviterId, postId, userIds });
        if (found.length < userIds.length) throw notFound('Somebody who was picked cannot be found.');
        const guests = found.filter((guest) => !guest.isInvited);

        const strangers = guests.filter((guest) => !guest.isConnected).length;
        const cost = priceOf(strangers, coinsOf(ctx.settings).perInvitation);
        if (input.cost !== undefined && input.cost !== cost) throw priceChanged(cost);
        const now = ctx.ports.clock.now();
        const paid =
          cost > 0
            ? await spendCoins(trx, { id: uuid(), userId: inviterId, coins: cost, reason: 'invitation', now })
            : { isPaid: true, balance: before };
        if (!paid.isPaid) throw tooFewCoins(cost, paid.balance);

        const inviteeIds = guests.map(({ userId }) => userId);
        if (inviteeIds.length > 0) {
          const message = input.invitationMessage;
          await insertInvitations(trx, { postId, inviterId, inviteeIds, message, now });
          const notice = { senderId: inviterId, type: 'new-post', postId, now } as const;
          await notifyMany(trx, effects, { userIds: inviteeIds, ...notice });
          for (const inviteeId of inviteeIds)
            effects.job({ name: 'mail-invitation', payload: { postId, inviterId, inviteeId } });
        }
        return { invited: inviteeIds, cost, walletCoin: paid.balance };
      });
    }),

  guests: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/users/{id}/invite' },
      summary: 'How people stand to an invitation: whether they are connected, and invited already',
      description: 'Whom the caller cannot invite is left out.',
    })
    .input(guestsInput)
    .output(guestsOutput)
    .query(async ({ ctx, input: { id, postLink, users: userIds } }) => {
      requireSelf(ctx.viewer, id);
      const { postType, postId } = postOf(postLink);
      requireLinked(await findPostState(ctx.db, postId), postType);
      return findGuests(ctx.db, { inviterId: id, postId, userIds });
    }),
});

/** Throws unless the post is published and of the type that its link names. */
function requireLinked(post: Awaited<ReturnType<typeof findPostState>>, linkedType: string): void {
  if (!post?.is_active) throw notAvailable();
  if (post.post_type !== linkedType) throw badField('postLink', 'This is not the address of the post.');
}
