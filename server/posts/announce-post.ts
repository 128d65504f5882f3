import { decodeCursor } from '#db/keyset.ts';
import type { Context } from '../context.ts';
import type { JobPayloads } from '../jobs.ts';
import { announce } from '../notifications/notify.ts';
import { write } from '../write.ts';
import { findFollowersToTell } from './announce-post.queries.ts';
import { keepPostAsItIs } from './posts.queries.ts';

/** How many followers one run notifies; the next run goes on behind them. */
const batchSize = 500;

/** Of many followers, two runs at a time notify half each: one alone waits for the database as often as that for it. */
const lanes = [0, 1] as const;

/** Followers are in one lane or the other, by the last digit of their ids. */
const isIn = (lane: number) => (id: string) => Number.parseInt(id.slice(-1), 16) % lanes.length === lane;

/**
 * Notifies the followers of an organization that it published a post: a notification, and word that the feed has newer
 * posts. One batch a run, in a transaction with the job for the next; behind the first batch, with one for each lane. A
 * post that was taken back meanwhile is not announced any further; who was notified already is not notified again, however
 * often this runs.
 */
export async function announcePost(
  ctx: Pick<Context, 'db' | 'ports'>,
  { postId, after, lane }: JobPayloads['announce-post'],
): Promise<void> {
  await write(ctx, async (trx, effects) => {
    const post = await keepPostAsItIs(trx, postId);
    if (!post?.published_at) return;
    const place = after === null ? undefined : decodeCursor(after);
    const size = lane === undefined ? batchSize : lanes.length * batchSize;
    const { ids, cursor } = await findFollowersToTell(trx, post.creator_id, size, place);
    const now = ctx.ports.clock.now();
    const newestAt = post.published_at.toISOString();
    await announce(trx, effects, {
      userIds: lane === undefined ? ids : ids.filter(isIn(lane)),
      senderId: post.creator_id,
      type: 'new-post',
      postId,
      now,
      event: { type: 'feed-newer', payload: { newestAt } },
    });
    if (!cursor) return;
    for (const next of lane === undefined ? lanes : [lane])
      effects.job({ name: 'announce-post', payload: { postId, after: cursor, lane: next } });
  });
}
