import type { z } from 'zod';
import type { Trx } from '#db/database.ts';
import { selectBlockLock } from '../blocks/blocks.queries.ts';
import type { Effects } from '../effects.ts';
import { badField, notFound } from '../errors.ts';
import { notifyMany } from '../notifications/notify.ts';
import { notAvailable } from '../posts/post-access.ts';
import { type findPostState, keepPostAsItIs } from '../posts/posts.queries.ts';
import type { SignedInContext } from '../trpc.ts';
import { coinsOf, priceChanged } from '../wallet/coins.ts';
import { pay } from '../wallet/pay.ts';
import { lockWallet } from '../wallet/wallet.queries.ts';
import { priceOf } from '../wallet/wallet.schema.ts';
import { write } from '../write.ts';
import { findGuests, insertInvitations } from './invitations.queries.ts';
import { type inviteInput, type inviteOutput, postOf } from './invitations.schema.ts';

/**
 * Invites users to view a post in the viewer's name, and pays for those who are not connected. Throws, with nobody
 * invited and nothing spent, where one of them cannot be found, the price is another one or there are too few coins.
 */
export function invite(
  ctx: SignedInContext,
  input: z.output<typeof inviteInput>,
): Promise<z.input<typeof inviteOutput>> {
  const inviterId = ctx.viewer.userId;
  const { postType, postId } = postOf(input.postLink);
  return write(ctx, async (trx, effects) => {
    await selectBlockLock(trx, inviterId).execute();
    requireLinked(await keepPostAsItIs(trx, postId), postType);
    // From here on nobody else invites in this user's name: who is new, and what it costs, stays true.
    const balance = await lockWallet(trx, inviterId);
    const userIds = input.usersToBeInvited.filter((userId) => userId !== inviterId);
    const found = await findGuests(trx, { inviterId, postId, userIds });
    if (found.length < userIds.length) throw notFound('Someone you picked cannot be found.');
    const guests = found.filter((guest) => !guest.isInvited);

    const strangers = guests.filter((guest) => !guest.isConnected).length;
    const cost = priceOf(strangers, coinsOf(ctx.settings).perInvitation);
    if (input.cost !== undefined && input.cost !== cost) throw priceChanged(cost);
    const now = ctx.ports.clock.now();
    const price = { userId: inviterId, cost, reason: 'invitation', subject: { postId }, now } as const;
    const walletCoin = cost === 0 ? balance : await pay(trx, effects, price);

    const inviteeIds = guests.map(({ userId }) => userId);
    const message = input.invitationMessage;
    await sendInvitations(trx, effects, { postId, inviterId, inviteeIds, message, now });
    return { invited: inviteeIds, cost, walletCoin };
  });
}

/** Stores invitations, and has who is invited notified and mailed. */
async function sendInvitations(
  trx: Trx,
  effects: Effects,
  invitations: { postId: string; inviterId: string; inviteeIds: string[]; message: string; now: Date },
): Promise<void> {
  const { postId, inviterId, inviteeIds, now } = invitations;
  if (inviteeIds.length === 0) return;
  await insertInvitations(trx, invitations);
  const notice = { senderId: inviterId, type: 'new-post', postId, now } as const;
  await notifyMany(trx, effects, { userIds: inviteeIds, ...notice });
  for (const inviteeId of inviteeIds)
    effects.job({ name: 'mail-invitation', payload: { postId, inviterId, inviteeId } });
}

/** Throws unless the post is published and of the type that its link names. */
export function requireLinked(post: Awaited<ReturnType<typeof findPostState>>, linkedType: string): void {
  if (!post?.is_active) throw notAvailable();
  if (post.post_type !== linkedType) throw badField('postLink', 'This is not the address of the post.');
}
