import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { requireSelf } from '../access.ts';
import { selectBlockLock } from '../blocks/blocks.queries.ts';
import type { Deps } from '../context.ts';
import { peopleOf, requireOwn, selectPeople } from '../cultivations/people.ts';
import { badField, conflict } from '../errors.ts';
import type { JobPayloads } from '../jobs.ts';
import { limit } from '../limit.ts';
import { notifyMany } from '../notifications/notify.ts';
import type { SignedInContext } from '../trpc.ts';
import { coinsOf, priceChanged, tooFewCoins } from '../wallet/coins.ts';
import { pay } from '../wallet/pay.ts';
import { lockWallet } from '../wallet/wallet.queries.ts';
import { priceOf } from '../wallet/wallet.schema.ts';
import { write } from '../write.ts';
import {
  countInvitees,
  findInviter,
  findNextInvitees,
  type InviteeCounts,
  insertFollowInvitations,
  lockBatch,
  updateAnnounced,
  updateBatch,
} from './follow-invitations.queries.ts';
import {
  type followInvitationInput,
  followInvitationLimit,
  type followInvitationOutput,
  type followPriceInput,
  type followPriceOutput,
  nobodyToInvite,
  tooManyToInvite,
} from './follow-invitations.schema.ts';

/** How many are notified in one transaction. */
const batchSize = 200;

/** Returns whom an invitation to follow the viewer would reach, and what it costs. */
export async function findFollowPrice(
  ctx: SignedInContext,
  input: z.output<typeof followPriceInput>,
): Promise<z.input<typeof followPriceOutput>> {
  const counts = await countInvitees(ctx.db, input.organizationId, await selectInvited(ctx, input));
  return { ...counts, cost: priceOf(counts.notConnected, coinsOf(ctx.settings).perInvitation) };
}

/**
 * Invites users to follow the viewer, an organization, and pays for those who are neither connected nor endorsers.
 * Throws, with nobody invited and nothing spent, where nobody is left to be invited, they are too many for one call, the
 * price is another one or there are too few coins. Invitees are notified by a job.
 */
export async function inviteToFollow(
  ctx: SignedInContext,
  input: z.output<typeof followInvitationInput>,
): Promise<z.input<typeof followInvitationOutput>> {
  const { organizationId, invitationText: message, organizationLink } = input;
  const people = await selectInvited(ctx, input);
  if (organizationLink !== undefined && !organizationLink.endsWith(`/organization/details/${organizationId}`))
    throw badField('organizationLink', 'This is not the address of the organization.');
  await limit(ctx, 'bulk-messages', organizationId);
  return write(ctx, async (trx, effects) => {
    await selectBlockLock(trx, organizationId).execute();
    // From here on nobody else invites in this organization's name: who is new, and what it costs, stays true.
    const balance = await lockWallet(trx, organizationId);
    const findCost = ({ total, notConnected }: InviteeCounts) => {
      if (total === 0) throw conflict('nobody-to-invite', nobodyToInvite);
      if (total > followInvitationLimit) throw conflict('too-many-invitees', tooManyToInvite);
      const cost = priceOf(notConnected, coinsOf(ctx.settings).perInvitation);
      if (input.cost !== undefined && input.cost !== cost) throw priceChanged(cost);
      if (balance < cost) throw tooFewCoins(cost, balance);
      return cost;
    };
    findCost(await countInvitees(trx, organizationId, people));
    const [id, now] = [uuid(), ctx.ports.clock.now()];
    const batch = { id, organizationId, message, now };
    const stored = await insertFollowInvitations(trx, batch, people);
    // Somebody may have followed or endorsed since they were counted.
    const { total } = stored;
    const cost = findCost(stored);
    const price = { userId: organizationId, cost, reason: 'invitation', now } as const;
    const walletCoin = cost === 0 ? balance : await pay(trx, effects, price);
    await updateBatch(trx, id, { total, cost });
    effects.event(organizationId, { type: 'cultivations-changed', payload: {} });
    effects.job({ name: 'announce-follow-invitations', payload: { batchId: id } });
    return { total, cost, walletCoin };
  });
}

async function selectInvited(
  ctx: SignedInContext,
  { organizationId, usersToBeInvited: userIds, ...sources }: z.output<typeof followPriceInput>,
) {
  requireSelf(ctx.viewer, organizationId);
  const people = peopleOf({ userIds, ...sources });
  await requireOwn(ctx.db, people, organizationId);
  return selectPeople(ctx.db, people, organizationId);
}

/** Notifies the next of many who were invited to follow an organization, and enqueues the job for those after them. */
export async function announceFollowInvitations(
  ctx: Pick<Deps, 'db' | 'ports'>,
  { batchId }: JobPayloads['announce-follow-invitations'],
): Promise<void> {
  const organizationId = await findInviter(ctx.db, batchId);
  if (organizationId === undefined) return;
  await write(ctx, async (trx, effects) => {
    await selectBlockLock(trx, organizationId).execute();
    const batch = await lockBatch(trx, batchId);
    if (!batch) return;
    const next = { batchId, organizationId, after: batch.after, limit: batchSize };
    const invitees = await findNextInvitees(trx, next);
    const last = invitees.at(-1);
    if (!last) return;
    const userIds = invitees.flatMap(({ id, isBlocked }) => (isBlocked ? [] : id));
    const notice = { senderId: organizationId, type: 'follow-invitation', postId: null } as const;
    await notifyMany(trx, effects, { userIds, ...notice, now: ctx.ports.clock.now() });
    for (const inviteeId of userIds)
      effects.job({ name: 'mail-follow-invitation', payload: { organizationId, inviteeId } });
    await updateAnnounced(trx, batchId, { notified: invitees.length, after: last.id });
    if (invitees.length === batchSize)
      effects.job({ name: 'announce-follow-invitations', payload: { batchId } });
  });
}
