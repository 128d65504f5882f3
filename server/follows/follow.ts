import { v7 as uuid } from 'uuid';
import type { Trx } from '#db/database.ts';
import type { Effects } from '../effects.ts';
import { notify } from '../notifications/notify.ts';
import { deleteFollow, insertFollow } from './follows.queries.ts';

/** Who follows whom. */
interface Follow {
  followerId: string;
  followingId: string;
}

/** Makes one user follow another, emits the events of both and notifies who is followed. Does nothing the second time. */
export async function follow(
  trx: Trx,
  effects: Effects,
  { followerId, followingId, now }: Follow & { now: Date },
): Promise<void> {
  if (!(await insertFollow(trx, { id: uuid(), followerId, followingId, now }))) return;
  emitChange(effects, { followerId, followingId, follows: true });
  const notice = { senderId: followerId, type: 'follow', postId: null, now } as const;
  await notify(trx, effects, { userId: followingId, ...notice });
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

function emitChange(
  effects: Effects,
  { followerId, followingId, follows }: Follow & { follows: boolean },
): void {
  effects.event(followerId, { type: 'follow-changed', payload: { userId: followingId, follows } });
  effects.event(followingId, { type: 'followers-changed', payload: {} });
}
