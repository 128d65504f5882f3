import type { z } from 'zod';
import type { Trx } from '#db/database.ts';
import { readCursor } from '../cursor.ts';
import type { Effects } from '../effects.ts';
import { notFound } from '../errors.ts';
import { readOnlyFields } from '../rest/read-only-fields.ts';
import { router, type SignedInContext, signedInProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import { completeSender, presentNotifications, presentSenders } from './notifications.present.ts';
import {
  countEach,
  countNotifications,
  countUnread,
  deleteNotification,
  findNotificationPage,
  findNotifications,
  findSenderPage,
  lockReceivers,
  markAllNotifications,
  markNotification,
  receiversOf,
  restoreNotification,
} from './notifications.queries.ts';
import {
  fullNotificationPage,
  markAllInput,
  markInput,
  type NotificationView,
  notificationCount,
  notificationCountInput,
  notificationIdInput,
  notificationListInput,
  notificationPage,
  notificationView,
  senderPage,
  sendersInput,
  sendersPerLine,
  shownSenders,
  undoSeconds,
} from './notifications.schema.ts';

export const notificationsRouter = router({
  list: signedInProcedure
    .meta({ summary: 'The caller’s notifications, newest first, with a few senders each' })
    .input(notificationListInput)
    .output(notificationPage)
    .query(({ ctx, input }) => loadPage(ctx, input, shownSenders)),

  listFull: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/notifications/', operationId: 'listNotifications' },
      summary: 'The caller’s notifications, newest first',
      description: 'Everybody who did the same thing to the same object until it was read is one line.',
      example: { topNotifications: true },
    })
    .input(notificationListInput)
    .output(fullNotificationPage)
    .query(async ({ ctx, input }) => {
      const { items, ...page } = await loadPage(ctx, input, sendersPerLine(input.limit));
      return {
        ...page,
        items: items.map((item) => ({ ...item, senders: item.senders.map(completeSender) })),
      };
    }),

  count: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/notifications/count', operationId: 'countNotifications' },
      summary: 'How many notifications the caller has',
      example: { onlyNew: true },
    })
    .input(notificationCountInput)
    .output(notificationCount)
    .query(async ({ ctx: { db, viewer }, input }) => ({
      count: input.onlyNew
        ? await countUnread(db, viewer.userId)
        : await countNotifications(db, viewer.userId),
    })),

  senders: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/notifications/{id}/senders', operationId: 'listNotificationSenders' },
      summary: 'Everybody behind one of the caller’s notifications, latest first',
    })
    .input(sendersInput)
    .output(senderPage)
    .query(async ({ ctx, input }) => {
      const cursor = readCursor(input.cursor);
      const found = await findSenderPage(ctx.db, { ...input, userId: ctx.viewer.userId, cursor });
      if (found.page.length === 0 && !cursor) throw notFound();
      const senders = await presentSenders(
        ctx.db,
        found.page.map((row) => row.sender_id),
      );
      const items = found.page.flatMap((row) => {
        const userId = senders.get(row.sender_id);
        return userId ? [completeSender({ userId, createdAt: row.created_at.toISOString() })] : [];
      });
      return { items, cursor: found.cursor };
    }),

  mark: signedInProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/notifications/{id}',
        operationId: 'markNotification',
        ignores: readOnlyFields(notificationView, markInput),
      },
      summary: 'Mark one notification as read or unread',
      description: 'Once read, a notification takes no more senders: who follows later begins a new one.',
    })
    .input(markInput)
    .output(notificationView)
    .mutation(({ ctx, input }) =>
      write(ctx, async (trx, effects) => {
        const { userId } = ctx.viewer;
        await lockReceivers(trx, receiversOf([userId])).execute();
        if (!(await markNotification(trx, { ...input, userId }))) throw notFound();
        return tellReceiver(trx, effects, input.id, userId);
      }),
    ),

  markAll: signedInProcedure
    .meta({
      rest: { method: 'PUT', path: '/notifications/', operationId: 'markAllNotifications' },
      summary: 'Mark all notifications as read or unread',
      message: 'SUCCESS',
      example: { isRead: true, all: true },
    })
    .input(markAllInput)
    .output(notificationCount)
    .mutation(({ ctx, input: { isRead, all, until } }) =>
      write(ctx, async (trx, effects) => {
        const { userId } = ctx.viewer;
        if (!all) return { count: await countUnread(trx, userId) };
        await lockReceivers(trx, receiversOf([userId])).execute();
        const last = until === undefined ? undefined : new Date(until);
        await markAllNotifications(trx, { userId, isRead, until: last });
        const payload = { isRead, ...(last && { until: last.toISOString() }) };
        effects.event(userId, { type: 'notifications-marked', payload });
        return { count: await tellCounts(trx, effects, userId) };
      }),
    ),

  remove: signedInProcedure
    .meta({
      rest: { method: 'DELETE', path: '/notifications/{id}', operationId: 'deleteNotification' },
      summary: 'Delete a notification',
      description: `It leaves every list at once. For ${undoSeconds} seconds it can be brought back; then it is gone for good.`,
      message: 'Notification deleted.',
    })
    .input(notificationIdInput)
    .output(notificationView)
    .mutation(({ ctx, input: { id } }) =>
      write(ctx, async (trx, effects) => {
        const { userId } = ctx.viewer;
        await lockReceivers(trx, receiversOf([userId])).execute();
        const now = await ctx.ports.clock.shared(trx);
        const deleteAfter = new Date(now.getTime() + undoSeconds * 1000);
        if (!(await deleteNotification(trx, { id, userId, now, deleteAfter }))) throw notFound();
        return tellReceiver(trx, effects, id, userId);
      }),
    ),

  restore: signedInProcedure
    .meta({
      rest: { method: 'PUT', path: '/notifications/{id}/restore', operationId: 'restoreNotification' },
      summary: 'Bring back a notification that was deleted a moment ago',
      message: 'Notification restored.',
    })
    .input(notificationIdInput)
    .output(notificationView)
    .mutation(({ ctx, input: { id } }) =>
      write(ctx, async (trx, effects) => {
        const { userId } = ctx.viewer;
        await lockReceivers(trx, receiversOf([userId])).execute();
        const now = await ctx.ports.clock.shared(trx);
        if (!(await restoreNotification(trx, { id, userId, now })))
          throw notFound('This notification is gone for good.');
        return tellReceiver(trx, effects, id, userId);
      }),
    ),
});

/** Returns a page of the caller's notifications, each with at most so many senders. */
async function loadPage(
  { db, viewer: { userId } }: SignedInContext,
  input: z.output<typeof notificationListInput>,
  mostSenders: number,
) {
  const { limit } = input;
  const found = await findNotificationPage(db, {
    userId,
    limit,
    cursor: readCursor(input.cursor),
    mostSenders,
  });
  return {
    items: presentNotifications(found.page),
    cursor: found.cursor,
    total: await countNotifications(db, userId),
  };
}

/** Reads a notification as it is now, and notifies the receiver's screens, with the counts. */
async function tellReceiver(
  trx: Trx,
  effects: Effects,
  id: string,
  userId: string,
): Promise<NotificationView> {
  const [notification] = presentNotifications(await findNotifications(trx, [id]));
  if (!notification) throw notFound();
  effects.event(userId, { type: 'notification-upserted', payload: { notification } });
  await tellCounts(trx, effects, userId);
  return notification;
}

/** Emits the receiver's counts, and returns the number of unread ones. */
async function tellCounts(trx: Trx, effects: Effects, userId: string): Promise<number> {
  const counts = (await countEach(trx, [userId])).get(userId) ?? { total: 0, onlyNew: 0 };
  effects.event(userId, { type: 'notification-count', payload: counts });
  return counts.onlyNew;
}
