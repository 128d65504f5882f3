import { v7 as uuid } from 'uuid';
import { executeAlone, executeTogether } from '#db/batch.ts';
import type { Trx } from '#db/database.ts';
import type { Effects } from '../effects.ts';
import type { UserEvent } from '../events/events.schema.ts';
import { presentNotification } from './notifications.present.ts';
import {
  type Announcement,
  addSender,
  announcedEvents,
  beginLines,
  type ChangedNotification,
  lockReceivers,
  type Notice,
  receiversOf,
  selectAnnouncement,
} from './notifications.queries.ts';

/**
 * Notifies a user of an action: adds the sender to the unread notification of the same type and object, or creates one.
 * A sender notifies a user of the same object once, however often the action is undone and repeated, and users are not
 * notified of their own actions. Appends the notification and the count of unread ones to the receiver's event log.
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
 * Notifies several users with as many statements as one. For at most 500 users: they and their event logs are locked
 * together.
 */
export async function notifyMany(
  trx: Trx,
  effects: Effects,
  { userIds, ...notice }: Notice & { userIds: readonly string[] },
): Promise<void> {
  const receiverIds = [...new Set(userIds)].filter((userId) => userId !== notice.senderId);
  if (receiverIds.length > 0) await send(trx, effects, receiverIds, notice);
}

/**
 * Notifies many users of a post as `notifyMany` does, and appends another event to the log of each, whoever was notified
 * before. Their notifications differ in little but the id, so that the database makes them and their events itself:
 * nothing of them is read, presented and sent back. For at most 500 users: they and their event logs are locked together.
 */
export async function announce(
  trx: Trx,
  effects: Effects,
  { userIds, event, ...notice }: Announcement & { userIds: readonly string[]; event: UserEvent },
): Promise<void> {
  const receiverIds = [...new Set(userIds)].filter((userId) => userId !== notice.senderId);
  if (receiverIds.length === 0) return;
  const [, lines, rows] = await executeTogether(trx, [
    lockReceivers(trx, receiversOf(receiverIds)),
    beginLines(
      receiverIds,
      receiverIds.map(() => uuid()),
      notice,
    ),
    selectAnnouncement(trx, notice),
  ]);
  // Some have a line of another sender, who invited them to the post.
  const joiningIds = lines.flatMap((line) => (line.id === null ? [line.user_id] : []));
  if (joiningIds.length > 0) {
    const newIds = joiningIds.map(() => uuid());
    const statement = addSender(trx, receiversOf(joiningIds), newIds, notice);
    emitNotifications(effects, await executeAlone(trx, statement));
  }
  const lineIds = new Map(lines.map(({ user_id, id }) => [user_id, id]));
  const [notification] = rows.map(presentNotification);
  const events = announcedEvents(
    receiverIds,
    receiverIds.map((userId) => lineIds.get(userId) ?? null),
    { upserted: { notification }, last: event },
  );
  effects.events(receiverIds, events);
}

/**
 * Notifies a user of something that nobody did; the user stands as its sender. Each time anew, unless the last one was
 * not read yet.
 */
export const remind = (
  trx: Trx,
  effects: Effects,
  { userId, ...notice }: Pick<Notice, 'type' | 'now'> & { userId: string },
): Promise<void> =>
  send(trx, effects, [userId], { ...notice, senderId: userId, postId: null, objectId: uuid() });

async function send(
  trx: Trx,
  effects: Effects,
  receiverIds: readonly string[],
  notice: Notice,
): Promise<void> {
  const receivers = receiversOf(receiverIds);
  const [, changed] = await executeTogether(trx, [
    lockReceivers(trx, receivers),
    addSender(
      trx,
      receivers,
      receiverIds.map(() => uuid()),
      notice,
    ),
  ]);
  emitNotifications(effects, changed);
}

/** Emits the notifications that `addSender` added to. */
export function emitNotifications(effects: Effects, changed: readonly ChangedNotification[]): void {
  for (const row of changed) {
    const notification = presentNotification(row);
    if (!notification) continue;
    effects.event(row.user_id, { type: 'notification-upserted', payload: { notification } });
    const payload = { total: row.total, onlyNew: row.unread };
    effects.event(row.user_id, { type: 'notification-count', payload });
  }
}
