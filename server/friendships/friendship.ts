import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { Db, Trx } from '#db/database.ts';
import { findVisibleUser } from '../access.ts';
import { requireUnblocked } from '../blocks/require-unblocked.ts';
import type { Effects } from '../effects.ts';
import { badField, conflict, notFound, notYours } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import type { SignedInContext } from '../trpc.ts';
import { write } from '../write.ts';
import { presentFriendships } from './friendships.present.ts';
import {
  acceptFriendship,
  deleteRequestsBetween,
  type Friendship,
  findFriendshipBetween,
  insertFriendship,
} from './friendships.queries.ts';
import type { FriendshipView, friendshipInput } from './friendships.schema.ts';

/**
 * Requests the friendship of another individual for the caller, or accepts the other one's request where there is one.
 * Returns how things stand between the two.
 */
export async function requestFriendship(
  ctx: SignedInContext,
  { _id = uuid(), senderId, receiverId }: z.output<typeof friendshipInput>,
): Promise<FriendshipView> {
  if (senderId !== ctx.viewer.userId) throw notYours('You can only ask for yourself.');
  if (senderId === receiverId) throw badField('receiverId', 'You cannot send yourself a friend request.');
  const receiver = await findVisibleUser(ctx.db, receiverId);
  if (!receiver) throw notFound();
  if (receiver.user_type !== 'individual') throw badField('receiverId', 'Only individuals can be friends.');
  return write(ctx, async (trx, effects) => {
    await requireUnblocked(trx, senderId, receiverId);
    const now = ctx.ports.clock.now();
    const requested = await insertFriendship(trx, { id: _id, senderId, receiverId, now });
    if (requested)
      return emitFriendship(trx, effects, requested, { type: 'friend-request', by: senderId, now });
    const present = await findFriendshipBetween(trx, senderId, receiverId);
    if (!present) throw conflict('id-taken', 'This id is taken. Please choose another one.');
    // Both want it, so it is agreed.
    const accepted = await acceptFriendship(trx, { id: present.id, receiverId: senderId, now });
    return accepted
      ? emitFriendship(trx, effects, accepted, { type: 'friend-accept', by: senderId, now })
      : presentFriendship(trx, present);
  });
}

/** Emits a friendship or request to both sides, and notifies the one who did not change it. Returns it as outputs show it. */
export async function emitFriendship(
  trx: Trx,
  effects: Effects,
  friendship: Friendship,
  { type, by, now }: { type: 'friend-request' | 'friend-accept'; by: string; now: Date },
): Promise<FriendshipView> {
  const { id: _id, status, sender_id: senderId } = friendship;
  emitChange(effects, friendship, { _id, status, senderId });
  await notify(trx, effects, { userId: otherSide(friendship, by), senderId: by, type, postId: null, now });
  return presentFriendship(trx, friendship);
}

/** Emits to both sides that a friendship or request is gone. */
export const emitFriendshipRemoval = (effects: Effects, removed: Friendship): void =>
  emitChange(effects, removed, null);

/** Removes the friend requests between two users, in either direction, and emits that to both. */
export async function removeRequestsBetween(
  trx: Trx,
  effects: Effects,
  one: string,
  other: string,
): Promise<void> {
  for (const removed of await deleteRequestsBetween(trx, one, other)) emitFriendshipRemoval(effects, removed);
}

function emitChange(
  effects: Effects,
  friendship: Friendship,
  state: Pick<FriendshipView, '_id' | 'status' | 'senderId'> | null,
): void {
  for (const userId of [friendship.sender_id, friendship.receiver_id])
    effects.event(userId, {
      type: 'friendship-changed',
      payload: { userId: otherSide(friendship, userId), friendship: state },
    });
}

/** Returns the side of a friendship that a user is not. */
export const otherSide = ({ sender_id, receiver_id }: Friendship, userId: string): string =>
  sender_id === userId ? receiver_id : sender_id;

/** Returns a friendship as outputs show it. */
export async function presentFriendship(db: Db, friendship: Friendship): Promise<FriendshipView> {
  const [view] = await presentFriendships(db, [friendship]);
  if (!view) throw notFound();
  return view;
}
