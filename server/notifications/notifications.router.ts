import { readCursor } from '../cursor.ts';
import { notFound } from '../errors.ts';
import { router, signedInProcedure } from '../trpc.ts';
import { write } from '../write.ts';
import { presentNotifications, presentSenders } from './notifications.present.ts';
import {
  countNotifications,
  countUnread,
  findNotificationPage,
  findNotifications,
  findSenderPage,
  lockReceivers,
  markAllNotifications,
  markNotification,
} from './notifications.queries.ts';
import {
  markAllInput,
  markInput,
  notificationCount,
  notificationCountInput,
  notificationListInput,
  notificationPage,
  notificationView,
  senderPage,
  sendersInput,
} from './notifications.schema.ts';

export const notificationsRouter = router({
  list: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/notifications/' },
      summary: 'The caller’s notifications, newest first',
      description: 'Everybody who did the same thing to the same object until it was read is one line.',
      example: { topNotifications: true },
    })
    .input(notificationListInput)
    .output(notificationPage)
    .query(async ({ ctx, input }) => {
      const { userId } = ctx.viewer;
      const cursor = readCursor(input.cursor);
      const found = await findNotificationPage(ctx.db, { userId, limit: input.limit, cursor });
      return {
        items: await presentNotifications(ctx.db, found.page),
        cursor: found.cursor,
        total: await countNotifications(ctx.db, userId),
      };
    }),

  count: signedInProcedure
    .meta({
      rest: { method: 'GET', path: '/notifications/count' },
      summary: 'How many notifications the caller has',
      example: { onlyNew: true },
    })
    .input(notificationCountInput)
    .output(notificationCount)
    .query(async ({ ctx: { db, viewer }, input }) => ({
      count: input.onlyNew
        ? await countUnreadOf(db, viewer.userId)
        : await countNotifications(db, viewer.userId),
    })),

  senders: signedInProcedure
    .meta({ summary: 'Everybody behind one of the caller’s notifications, latest first' })
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
        return userId ? [{ userId, createdAt: row.created_at.toISOString() }] : [];
      });
      return { items, cursor: found.cursor };
    }),

  mark: signedInProcedure
    .meta({
      rest: { method: 'PUT', path: '/notifications/{id}' },
      summary: 'Mark one notification as read or unread',
      description: 'Once read, a notification takes no more senders: who follows later begins a new one.',
    })
    .input(markInput)
    .output(notificationView)
    .mutation(({ ctx, input }) =>
      write(ctx, async (trx, effects) => {
        const { userId } = ctx.viewer;
        await lockReceivers(trx, [userId]);
        if (!(await markNotification(trx, { ...input, userId }))) throw notFound();
        const [notification] = await presentNotifications(trx, await findNotifications(trx, [input.id]));
        if (!notification) throw notFound();
        const onlyNew = await countUnreadOf(trx, userId);
        effects.event(userId, { type: 'notification-upserted', payload: { notification } });
        effects.event(userId, { type: 'notification-count', payload: { onlyNew } });
        return notification;
      }),
    ),

  markAll: signedInProcedure
    .meta({
      rest: { method: 'PUT', path: '/notifications/' },
      summary: 'Mark all notifications as read or unread',
      message: 'SUCCESS',
      example: { isRead: true, all: true },
    })
    .input(markAllInput)
    .output(notificationCount)
    .mutation(({ ctx, input: { isRead } }) =>
      write(ctx, async (trx, effects) => {
        const { userId } = ctx.viewer;
        await lockReceivers(trx, [userId]);
        await markAllNotifications(trx, { userId, isRead });
        const onlyNew = await countUnreadOf(trx, userId);
        effects.event(userId, { type: 'notifications-marked', payload: { isRead } });
        effects.event(userId, { type: 'notification-count', payload: { onlyNew } });
        return { count: onlyNew };
      }),
    ),
});

const countUnreadOf = async (db: Parameters<typeof countUnread>[0], userId: string) =>
  (await countUnread(db, [userId])).get(userId) ?? 0;
