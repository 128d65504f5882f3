import { z } from 'zod';
import type { Trx } from '#db/database.ts';
import { readCursor } from '../cursor.ts';
import { conflict, notFound, notYours } from '../errors.ts';
import { requireVisibleUser } from '../relations/list-people.ts';
import { readOnlyFields } from '../rest/read-only-fields.ts';
import { publicProcedure, router, type SignedInContext, signedInProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import { presentMemberships } from './memberships.present.ts';
import {
  answerMembership,
  deleteMembership,
  findMemberships,
  findOwnMembership,
} from './memberships.queries.ts';
import {
  memberPage,
  membershipAnswer,
  membershipIdInput,
  membershipInput,
  membershipPage,
  membershipsInput,
  membershipUpdate,
  membershipView,
  membersInput,
  monthNumber,
} from './memberships.schema.ts';
import {
  auditMembership,
  changeMembership,
  createMembership,
  emitMembership,
  emitRemoval,
  sideOf,
} from './request-membership.ts';

const membershipProcedure = signedInProcedure.meta({ accessTokens: ['administration'] });

export const membershipsRouter = router({
  create: membershipProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/memberships/',
        operationId: 'createMembership',
        ignores: readOnlyFields(membershipView, membershipInput),
      },
      errors: ['already-there', 'id-taken'],
      summary: 'Ask for a membership, or offer one',
      description:
        'For either side: the caller’s is the one that asks. It is pending until the other answers.',
      message: 'Membership requested.',
      example: { membershipType: 'volunteer', startTime: { month: 0, year: 2025 }, isCurrent: true },
    })
    .input(membershipInput)
    .output(membershipView)
    .mutation(({ ctx, input }) => createMembership(ctx, input)),

  update: membershipProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/memberships/',
        operationId: 'updateMembership',
        ignores: readOnlyFields(membershipView, membershipUpdate),
      },
      errors: ['already-there', 'changed-since'],
      summary: 'Change a membership',
      description:
        'For either side. An end is taken at once; another type or start is asked for anew, from the other side.',
      message: 'Membership saved.',
    })
    .input(membershipUpdate)
    .output(membershipView)
    .mutation(({ ctx, input }) => changeMembership(ctx, input)),

  accept: membershipProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/memberships/{id}/accept',
        operationId: 'acceptMembership',
        ignores: readOnlyFields(membershipView, membershipAnswer),
      },
      errors: ['already-answered', 'changed-since'],
      summary: 'Accept a membership that the other side asked for',
      description:
        'One that was answered, or was changed since the caller saw it, is a 409; one that is gone a 404.',
      message: 'Membership accepted.',
    })
    .input(membershipAnswer)
    .output(membershipView)
    .mutation(({ ctx, input }) =>
      write(ctx, async (trx, effects) => {
        const accepted = await answerMembership(trx, answerOf(ctx, input, 'accepted'));
        if (!accepted) throw await whyNot(trx, input, ctx.viewer.userId);
        auditMembership(ctx, effects, accepted, 'membership-accepted');
        return emitMembership(ctx, trx, effects, accepted, 'membership-accept');
      }),
    ),

  reject: membershipProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/memberships/{id}/reject',
        operationId: 'rejectMembership',
        ignores: readOnlyFields(membershipView, membershipAnswer),
      },
      errors: ['already-answered', 'changed-since'],
      summary: 'Reject a membership that the other side asked for',
      description:
        'One that was answered, or was changed since the caller saw it, is a 409; one that is gone a 404.',
      message: 'Membership rejected.',
    })
    .input(membershipAnswer)
    .output(membershipView)
    .mutation(({ ctx, input }) =>
      write(ctx, async (trx, effects) => {
        const rejected = await answerMembership(trx, answerOf(ctx, input, 'rejected'));
        if (!rejected) throw await whyNot(trx, input, ctx.viewer.userId);
        auditMembership(ctx, effects, rejected, 'membership-rejected');
        return emitMembership(ctx, trx, effects, rejected);
      }),
    ),

  remove: membershipProcedure
    .meta({
      rest: { method: 'DELETE', path: '/memberships/{id}', operationId: 'deleteMembership' },
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
        auditMembership(ctx, effects, removed, 'membership-removed');
        emitRemoval(effects, removed);
      });
      return null;
    }),

  list: membershipProcedure
    .meta({
      rest: { method: 'GET', path: '/memberships/', operationId: 'listMemberships' },
      summary: 'The memberships of an individual, or in an organization, newest first',
      description:
        'The two sides see all of their own; others the accepted ones of those whom they may find.',
    })
    .input(membershipsInput)
    .output(membershipPage)
    .query(async ({ ctx, input: { filters, limit, cursor: place } }) => {
      const query = { viewerId: ctx.viewer.userId, ...filters, limit, cursor: readCursor(place) };
      const { page, cursor } = await findMemberships(ctx.db, query);
      return { items: await presentMemberships(ctx.db, page), cursor };
    }),

  members: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/memberships/organization/{id}', operationId: 'listMembers' },
      summary: 'Who belongs to an organization: its accepted memberships, newest first',
      description: 'As its page shows them: of those whom the caller may find.',
    })
    .input(membersInput)
    .output(memberPage)
    .query(async ({ ctx, input: { id: organizationId, limit, cursor: place } }) => {
      await requireVisibleUser(ctx.db, organizationId);
      const filter = { viewerId: ctx.viewer?.userId, organizationId, status: 'accepted' } as const;
      const { page, cursor } = await findMemberships(ctx.db, { ...filter, limit, cursor: readCursor(place) });
      return { items: await presentMemberships(ctx.db, page), cursor };
    }),
});

/** What an answer is given to, and by whom. */
const answerOf = (
  { viewer, ports }: SignedInContext,
  { id, membershipType, startTime }: z.output<typeof membershipAnswer>,
  status: 'accepted' | 'rejected',
) => ({
  id,
  userId: viewer.userId,
  status,
  now: ports.clock.now(),
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
    return conflict('changed-since', 'This request has changed. Please look at it again.');
  return conflict('already-answered', `This membership was ${membership.status} already.`);
}
