import { badField, notYours } from '../errors.ts';
import type { Session } from '../ports.ts';
import { listPeople, newSince, requireVisibleUser } from '../relations/list-people.ts';
import { betweenInput, friendlyListInput, listOfInput, summaryInput } from '../relations/relations.schema.ts';
import { readOnlyFields } from '../rest/read-only-fields.ts';
import { publicProcedure, router, signedInProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import { type FollowState, follow, loadFollowState, unfollow } from './follow.ts';
import {
  type Follow,
  findFollow,
  findFollowers,
  findFollowings,
  summarizeFollowers,
} from './follows.queries.ts';
import {
  followerPage,
  followerSummary,
  followInput,
  followingPage,
  followOutput,
  followState,
  followView,
} from './follows.schema.ts';

const documentedFollow = {
  actors: ['followerId'],
  ignores: readOnlyFields(followView, followInput, ['follower', 'following']),
};

export const followsRouter = router({
  follow: signedInProcedure
    .meta({
      rest: { method: 'POST', path: '/follows/follow', operationId: 'followUser', ...documentedFollow },
      summary: 'Follow an organization or a person',
      description: 'Following twice is following once. `followerId` is the caller.',
      once: 'key-last',
    })
    .input(followInput)
    .output(followOutput)
    .mutation(async ({ ctx, input: { followerId, followingId } }) => {
      checkPair(ctx.viewer, followerId, followingId);
      return write(ctx, async (trx, effects) => {
        const now = ctx.ports.clock.now();
        return presentOutput(await follow(trx, effects, { followerId, followingId, now }));
      });
    }),

  unfollow: signedInProcedure
    .meta({
      rest: { method: 'POST', path: '/follows/unfollow', operationId: 'unfollowUser', ...documentedFollow },
      summary: 'Stop following',
      description: '`followerId` is the caller. Where nothing was followed, nothing changes.',
      once: 'key-last',
    })
    .input(followInput)
    .output(followOutput)
    .mutation(async ({ ctx, input: { followerId, followingId } }) => {
      checkPair(ctx.viewer, followerId, followingId);
      return write(ctx, async (trx, effects) => {
        await unfollow(trx, effects, { followerId, followingId });
        return presentOutput(await loadFollowState(trx, { followerId, followingId }));
      });
    }),

  followers: publicProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/follows/followers/{id}',
        operationId: 'listFollowers',
        people: ['items[].follower'],
      },
      summary: 'Who follows somebody, newest first',
      description:
        'Others than that user see only whom they may find. `onlyFriends` lists friends of the caller: nobody without a session.',
    })
    .input(friendlyListInput)
    .output(followerPage)
    .query(async ({ ctx, input }) => {
      const { rows, cursor } = await listPeople(ctx, input, findFollowers, (row) => row.followerId);
      const items = rows.map(({ row, person }) => ({ ...presentFollow(row), follower: person }));
      return { items, cursor };
    }),

  followings: publicProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/follows/followings/{id}',
        operationId: 'listFollowings',
        people: ['items[].following'],
      },
      summary: 'Whom somebody follows, newest first',
      description: 'Others than that user see only whom they may find.',
    })
    .input(listOfInput)
    .output(followingPage)
    .query(async ({ ctx, input }) => {
      const { rows, cursor } = await listPeople(ctx, input, findFollowings, (row) => row.followingId);
      const items = rows.map(({ row, person }) => ({ ...presentFollow(row), following: person }));
      return { items, cursor };
    }),

  between: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/follows/{a}/{b}', operationId: 'getFollow' },
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
      rest: { method: 'GET', path: '/follows/followers/{id}/summary', operationId: 'getFollowerSummary' },
      summary: 'How many follow somebody',
    })
    .input(summaryInput)
    .output(followerSummary)
    .query(async ({ ctx, input: { id } }) => {
      await requireVisibleUser(ctx.db, id);
      const query = { userId: id, viewerId: ctx.viewer?.userId, since: newSince(ctx) };
      const { total, friends, recent } = await summarizeFollowers(ctx.db, query);
      return { totalFollowers: total, totalFriendsFollowers: friends, totalNewFollowers: recent };
    }),
});

function checkPair(viewer: Session, followerId: string, followingId: string): void {
  if (followerId !== viewer.userId) throw notYours('You can only follow for yourself.');
  if (followerId === followingId) throw badField('followingId', 'You cannot follow yourself.');
}

const presentFollow = ({ id, createdAt, ...between }: Follow) => ({
  _id: id,
  createdAt: createdAt.toISOString(),
  ...between,
});

const presentState = (row: Follow | undefined) => ({
  isFollowing: row !== undefined,
  follow: row ? presentFollow(row) : null,
});

const presentOutput = ({ row, totalFollowers }: FollowState) => ({ ...presentState(row), totalFollowers });
