import { v7 as uuid } from 'uuid';
import type { Trx } from '#db/database.ts';
import { findVisibleUser } from '../access.ts';
import { badField, notFound, notYours } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import { countPairsTo, deletePair, findPair, insertPair, type Pair } from '../relations/pairs.queries.ts';
import { listPairs, presentPair, presentParty, summarizePairs } from '../relations/pairs.ts';
import { betweenInput, friendlyListInput, listOfInput, summaryInput } from '../relations/relations.schema.ts';
import { readOnlyFields } from '../rest/read-only-fields.ts';
import { publicProcedure, router, type SignedInContext, signedInProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import {
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
  ignores: readOnlyFields(endorsementView, endorseInput),
};

export const endorsementsRouter = router({
  endorse: signedInProcedure
    .meta({
      rest: { method: 'POST', path: '/endorsements/endorse', ...documentedEndorsement },
      summary: 'Endorse an organization',
      description: 'Endorsing twice is endorsing once. `endorserId` is the caller.',
    })
    .input(endorseInput)
    .output(endorseOutput)
    .mutation(async ({ ctx, input: { endorserId, endorseeId } }) => {
      await checkPair(ctx, endorserId, endorseeId);
      return write(ctx, async (trx, effects) => {
        const now = ctx.ports.clock.now();
        const endorsement = { id: uuid(), fromId: endorserId, toId: endorseeId, createdAt: now };
        if (await insertPair(trx, 'endorsements', endorsement)) {
          effects.event(endorserId, {
            type: 'endorsement-changed',
            payload: { userId: endorseeId, endorses: true },
          });
          effects.event(endorseeId, { type: 'endorsers-changed', payload: {} });
          const notice = { senderId: endorserId, type: 'endorsement', postId: null, now } as const;
          await notify(trx, effects, { userId: endorseeId, ...notice });
        }
        return loadState(trx, endorserId, endorseeId);
      });
    }),

  cancelEndorse: signedInProcedure
    .meta({
      rest: { method: 'POST', path: '/endorsements/cancel-endorse', ...documentedEndorsement },
      summary: 'Take an endorsement back',
      description: '`endorserId` is the caller. Where nothing was endorsed, nothing changes.',
    })
    .input(endorseInput)
    .output(endorseOutput)
    .mutation(async ({ ctx, input: { endorserId, endorseeId } }) => {
      await checkPair(ctx, endorserId, endorseeId);
      return write(ctx, async (trx, effects) => {
        if (await deletePair(trx, 'endorsements', endorserId, endorseeId)) {
          effects.event(endorserId, {
            type: 'endorsement-changed',
            payload: { userId: endorseeId, endorses: false },
          });
          effects.event(endorseeId, { type: 'endorsers-changed', payload: {} });
        }
        return loadState(trx, endorserId, endorseeId);
      });
    }),

  endorsers: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/endorsements/endorsers/{id}' },
      summary: 'Who endorses an organization, newest first',
      description:
        'Others than the organization see only whom they may find. `onlyFriends` lists friends of the caller: nobody without a session.',
    })
    .input(friendlyListInput)
    .output(endorserPage)
    .query(async ({ ctx, input }) => {
      const { rows, cursor } = await listPairs(ctx, 'endorsements', 'from', input);
      const items = rows.map(({ pair, profile }) => ({
        ...presentPair('endorsements', pair),
        ...presentParty('endorser', profile),
        relation: profile.relation,
      }));
      return { items, cursor };
    }),

  endorsees: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/endorsements/endorsees/{id}' },
      summary: 'Which organizations somebody endorses, newest first',
    })
    .input(listOfInput)
    .output(endorseePage)
    .query(async ({ ctx, input }) => {
      const { rows, cursor } = await listPairs(ctx, 'endorsements', 'to', input);
      const items = rows.map(({ pair, profile }) => ({
        ...presentPair('endorsements', pair),
        ...presentParty('endorsee', profile),
        relation: profile.relation,
      }));
      return { items, cursor };
    }),

  between: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/endorsements/{a}/{b}' },
      summary: 'Whether one user endorses another',
      description: 'Of whom the caller may not find, nothing is told.',
    })
    .input(betweenInput)
    .output(endorseState)
    .query(async ({ ctx, input: { a, b } }) => {
      const viewerId = ctx.viewer.userId;
      return presentState(await findPair(ctx.db, 'endorsements', { fromId: a, toId: b, viewerId }));
    }),

  summary: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/endorsements/endorsers/{id}/summary' },
      summary: 'How many endorse an organization',
    })
    .input(summaryInput)
    .output(endorserSummary)
    .query(async ({ ctx, input: { id } }) => {
      const { total, friends, recent } = await summarizePairs(ctx, 'endorsements', id);
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

const presentState = (endorsement: Pair | undefined) => ({
  isEndorsing: endorsement !== undefined,
  endorsement: endorsement ? presentPair('endorsements', endorsement) : null,
});

/** Where the two stand now. */
async function loadState(trx: Trx, endorserId: string, endorseeId: string) {
  const between = { fromId: endorserId, toId: endorseeId, viewerId: endorserId };
  const state = presentState(await findPair(trx, 'endorsements', between));
  return { ...state, totalEndorsers: await countPairsTo(trx, 'endorsements', endorseeId) };
}
