import { v7 as uuid } from 'uuid';
import type { Context } from '../context.ts';
import { notifyMany } from '../notifications/notify.ts';
import { keepPostAsItIs } from '../posts/posts.queries.ts';
import { write } from '../write.ts';
import { findDuePost, takeDueReminders } from './reminders.queries.ts';

/** How many users one transaction reminds. */
const batchSize = 500;

/**
 * Sends every reminder whose time has come by the clock that all processes share: a notification, and a mail by a job.
 * What marks a reminder as sent, its notification and its job are in one transaction, so that each is sent once,
 * whichever process dies meanwhile.
 */
export async function sendDueReminders(ctx: Pick<Context, 'db' | 'ports'>): Promise<void> {
  for (;;) {
    const now = await ctx.ports.clock.shared(ctx.db);
    const postId = await findDuePost(ctx.db, now);
    if (postId === undefined || !(await sendRemindersOf(ctx, postId, now))) return;
  }
}

/** Sends some due reminders of a post. Returns false where another process has taken them. */
const sendRemindersOf = (ctx: Pick<Context, 'db' | 'ports'>, postId: string, now: Date): Promise<boolean> =>
  write(ctx, async (trx, effects) => {
    const post = await keepPostAsItIs(trx, postId);
    if (!post) return true;
    const taken = await takeDueReminders(trx, { postId, now, limit: batchSize });
    const userIds = taken.filter((one) => one.is_wanted).map((one) => one.user_id);
    await notifyMany(trx, effects, {
      userIds,
      senderId: post.creator_id,
      type: 'reminder',
      postId,
      // One that is moved to another day is reminded of again.
      objectId: uuid(),
      now,
    });
    for (const userId of userIds) effects.job({ name: 'mail-reminder', payload: { postId, userId } });
    return taken.length > 0;
  });
