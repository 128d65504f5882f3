import { v7 as uuid, v5 as uuidOf } from 'uuid';
import { z } from 'zod';
import type { Db, Trx } from '#db/database.ts';
import { findVisibleUser } from '../access.ts';
import { readCursor } from '../cursor.ts';
import type { Effects } from '../effects.ts';
import { conflict, notFound, notYours } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import { readOnlyFields } from '../rest/read-only-fields.ts';
import { router, type SignedInContext, signedInProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import { presentMemberships } from './memberships.present.ts';
import {
  answerMembership,
  deleteMembership,
  findMemberships,
  findOwnMembership,
  hasLikeIt,
  insertMembership,
  lockMembershipsOf,
  lockOwnMembership,
  type Membership,
  updateMembership,
} from './memberships.queries.ts';
import {
  type MembershipEntry,
  type MembershipView,
  membershipAnswer,
  membershipIdInput,
  membershipInput,
  membershipPage,
  membershipsInput,
  membershipUpdate,
  membershipView,
  monthNumber,
} from './memberships.schema.ts';

export const membershipsRouter = router({
  create: signedInProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/memberships/',
        ignores: readOnlyFields(membershipView, membershipInput),
      },
      summary: 'Ask for a membership, or offer one',
      description:
        'For either side: the caller’s is the one that asks. It is pending until the other answers.',
      message: 'Membership requested.',
      example: { membershipType: 'volunteer', startTime: { month: 0, year: 2025 }, isCurrent: true },
    })
    .input(membershipInput)
    .output(membershipView)
    .mutation(
      async ({ ctx, input: { _id = uuid(), individualId, organizationId, requestedBy, ...entry } }) => {
        const side = sideOf(
          { individual_id: individualId, organization_id: organizationId },
          ctx.viewer.userId,
        );
        if (!side || (requestedBy && requestedBy !== side))
          throw notYours('You can only ask for memberships of your own.');
        await requireSides(ctx.db, individualId, organizationId);
        return write(ctx, async (trx, effects) => {
          await lockMembershipsOf(trx, individualId);
          const earlier = await findOwnMembership(trx, _id, ctx.viewer.userId);
          if (earlier && !isLike(earlier, periodColumns(entry))) throw idTaken();
          if (earlier) return presentOne(trx, earlier);
          const asked: Membership = {
            id: _id,
            individual_id: individualId,
            organization_id: organizationId,
            ...periodColumns(entry),
            status: 'pending',
            requested_by: side,
            created_at: ctx.ports.clock.now(),
          };
          if (await hasLikeIt(trx, asked)) throw alreadyThere();
          const membership = await insertMembership(trx, asked);
          if (!membership) throw idTaken();
          return tell(ctx, trx, effects, membership, 'membership-request');
        });
      },
    ),

  update: signedInProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/memberships/',
        ignores: readOnlyFields(membershipView, membershipUpdate),
      },
      summary: 'Change a membership',
      description:
        'For either side. An end is taken at once; another type or start is asked for anew, from the other side.',
      message: 'Membership saved.',
    })
    .input(membershipUpdate)
    .output(membershipView)
    .mutation(({ ctx, input: { _id, ...entry } }) =>
      write(ctx, async (trx, effects) => {
        const { userId } = ctx.viewer;
        const found = await findOwnMembership(trx, _id, userId);
        if (found) await lockMembershipsOf(trx, found.individual_id);
        const before = await lockOwnMembership(trx, _id, userId);
        const side = before && sideOf(before, userId);
        if (!before || !side) throw notFound();
        const period = periodColumns(entry);
        if (isLike(before, period)) {
          const { status, requested_by } = before;
          const membership = await updateMembership(trx, _id, { ...period, status, requested_by });
          return tell(ctx, trx, effects, membership);
        }
        if (await hasLikeIt(trx, { ...before, ...period })) throw alreadyThere();
        const asked = { ...period, status: 'pending', requested_by: side } as const;
        return tell(ctx, trx, effects, await updateMembership(trx, _id, asked), 'membership-request');
      }),
    ),

  accept: signedInProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/memberships/{id}/accept',
        ignores: readOnlyFields(membershipView, membershipAnswer),
      },
      summary: 'Accept a membership that the other side asked for',
      description:
        'One that was answered, or was changed since the caller saw it, is a 409; one that is gone a 404.',
      message: 'Membership accepted.',
    })
    .input(membershipAnswer)
    .output(membershipView)
    .mutation(({ ctx, input }) =>
      write(ctx, async (trx, effects) => {
        const accepted = await answerMembership(trx, answerOf(input, ctx.viewer.userId, 'accepted'));
        if (!accepted) throw await whyNot(trx, input, ctx.viewer.userId);
        return tell(ctx, trx, effects, accepted, 'membership-accept');
      }),
    ),

  reject: signedInProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/memberships/{id}/reject',
        ignores: readOnlyFields(membershipView, membershipAnswer),
      },
      summary: 'Reject a membership that the other side asked for',
      description:
        'One that was answered, or was changed since the caller saw it, is a 409; one that is gone a 404.',
      message: 'Membership rejected.',
    })
    .input(membershipAnswer)
    .output(membershipView)
    .mutation(({ ctx, input }) =>
      write(ctx, async (trx, effects) => {
        const rejected = await answerMembership(trx, answerOf(input, ctx.viewer.userId, 'rejected'));
        if (!rejected) throw await whyNot(trx, input, ctx.viewer.userId);
        return tell(ctx, trx, effects, rejected);
      }),
    ),

  remove: signedInProcedure
    .meta({
      rest: { method: 'DELETE', path: '/memberships/{id}' },
      summary: 'Delete a membership',
      description: 'For either side, whatever it says.',
      message: 'Membership deleted.',
    })
    .input(membershipIdInput)
    .output(z.null())
    .mutation(async ({ ctx, input: { id } }) => {
      await write(ctx, async (trx, effects) => {
        const removed = await deleteMembership(trx, id, ctx.viewer.userId);
        if (!removed) throw notFound();
        tellChanged(effects, removed, null);
      });
      return null;
    }),

  list: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/memberships/' },
      summary: 'The memberships of an individual, or in an organization, newest first',
      description:
        'The two sides see all of their own; others the accepted ones of those whom they may find.',
    })
    .input(membershipsInput)
    .output(membershipPage)
    .query(async ({ ctx, input: { filters, limit, cursor: place } }) => {
      const { individualId, organizationId, status } = filters;
      const query = { viewerId: ctx.viewer.userId, individualId, organizationId, status, limit };
      const { page, cursor } = await findMemberships(ctx.db, { ...query, cursor: readCursor(place) });
      return { items: await presentMemberships(ctx.db, page), cursor };
    }),
});

const idTaken = () => conflict('id-taken', 'This id is taken. Please choose another one.');
const alreadyThere = () => conflict('already-there', 'There is such a membership already.');

type Sides = Pick<Membership, 'individual_id' | 'organization_id'>;

/** Which side of a membership a user is, if any. */
function sideOf({ individual_id, organization_id }: Sides, userId: string) {
  if (userId === individual_id) return 'individual';
  return userId === organization_id ? 'organization' : undefined;
}

async function requireSides(db: Db, individualId: string, organizationId: string): Promise<void> {
  const [individual, organization] = [
    await findVisibleUser(db, individualId),
    await findVisibleUser(db, organizationId),
  ];
  if (individual?.user_type !== 'individual' || organization?.user_type !== 'organization') throw notFound();
}

const periodColumns = ({ membershipType, startTime, endTime, isCurrent }: MembershipEntry) => ({
  membership_type: membershipType,
  start_month: monthNumber(startTime),
  end_month: endTime && !isCurrent ? monthNumber(endTime) : null,
});

/** Whether it is asked for the same, whenever that ends. */
const isLike = (
  one: Pick<Membership, 'membership_type' | 'start_month'>,
  other: Pick<Membership, 'membership_type' | 'start_month'>,
) => one.membership_type === other.membership_type && one.start_month === other.start_month;

/** What an answer is given to, and by whom. */
const answerOf = (
  { id, membershipType, startTime }: z.output<typeof membershipAnswer>,
  userId: string,
  status: 'accepted' | 'rejected',
) => ({
  id,
  userId,
  status,
  seen: {
    ...(membershipType && { membership_type: membershipType }),
    ...(startTime && { start_month: monthNumber(startTime) }),
  },
});

/** Returns why a membership cannot be answered: a missing one and one between others are both not found. */
async function whyNot(trx: Trx, { id }: z.output<typeof membershipAnswer>, userId: string) {
  const membership = await findOwnMembership(trx, id, userId);
  const side = membership && sideOf(membership, userId);
  if (!membership) return notFound('This request is no longer there.');
  if (membership.status === 'pending' && membership.requested_by === side)
    return notYours('Only the side that was asked can answer.');
  if (membership.status === 'pending')
    return conflict('changed-since', 'This request asks for something else by now. Please look at it again.');
  return conflict('already-answered', `This membership was ${membership.status} already.`);
}

async function presentOne(db: Db, membership: Membership): Promise<MembershipView> {
  const [view] = await presentMemberships(db, [membership]);
  if (!view) throw notFound();
  return view;
}

/**
 * Tells both sides what a membership is now, and the one that did not change it also in a notification, where it
 * concerns them.
 */
async function tell(
  ctx: SignedInContext,
  trx: Trx,
  effects: Effects,
  membership: Membership,
  type?: 'membership-request' | 'membership-accept',
): Promise<MembershipView> {
  const view = await presentOne(trx, membership);
  tellChanged(effects, membership, view);
  if (type) {
    const senderId = ctx.viewer.userId;
    const { individual_id, organization_id, membership_type, start_month } = membership;
    const userId = senderId === individual_id ? organization_id : individual_id;
    const now = ctx.ports.clock.now();
    // What is asked for: another type or start is another thing, the same one asked for again is not.
    const objectId = uuidOf(`${individual_id} ${membership_type} ${start_month}`, organization_id);
    await notify(trx, effects, { userId, senderId, type, postId: null, objectId, now });
  }
  return view;
}

function tellChanged(
  effects: Effects,
  { id: membershipId, individual_id, organization_id }: Membership,
  membership: MembershipView | null,
): void {
  for (const userId of [individual_id, organization_id])
    effects.event(userId, { type: 'membership-changed', payload: { membershipId, membership } });
}
