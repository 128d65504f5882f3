import { v7 as uuid } from 'uuid';
import { compileOnce, executeTogether } from '#db/batch.ts';
import type { Trx } from '#db/database.ts';
import { selectVisibleUser } from '../access.ts';
import { selectBlockLock } from '../blocks/blocks.queries.ts';
import type { Effects } from '../effects.ts';
import { notFound } from '../errors.ts';
import { addSender, lockReceivers, receiversOf } from '../notifications/notifications.queries.ts';
import { emitNotifications } from '../notifications/notify.ts';
import { report } from '../webhooks/report.ts';
import {
  addFollow,
  deleteFollow,
  type Follow as FollowRow,
  type FollowStateRow,
  receiversOfFollow,
  selectFollowState,
} from './follows.queries.ts';

/** Who follows whom. */
interface Follow {
  followerId: string;
  followingId: string;
}

/** Where two users stand after a change. */
export interface FollowState {
  row: FollowRow | undefined;
  totalFollowers: number;
}

/**
 * Makes one user follow another, emits the events of both, notifies who is followed, and returns where they stand: all
 * in one round trip. Changes nothing the second time.
 */
export async function follow(
  trx: Trx,
  effects: Effects,
  { followerId, followingId, now }: Follow & { now: Date },
): Promise<FollowState> {
  const id = uuid();
  const [, [user], [state], notifications] = await executeTogether(trx, [
    compileOnce('lock blocks of follower', { followerId }, (hole) => selectBlockLock(trx, hole.followerId)),
    compileOnce('lock followed', { followingIds: [followingId] }, (hole) =>
      lockReceivers(trx, receiversOf(hole.followingIds)),
    ),
    compileOnce('add follow', { id, followerId, followingId, now }, (hole) => addFollow(trx, hole)),
    compileOnce('add sender of follow', { id, followerId, now, lineIds: [uuid()] }, (hole) =>
      addSender(trx, receiversOfFollow(hole.id), hole.lineIds, {
        senderId: hole.followerId,
        type: 'follow',
        postId: null,
        now: hole.now,
      }),
    ),
  ]);
  const { row, totalFollowers } = presentState(state);
  // Who is blocked is not inserted; a follow that was there before a block stays.
  if (!user || !row) throw notFound();
  if (state?.isNew) {
    emitChange(effects, { followerId, followingId, follows: true });
    // Individuals have no webhooks.
    if (user.user_type === 'organization') {
      const data = { followerId };
      report(effects, followingId, { event: 'follower.added', data, subject: followerId, at: now });
    }
  }
  emitNotifications(effects, notifications);
  return { row, totalFollowers };
}

/** Ends that one user follows another and emits the events of both. Does nothing where the user does not follow. */
export async function unfollow(
  trx: Trx,
  effects: Effects,
  { followerId, followingId }: Follow,
): Promise<void> {
  if (await deleteFollow(trx, { followerId, followingId }))
    emitChange(effects, { followerId, followingId, follows: false });
}

/** Returns where two users stand. Throws where there is no such user to follow. */
export async function loadFollowState(trx: Trx, { followerId, followingId }: Follow): Promise<FollowState> {
  const [[user], [state]] = await executeTogether(trx, [
    selectVisibleUser(trx, followingId),
    compileOnce('select follow state', { followerId, followingId }, (hole) => selectFollowState(trx, hole)),
  ]);
  if (!user) throw notFound();
  return presentState(state);
}

function presentState(state: FollowStateRow | undefined): FollowState {
  if (!state) return { row: undefined, totalFollowers: 0 };
  const { totalFollowers, id, followerId, followingId, createdAt } = state;
  const isThere = id !== null && followerId !== null && followingId !== null && createdAt !== null;
  return { row: isThere ? { id, followerId, followingId, createdAt } : undefined, totalFollowers };
}

function emitChange(
  effects: Effects,
  { followerId, followingId, follows }: Follow & { follows: boolean },
): void {
  effects.event(followerId, { type: 'follow-changed', payload: { userId: followingId, follows } });
  effects.event(followingId, { type: 'followers-changed', payload: {} });
}
