import { v7 as uuid } from 'uuid';
import type { Trx } from '#db/database.ts';
import type { NotificationType } from '#db/tables/notifications.ts';
import type { Effects } from '../effects.ts';
import { presentNotifications } from './notifications.present.ts';
import { addSender, countEach, findNotifications, lockReceivers } from './notifications.queries.ts';

/** What somebody did that others are to know. */
export interface Notice {
  senderId: string;
  type: NotificationType;
  /** The post that it is about, or null where the sender is all there is to say. */
  postId: string | null;
  /**
   * What else it is about, where the sender may do the same to another one later: one request of several. The post,
   * or the receiver, where it is absent.
   */
  objectId?: string;
  now: Date;
}

/**
 * Tells a user what somebody did: the sender joins the open notification of the same type and object, or a new one
 * begins where there is none or it was read. The same sender tells the same user of the same object once, however
 * often it is taken back and repeated, and nobody is told of what they did themselves. The receiver's log gets the
 * notification as lists show it, and the count of unread ones.
 *
 * Call it after the write's own statements: the receiver's notifications stay locked until the transaction ends.
 */
export function notify(
  trx: Trx,
  effects: Effects,
  { userId, ...notice }: Notice & { userId: string },
): Promise<void> {
  return notifyMany(trx, effects, { userIds: [userId], ...notice });
}

/**
 * The same for several receivers at once, in as many statements as for one. Meant for at most 500 users: they and
 * their logs are locked together.
 */
export async function notifyMany(
  trx: Trx,
  effects: Effects,
  { userIds, ...notice }: Notice & { userIds: readonly string[] },
): Promise<void> {
  const receivers = [...new Set(userIds)].filter((userId) => userId !== notice.senderId);
  if (receivers.length === 0) return;
  await lockReceivers(trx, receivers);
  const changed = await addSender(
    trx,
    receivers.map((userId) => ({
      userId,
      lineId: uuid(),
      objectId: notice.objectId ?? notice.postId ?? userId,
    })),
    notice,
  );
  if (changed.length === 0) return;
  const rows = await findNotifications(
    trx,
    changed.map(({ id }) => id),
  );
  const receiverOf = new Map(changed.map(({ id, userId }) => [id, userId]));
  const counts = await countEach(trx, [...receiverOf.values()]);
  for (const notification of await presentNotifications(trx, rows)) {
    const userId = receiverOf.get(notification._id);
    if (userId === undefined) continue;
    effects.event(userId, { type: 'notification-upserted', payload: { notification } });
    const count = counts.get(userId);
    if (count) effects.event(userId, { type: 'notification-count', payload: count });
  }
}
