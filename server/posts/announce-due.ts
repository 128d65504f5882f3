import type { Context } from '../context.ts';
import { releaseAtNetworks } from '../social-media/follow-posts.ts';
import { write } from '../write.ts';
import { takeDueAnnouncements } from './pending-announcements.queries.ts';
import { announcePostByJob } from './publish-posts.ts';

/** How many posts one transaction announces. */
const batchSize = 500;

/**
 * Announces every post whose time for an undo has passed by the clock that all processes share. The row goes in the
 * transaction that adds the job, so that each post is announced once, and none that was taken back.
 */
export async function announceDuePosts(ctx: Pick<Context, 'db' | 'ports'>): Promise<void> {
  for (;;) {
    const announced = await write(ctx, async (trx, effects) => {
      const now = await ctx.ports.clock.shared(trx);
      const ids = await takeDueAnnouncements(trx, now, batchSize);
      for (const postId of ids) announcePostByJob(effects, postId, now);
      await releaseAtNetworks(trx, ids, now);
      return ids.length;
    });
    if (announced < batchSize) return;
  }
}
