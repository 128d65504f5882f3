import { decodeCursor } from '#db/keyset.ts';
import type { Context } from '../context.ts';
import type { JobPayloads } from '../jobs.ts';
import { announce } from '../notifications/notify.ts';
import { write } from '../write.ts';
import { findFollowersToTell } from './announce-post.queries.ts';
import { keepPostAsItIs } from './posts.queries.ts';

/** How many followers one run notifies; the next run goes on behind them. */
const batchSize = 500;

/**
 * Notifies the followers of an organization that it published a post: a notification, and word that the feed has newer
 * posts. One batch a run, in a transaction with the job for the next. A post that was taken back meanwhile is
 * not announced any further; who was notified already is not notified again, however often this runs.
 */
export async function announcePost(
  ctx: Pick<Context, 'db' | 'ports'>,
  { postId, after }: JobPayloads['announce-post'],
): Promise<void> {
  await write(ctx, async (trx, effects) => {
    const post = await keepPostAsItIs(trx, postId);
    if (!post?.published_at) return;
    const place = after === null ? undefined : decodeCursor(after);
    const { ids, cursor } = await findFollowersToTell(trx, post.creator_id, batchSize, place);
    const now = ctx.ports.clock.now();
    const newestAt = post.published_at.toISOString();
    await announce(trx, effects, {
      userIds: ids,
      senderId: post.creator_id,
      type: 'new-post',
      postId,
      now,
      event: { type: 'feed-newer', payload: { newestAt } },
    });
    if (cursor) effects.job({ name: 'announce-post', payload: { postId, after: cursor } });
  });
}
