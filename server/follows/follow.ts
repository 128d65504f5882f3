import { v7 as uuid } from 'uuid';
import { compileOnce, executeTogether } from '#db/batch.ts';
import type { Trx } from '#db/database.ts';
import { selectVisibleUser } from '../access.ts';
import { selectBlockLock } from '../blocks/blocks.queries.ts';
import type { Effects } from '../effects.ts';
import { notFound } from '../errors.ts';
import {
  addSender,
  lockReceivers,
  receiversOf,
  selectChanged,
} from '../notifications/notifications.queries.ts';
import { emitNotifications } from '../notifications/notify.ts';
import {
  deleteFollow,
  type Follow as FollowRow,
  insertFollow,
  receiversOfFollow,
  selectFollow,
  selectFollowerCount,
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
  const followed = receiversOf([followingId]);
  const type = 'follow';
  const postId = null;
  const [, [user], inserted, added, notifications, [row], [count]] = await executeTogether(trx, [
    selectBlockLock(trx, followerId),
    lockReceivers(trx, followed),
    compileOnce('insert follow', { id, followerId, followingId, now }, (hole) => insertFollow(trx, hole)),
    compileOnce('add sender of follow', { id, followerId, now, lineIds: [uuid()] }, (hole) =>
      addSender(receiversOfFollow(hole.id), hole.lineIds, {
        senderId: hole.followerId,
        type,
        postId,
        now: hole.now,
      }),
    ),
    compileOnce('select changed by follow', { followingIds: [followingId] }, (hole) =>
      selectChanged(trx, receiversOf(hole.followingIds), { type, postId }),
    ),
    ...selectState(trx, { followerId, followingId }),
  ]);
  // Who is blocked is not inserted; a follow that was there before a block stays.
  if (!user || !row) throw notFound();
  if (inserted.length > 0) emitChange(effects, { followerId, followingId, follows: true });
  emitNotifications(effects, added, notifications);
  return { row, totalFollowers: count?.count ?? 0 };
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
  const [[user], [row], [count]] = await executeTogether(trx, [
    selectVisibleUser(trx, followingId),
    ...selectState(trx, { followerId, followingId }),
  ]);
  if (!user) throw notFound();
  return { row, totalFollowers: count?.count ?? 0 };
}

const selectState = (trx: Trx, { followerId, followingId }: Follow) =>
  [
    selectFollow(trx, { followerId, followingId, viewerId: followerId }),
    selectFollowerCount(trx, followingId),
  ] as const;

function emitChange(
  effects: Effects,
  { followerId, followingId, follows }: Follow & { follows: boolean },
): void {
  effects.event(followerId, { type: 'follow-changed', payload: { userId: followingId, follows } });
  effects.event(followingId, { type: 'followers-changed', payload: {} });
}
