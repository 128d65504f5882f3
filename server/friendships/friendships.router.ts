import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { Db, Trx } from '#db/database.ts';
import type { NotificationType } from '#db/tables/notifications.ts';
import { findVisibleUser } from '../access.ts';
import { readCursor } from '../cursor.ts';
import type { Effects } from '../effects.ts';
import { badField, conflict, notFound, notYours } from '../errors.ts';
import { unfollow } from '../follows/follow.ts';
import { hydrateProfiles } from '../hydrate/profiles.ts';
import { notify } from '../notifications/notify.ts';
import { presentParty } from '../relations/pairs.ts';
import { listOfInput } from '../relations/relations.schema.ts';
import { readOnlyFields } from '../rest/read-only-fields.ts';
import { individualProcedure, publicProcedure, router, signedInProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import { presentFriendships } from './friendships.present.ts';
import {
  acceptFriendship,
  deleteFriendship,
  type Friendship,
  findFriendshipBetween,
  findFriendships,
  findOwnFriendship,
  insertFriendship,
  rejectFriendship,
} from './friendships.queries.ts';
import {
  type FriendshipView,
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

export const friendshipsRouter = router({
  ask: individualProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/friendships/',
        actors: ['senderId'],
        ignores: readOnlyFields(friendshipView, friendshipInput),
      },
      summary: 'Ask another individual for friendship',
      description:
        '`senderId` is the caller. Asking twice is asking once; asking somebody who has asked the caller accepts.',
      message: 'Friend request sent.',
    })
    .input(friendshipInput)
    .output(friendshipView)
    .mutation(async ({ ctx, input: { _id = uuid(), senderId, receiverId } }) => {
      if (senderId !== ctx.viewer.userId) throw notYours('You can only ask for yourself.');
      if (senderId === receiverId) throw badField('receiverId', 'You cannot befriend yourself.');
      const receiver = await findVisibleUser(ctx.db, receiverId);
      if (!receiver) throw notFound();
      if (receiver.user_type !== 'individual')
        throw badField('receiverId', 'Only individuals can be friends.');
      return write(ctx, async (trx, effects) => {
        const now = ctx.ports.clock.now();
        const asked = await insertFriendship(trx, { id: _id, senderId, receiverId, now });
        if (asked) return tellBoth(trx, effects, asked, { type: 'friend-request', by: senderId, now });
        const present = await findFriendshipBetween(trx, senderId, receiverId);
        if (!present) throw conflict('id-taken', 'This id is taken. Please choose another one.');
        // Both want it, so it is agreed.
        const accepted = await acceptFriendship(trx, { id: present.id, receiverId: senderId, now });
        return accepted
          ? tellBoth(trx, effects, accepted, { type: 'friend-accept', by: senderId, now })
          : presentOne(trx, present);
      });
    }),

  accept: signedInProcedure
    .meta({
      rest: { method: 'PUT', path: '/friendships/{id}/accept', ignores: Object.keys(friendshipView.shape) },
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
        return tellBoth(trx, effects, accepted, { type: 'friend-accept', by: userId, now });
      }),
    ),

  reject: signedInProcedure
    .meta({
      rest: { method: 'PUT', path: '/friendships/{id}/reject', ignores: Object.keys(friendshipView.shape) },
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
        tellGone(effects, rejected);
      });
      return null;
    }),

  remove: signedInProcedure
    .meta({
      rest: { method: 'DELETE', path: '/friendships/{id}' },
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
          throw conflict('changed-since', 'You are friends by now. To end that, unfriend them.');
        if (!removed) throw notFound();
        if (removed.status === 'accepted') {
          const [one, other] = [removed.sender_id, removed.receiver_id];
          await unfollow(trx, effects, { followerId: one, followingId: other });
          await unfollow(trx, effects, { followerId: other, followingId: one });
        }
        tellGone(effects, removed);
      });
      return null;
    }),

  between: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/friendships/{userId}/{otherId}' },
      summary: 'What friendship there is between two',
      description: 'For the two only.',
    })
    .input(friendshipBetweenInput)
    .output(friendshipBetween)
    .query(async ({ ctx, input: { userId, otherId } }) => {
      if (userId !== ctx.viewer.userId && otherId !== ctx.viewer.userId) throw notYours();
      const found = await findFriendshipBetween(ctx.db, userId, otherId);
      return { friendship: found ? await presentOne(ctx.db, found) : null };
    }),

  list: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/friendships/{userId}' },
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
      const profiles = await hydrateProfiles(ctx.db, ids, viewerId);
      const items = profiles.map((profile) => ({
        friendId: profile._id,
        ...presentParty('friend', profile),
        relation: profile.relation,
      }));
      return { items, cursor };
    }),
});

const otherSide = ({ sender_id, receiver_id }: Friendship, userId: string) =>
  sender_id === userId ? receiver_id : sender_id;

/** Returns why a request cannot be answered: a missing one and somebody else's are both not found. */
async function whyNot(trx: Trx, id: string, userId: string) {
  const friendship = await findOwnFriendship(trx, id, userId);
  if (friendship?.status === 'accepted')
    return conflict('already-answered', 'This request was accepted already.');
  if (friendship) return notYours('Only who was asked can answer a friend request.');
  return notFound('This request is no longer there.');
}

async function presentOne(db: Db, friendship: Friendship): Promise<FriendshipView> {
  const [view] = await presentFriendships(db, [friendship]);
  if (!view) throw notFound();
  return view;
}

/** Tells both sides how things stand between them, and the one who did not do it also in a notification. */
async function tellBoth(
  trx: Trx,
  effects: Effects,
  friendship: Friendship,
  { type, by, now }: { type: NotificationType; by: string; now: Date },
): Promise<FriendshipView> {
  const { id: _id, status, sender_id: senderId, receiver_id: receiverId } = friendship;
  for (const userId of [senderId, receiverId])
    effects.event(userId, {
      type: 'friendship-changed',
      payload: {
        userId: otherSide(friendship, userId),
        friendship: { _id, status, senderId },
      },
    });
  await notify(trx, effects, { userId: otherSide(friendship, by), senderId: by, type, postId: null, now });
  return presentOne(trx, friendship);
}

function tellGone(effects: Effects, friendship: Friendship): void {
  for (const userId of [friendship.sender_id, friendship.receiver_id])
    effects.event(userId, {
      type: 'friendship-changed',
      payload: { userId: otherSide(friendship, userId), friendship: null },
    });
}
