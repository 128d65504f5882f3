import type { Context } from '../context.ts';
import type { JobPayloads } from '../jobs.ts';
import { keepPostAsItIs } from '../posts/posts.queries.ts';
import { write } from '../write.ts';
import { moveReminders } from './reminders.queries.ts';

/** How many reminders one run moves; the next run goes on behind them. */
const batchSize = 1_000;

/** Moves the reminders of a post that begins at another time now. One batch a run. */
export async function moveRemindersOf(
  ctx: Pick<Context, 'db' | 'ports'>,
  { postId, after }: JobPayloads['move-reminders'],
): Promise<void> {
  await write(ctx, async (trx, effects) => {
    if (!(await keepPostAsItIs(trx, postId))) return;
    const now = await ctx.ports.clock.shared(trx);
    const moved = await moveReminders(trx, { postId, after, now, limit: batchSize });
    const last = moved.at(-1);
    if (last !== undefined && moved.length === batchSize)
      effects.job({ name: 'move-reminders', payload: { postId, after: last } });
  });
}
