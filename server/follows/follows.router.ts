import { v7 as uuid } from 'uuid';
import type { Trx } from '#db/database.ts';
import { findVisibleUser } from '../access.ts';
import { readCursor } from '../cursor.ts';
import { badField, notFound, notYours } from '../errors.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import { notify } from '../notifications/notify.ts';
import type { Session } from '../ports.ts';
import { publicProcedure, router, signedInProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import { presentFollowers, presentFollowings, presentState } from './follows.present.ts';
import {
  countAllFollowers,
  countFollowers,
  deleteFollow,
  findFollow,
  findFollowers,
  findFollowings,
  insertFollow,
} from './follows.queries.ts';
import {
  betweenInput,
  followerPage,
  followerSummary,
  followerSummaryInput,
  followersInput,
  followInput,
  followingPage,
  followingsInput,
  followOutput,
  followState,
} from './follows.schema.ts';

/** For how long a follower counts as new. */
const newDays = 7;

export const followsRouter = router({
  follow: signedInProcedure
    .meta({
      rest: { method: 'POST', path: '/follows/follow' },
      summary: 'Follow an organization or a person',
      description: 'Following twice is following once. `followerId` is the caller.',
    })
    .input(followInput)
    .output(followOutput)
    .mutation(async ({ ctx, input: { followerId, followingId } }) => {
      checkPair(ctx.viewer, followerId, followingId);
      if (!(await findVisibleUser(ctx.db, followingId))) throw notFound();
      return write(ctx, async (trx, effects) => {
        const now = ctx.ports.clock.now();
        if (await insertFollow(trx, { id: uuid(), followerId, followingId, createdAt: now })) {
          effects.event(followerId, {
            type: 'follow-changed',
            payload: { userId: followingId, follows: true },
          });
          const notice = { senderId: followerId, type: 'follow', postId: null, now } as const;
          await notify(trx, effects, { userId: followingId, ...notice });
        }
        return loadState(trx, followerId, followingId);
      });
    }),

  unfollow: signedInProcedure
    .meta({
      rest: { method: 'POST', path: '/follows/unfollow' },
      summary: 'Stop following',
      description: '`followerId` is the caller. Where nothing was followed, nothing changes.',
    })
    .input(followInput)
    .output(followOutput)
    .mutation(async ({ ctx, input: { followerId, followingId } }) => {
      checkPair(ctx.viewer, followerId, followingId);
      if (!(await findVisibleUser(ctx.db, followingId))) throw notFound();
      return write(ctx, async (trx, effects) => {
        if (await deleteFollow(trx, followerId, followingId))
          effects.event(followerId, {
            type: 'follow-changed',
            payload: { userId: followingId, follows: false },
          });
        return loadState(trx, followerId, followingId);
      });
    }),

  followers: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/follows/followers/{id}' },
      summary: 'Who follows somebody, newest first',
      description:
        'Others than that user see only whom they may find. `onlyFriends` lists friends of the caller: nobody without a session.',
    })
    .input(followersInput)
    .output(followerPage)
    .query(async ({ ctx, input: { id, ...input } }) => {
      if (!(await findVisibleUser(ctx.db, id))) throw notFound();
      const viewerId = ctx.viewer?.userId;
      const place = { userId: id, viewerId, cursor: readCursor(input.cursor) };
      const { page, cursor } = await findFollowers(ctx.db, { ...input, ...place });
      const ids = page.map((follow) => follow.followerId);
      return { items: presentFollowers(page, await hydrateProfiles(ctx.db, ids, viewerId)), cursor };
    }),

  followings: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/follows/followings/{id}' },
      summary: 'Whom somebody follows, newest first',
      description: 'Others than that user see only whom they may find.',
    })
    .input(followingsInput)
    .output(followingPage)
    .query(async ({ ctx, input: { id, ...input } }) => {
      if (!(await findVisibleUser(ctx.db, id))) throw notFound();
      const viewerId = ctx.viewer?.userId;
      const place = { userId: id, viewerId, cursor: readCursor(input.cursor) };
      const { page, cursor } = await findFollowings(ctx.db, { ...input, ...place });
      const ids = page.map((follow) => follow.followingId);
      return { items: presentFollowings(page, await hydrateProfiles(ctx.db, ids, viewerId)), cursor };
    }),

  between: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/follows/{a}/{b}' },
      summary: 'Whether one user follows another',
      description: 'Of whom the caller may not find, nothing is told.',
    })
    .input(betweenInput)
    .output(followState)
    .query(async ({ ctx, input: { a, b } }) => {
      const viewerId = ctx.viewer.userId;
      return presentState(await findFollow(ctx.db, { followerId: a, followingId: b, viewerId }));
    }),

  summary: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/follows/followers/{id}/summary' },
      summary: 'How many follow somebody',
    })
    .input(followerSummaryInput)
    .output(followerSummary)
    .query(async ({ ctx, input: { id } }) => {
      if (!(await findVisibleUser(ctx.db, id))) throw notFound();
      const since = new Date(ctx.ports.clock.now().getTime() - newDays * 24 * 60 * 60 * 1000);
      return countFollowers(ctx.db, { userId: id, viewerId: ctx.viewer?.userId, since });
    }),
});

function checkPair(viewer: Session, followerId: string, followingId: string): void {
  if (followerId !== viewer.userId) throw notYours('You can only follow for yourself.');
  if (followerId === followingId) throw badField('followingId', 'You cannot follow yourself.');
}

/** Where the two stand now. */
async function loadState(trx: Trx, followerId: string, followingId: string) {
  const follow = await findFollow(trx, { followerId, followingId, viewerId: followerId });
  return { ...presentState(follow), totalFollowers: await countAllFollowers(trx, followingId) };
}
