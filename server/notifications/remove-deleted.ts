import type { Context } from '../context.ts';
import { write } from '../write.ts';
import {
  countEach,
  findDueNotifications,
  lockReceivers,
  receiversOf,
  removeNotifications,
} from './notifications.queries.ts';

/** How many notifications go in one transaction. */
const batchSize = 500;

/**
 * Removes deleted notifications whose time has come, and notifies their receivers. Several processes may do so at once:
 * each notification goes once.
 */
export async function removeDeletedNotifications(ctx: Pick<Context, 'db' | 'ports'>): Promise<void> {
  for (;;) {
    const now = await ctx.ports.clock.shared(ctx.db);
    const due = await findDueNotifications(ctx.db, now, batchSize);
    if (due.length === 0) return;
    await write(ctx, async (trx, effects) => {
      await lockReceivers(trx, receiversOf(due.map((row) => row.user_id))).execute();
      const ids = due.map((row) => row.id);
      const removed = Map.groupBy(await removeNotifications(trx, ids, now), (row) => row.user_id);
      for (const [userId, counts] of await countEach(trx, [...removed.keys()])) {
        for (const { id } of removed.get(userId) ?? [])
          effects.event(userId, { type: 'notification-removed', payload: { notificationId: id } });
        effects.event(userId, { type: 'notification-count', payload: counts });
      }
    });
  }
}
