import { z } from 'zod';
import type { Trx } from '#db/database.ts';
import { findVisibleUser } from '../access.ts';
import { readCursor } from '../cursor.ts';
import { conflict, notFound, notYours } from '../errors.ts';
import { unfollow } from '../follows/follow.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import { listOfInput } from '../relations/relations.schema.ts';
import { documentedFields, readOnlyFields } from '../rest/read-only-fields.ts';
import { individualProcedure, publicProcedure, router, signedInProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import {
  emitFriendship,
  emitFriendshipRemoval,
  otherSide,
  presentFriendship,
  requestFriendship,
} from './friendship.ts';
import { presentFriendships } from './friendships.present.ts';
import {
  acceptFriendship,
  deleteFriendship,
  findFriendshipBetween,
  findFriendships,
  findOwnFriendship,
  rejectFriendship,
} from './friendships.queries.ts';
import {
  friendPage,
  friendshipBetween,
  friendshipBetweenInput,
  friendshipIdInput,
  friendshipInput,
  friendshipPage,
  friendshipRemoval,
  friendshipsInput,
  friendshipView,
} from './friendships.schema.ts';

/** Whose fields the documented body of a friendship names after their part. */
const people = ['sender', 'receiver'] as const;

export const friendshipsRouter = router({
  ask: individualProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/friendships/',
        operationId: 'requestFriendship',
        actors: ['senderId'],
        ignores: readOnlyFields(friendshipView, friendshipInput, people),
        people,
      },
      errors: ['id-taken'],
      summary: 'Ask another individual for friendship',
      description:
        '`senderId` is the caller. Asking twice is asking once; asking somebody who has asked the caller accepts.',
      message: 'Friend request sent.',
    })
    .input(friendshipInput)
    .output(friendshipView)
    .mutation(({ ctx, input }) => requestFriendship(ctx, input)),

  accept: signedInProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/friendships/{id}/accept',
        operationId: 'acceptFriendship',
        ignores: documentedFields(friendshipView, people),
        people,
      },
      errors: ['already-answered'],
      summary: 'Accept a friend request',
      description: 'For who was asked. A request that was answered is a 409, one that was taken back a 404.',
      message: 'Friend request accepted.',
    })
    .input(friendshipIdInput)
    .output(friendshipView)
    .mutation(({ ctx, input: { id } }) =>
      write(ctx, async (trx, effects) => {
        const { userId } = ctx.viewer;
        const now = ctx.ports.clock.now();
        const accepted = await acceptFriendship(trx, { id, receiverId: userId, now });
        if (!accepted) throw await whyNot(trx, id, userId);
        return emitFriendship(trx, effects, accepted, { type: 'friend-accept', by: userId, now });
      }),
    ),

  reject: signedInProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/friendships/{id}/reject',
        operationId: 'rejectFriendship',
        ignores: documentedFields(friendshipView, people),
        people,
      },
      errors: ['already-answered'],
      summary: 'Reject a friend request, which removes it',
      description: 'For who was asked. A request that was answered is a 409, one that was taken back a 404.',
      message: 'Friend request rejected.',
    })
    .input(friendshipIdInput)
    .output(z.null())
    .mutation(async ({ ctx, input: { id } }) => {
      await write(ctx, async (trx, effects) => {
        const { userId } = ctx.viewer;
        const rejected = await rejectFriendship(trx, { id, receiverId: userId });
        if (!rejected) throw await whyNot(trx, id, userId);
        emitFriendshipRemoval(effects, rejected);
      });
      return null;
    }),

  remove: signedInProcedure
    .meta({
      rest: { method: 'DELETE', path: '/friendships/{id}', operationId: 'deleteFriendship' },
      errors: ['changed-since'],
      summary: 'Take a friend request back, or unfriend',
      description:
        'For either side. Unfriending also ends that the two follow each other. A request that was accepted since the caller saw it is a conflict.',
      message: 'Friendship removed.',
    })
    .input(friendshipRemoval)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await write(ctx, async (trx, effects) => {
        const { userId } = ctx.viewer;
        const removed = await deleteFriendship(trx, { ...input, userId, status: input.status });
        if (!removed && (await findOwnFriendship(trx, input.id, userId)))
          throw conflict('changed-since', 'You are already friends. Unfriend them to end it.');
        if (!removed) throw notFound();
        if (removed.status === 'accepted') {
          const [one, other] = [removed.sender_id, removed.receiver_id];
          await unfollow(trx, effects, { followerId: one, followingId: other });
          await unfollow(trx, effects, { followerId: other, followingId: one });
        }
        emitFriendshipRemoval(effects, removed);
      });
      return null;
    }),

  between: signedInProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/friendships/{userId}/{otherId}',
        operationId: 'getFriendship',
        people: ['friendship.sender', 'friendship.receiver'],
      },
      summary: 'What friendship there is between two',
      description: 'For the two only.',
    })
    .input(friendshipBetweenInput)
    .output(friendshipBetween)
    .query(async ({ ctx, input: { userId, otherId } }) => {
      if (userId !== ctx.viewer.userId && otherId !== ctx.viewer.userId) throw notYours();
      const found = await findFriendshipBetween(ctx.db, userId, otherId);
      return { friendship: found ? await presentFriendship(ctx.db, found) : null };
    }),

  list: signedInProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/friendships/{userId}',
        operationId: 'listFriendships',
        people: ['items[].sender', 'items[].receiver'],
      },
      summary: 'The caller’s friends and friend requests, newest first',
      example: { status: 'pending' },
    })
    .input(friendshipsInput)
    .output(friendshipPage)
    .query(async ({ ctx, input: { userId, status, requestType, limit, ...input } }) => {
      if (userId !== ctx.viewer.userId) throw notYours();
      const query = { userId, viewerId: userId, status, requestType, limit };
      const { page, cursor } = await findFriendships(ctx.db, { ...query, cursor: readCursor(input.cursor) });
      return { items: await presentFriendships(ctx.db, page), cursor };
    }),

  friends: publicProcedure
    .meta({
      summary: 'The friends of somebody, newest first',
      description: 'Others than that person see only whom they may find.',
    })
    .input(listOfInput)
    .output(friendPage)
    .query(async ({ ctx, input: { id, limit, cursor: place } }) => {
      if (!(await findVisibleUser(ctx.db, id))) throw notFound();
      const viewerId = ctx.viewer?.userId;
      const query = { userId: id, viewerId, status: 'accepted', requestType: undefined, limit } as const;
      const { page, cursor } = await findFriendships(ctx.db, { ...query, cursor: readCursor(place) });
      const ids = page.map((row) => otherSide(row, id));
      return { items: await hydrateProfiles(ctx.db, ids, viewerId), cursor };
    }),
});

/** Returns why a request cannot be answered: a missing one and another user's are both not found. */
async function whyNot(trx: Trx, id: string, userId: string) {
  const friendship = await findOwnFriendship(trx, id, userId);
  if (friendship?.status === 'accepted')
    return conflict('already-answered', 'This request was accepted already.');
  if (friendship) return notYours('Only the person who was asked can answer a friend request.');
  return notFound('This request is no longer there.');
}
