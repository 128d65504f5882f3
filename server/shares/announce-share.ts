import { decodeCursor } from '#db/keyset.ts';
import type { Context } from '../context.ts';
import type { JobPayloads } from '../jobs.ts';
import { write } from '../write.ts';
import { findFriendsToTell, lockShare } from './shares.queries.ts';

/** How many friends one run notifies; the next run goes on behind them. */
const batchSize = 500;

/** Notifies the friends of who shared a post that their feeds have something newer. One batch a run. */
export async function announceShare(
  ctx: Pick<Context, 'db' | 'ports'>,
  { shareId, after }: JobPayloads['announce-share'],
): Promise<void> {
  await write(ctx, async (trx, effects) => {
    const share = await lockShare(trx, shareId);
    // Taken back meanwhile.
    if (!share) return;
    const place = after === null ? undefined : decodeCursor(after);
    const query = { userId: share.userId, limit: batchSize, cursor: place };
    const { ids, cursor } = await findFriendsToTell(trx, query);
    const newestAt = share.createdAt.toISOString();
    for (const userId of ids) effects.event(userId, { type: 'feed-newer', payload: { newestAt } });
    if (cursor) effects.job({ name: 'announce-share', payload: { shareId, after: cursor } });
  });
}
