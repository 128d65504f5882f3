import type { Trx } from '#db/database.ts';
import { findVisibleUser } from '../access.ts';
import { requireUnblocked } from '../blocks/require-unblocked.ts';
import { badField, notFound, notYours } from '../errors.ts';
import { listPeople, newSince, requireVisibleUser } from '../relations/list-people.ts';
import { betweenInput, friendlyListInput, listOfInput, summaryInput } from '../relations/relations.schema.ts';
import { readOnlyFields } from '../rest/read-only-fields.ts';
import { publicProcedure, router, type SignedInContext, signedInProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import { cancelEndorsement, endorse } from './endorse.ts';
import {
  countEndorsers,
  type Endorsement,
  findEndorsed,
  findEndorsees,
  findEndorsement,
  findEndorsers,
  summarizeEndorsers,
} from './endorsements.queries.ts';
import {
  endorsedInput,
  endorsedOutput,
  endorseePage,
  endorseInput,
  endorsementView,
  endorseOutput,
  endorserPage,
  endorserSummary,
  endorseState,
} from './endorsements.schema.ts';

const documentedEndorsement = {
  actors: ['endorserId'],
  ignores: readOnlyFields(endorsementView, endorseInput, ['endorser', 'endorsee']),
};

export const endorsementsRouter = router({
  endorse: signedInProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/endorsements/endorse',
        operationId: 'endorseUser',
        ...documentedEndorsement,
      },
      summary: 'Endorse an organization',
      description: 'Endorsing twice is endorsing once. `endorserId` is the caller.',
    })
    .input(endorseInput)
    .output(endorseOutput)
    .mutation(async ({ ctx, input: { endorserId, endorseeId } }) => {
      await checkPair(ctx, endorserId, endorseeId);
      return write(ctx, async (trx, effects) => {
        await requireUnblocked(trx, endorserId, endorseeId);
        await endorse(trx, effects, { endorserId, endorseeId, now: ctx.ports.clock.now() });
        return loadState(trx, endorserId, endorseeId);
      });
    }),

  cancelEndorse: signedInProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/endorsements/cancel-endorse',
        operationId: 'cancelEndorsement',
        ...documentedEndorsement,
      },
      summary: 'Take an endorsement back',
      description: '`endorserId` is the caller. Where nothing was endorsed, nothing changes.',
    })
    .input(endorseInput)
    .output(endorseOutput)
    .mutation(async ({ ctx, input: { endorserId, endorseeId } }) => {
      await checkPair(ctx, endorserId, endorseeId);
      return write(ctx, async (trx, effects) => {
        await cancelEndorsement(trx, effects, { endorserId, endorseeId });
        return loadState(trx, endorserId, endorseeId);
      });
    }),

  endorsers: publicProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/endorsements/endorsers/{id}',
        operationId: 'listEndorsers',
        people: ['items[].endorser'],
      },
      summary: 'Who endorses an organization, newest first',
      description:
        'Others than the organization see only whom they may find. `onlyFriends` lists friends of the caller: nobody without a session.',
    })
    .input(friendlyListInput)
    .output(endorserPage)
    .query(async ({ ctx, input }) => {
      const { rows, cursor } = await listPeople(ctx, input, findEndorsers, (row) => row.endorserId);
      const items = rows.map(({ row, person }) => ({ ...presentEndorsement(row), endorser: person }));
      return { items, cursor };
    }),

  endorsees: publicProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/endorsements/endorsees/{id}',
        operationId: 'listEndorsees',
        people: ['items[].endorsee'],
      },
      summary: 'Which organizations somebody endorses, newest first',
    })
    .input(listOfInput)
    .output(endorseePage)
    .query(async ({ ctx, input }) => {
      const { rows, cursor } = await listPeople(ctx, input, findEndorsees, (row) => row.endorseeId);
      const items = rows.map(({ row, person }) => ({ ...presentEndorsement(row), endorsee: person }));
      return { items, cursor };
    }),

  mine: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/endorsements/mine', operationId: 'listOwnEndorsements' },
      summary: 'Which of these organizations the caller endorses',
    })
    .input(endorsedInput)
    .output(endorsedOutput)
    .query(async ({ ctx, input: { ids } }) => ({
      ids: await findEndorsed(ctx.db, { endorserId: ctx.viewer.userId, ids }),
    })),

  between: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/endorsements/{a}/{b}', operationId: 'getEndorsement' },
      summary: 'Whether one user endorses another',
      description: 'Of whom the caller may not find, nothing is told.',
    })
    .input(betweenInput)
    .output(endorseState)
    .query(async ({ ctx, input: { a, b } }) => {
      const viewerId = ctx.viewer.userId;
      return presentState(await findEndorsement(ctx.db, { endorserId: a, endorseeId: b, viewerId }));
    }),

  summary: publicProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/endorsements/endorsers/{id}/summary',
        operationId: 'getEndorserSummary',
      },
      summary: 'How many endorse an organization',
    })
    .input(summaryInput)
    .output(endorserSummary)
    .query(async ({ ctx, input: { id } }) => {
      await requireVisibleUser(ctx.db, id);
      const query = { userId: id, viewerId: ctx.viewer?.userId, since: newSince(ctx) };
      const { total, friends, recent } = await summarizeEndorsers(ctx.db, query);
      return { totalEndorsers: total, totalFriendsEndorsers: friends, totalNewEndorsers: recent };
    }),
});

async function checkPair({ db, viewer }: SignedInContext, endorserId: string, endorseeId: string) {
  if (endorserId !== viewer.userId) throw notYours('You can only endorse for yourself.');
  if (endorserId === endorseeId) throw badField('endorseeId', 'You cannot endorse yourself.');
  const endorsee = await findVisibleUser(db, endorseeId);
  if (!endorsee) throw notFound();
  if (endorsee.user_type !== 'organization')
    throw badField('endorseeId', 'Only organizations can be endorsed.');
}

const presentEndorsement = ({ id, createdAt, ...between }: Endorsement) => ({
  _id: id,
  createdAt: createdAt.toISOString(),
  ...between,
});

const presentState = (row: Endorsement | undefined) => ({
  isEndorsing: row !== undefined,
  endorsement: row ? presentEndorsement(row) : null,
});

/** Returns how the two stand now. */
async function loadState(trx: Trx, endorserId: string, endorseeId: string) {
  const row = await findEndorsement(trx, { endorserId, endorseeId, viewerId: endorserId });
  return { ...presentState(row), totalEndorsers: await countEndorsers(trx, endorseeId) };
}
