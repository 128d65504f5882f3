import type { Context } from '../context.ts';
import { write } from '../write.ts';
import { publishDuePostsOf, takeOrganizationWithDuePosts } from './publish-due.queries.ts';
import { publishPosts } from './publish-posts.ts';

/** How many posts of one organization go out in one transaction. */
const batchSize = 100;

/**
 * Publishes every scheduled post whose time has come by the clock that all processes share: each once, never early,
 * and late rather than never. A transaction publishes posts of one organization, with the jobs that announce them, so
 * that what a process leaves unfinished as it dies was not begun, and is another's to do.
 */
export async function publishDuePosts(ctx: Pick<Context, 'db' | 'ports'>): Promise<void> {
  for (;;) {
    const published = await write(ctx, async (trx, effects) => {
      const now = await ctx.ports.clock.shared(trx);
      const organizationId = await takeOrganizationWithDuePosts(trx, now);
      if (organizationId === undefined) return false;
      const ids = await publishDuePostsOf(trx, organizationId, now, batchSize);
      if (ids.length === 0) return true;
      await publishPosts(ctx, trx, effects, { organizationId, ids });
      return true;
    });
    if (!published) return;
  }
}
