import type { Context } from '../context.ts';
import { noteEndedPosts } from './posts.queries.ts';

/** How many posts are noted at a time. */
const batchSize = 500;

/** Notes which posts have ended by the clock that all processes share, so that lists have them below the others. */
export async function noteEnded({ db, ports }: Pick<Context, 'db' | 'ports'>): Promise<void> {
  const now = await ports.clock.shared(db);
  for (;;) {
    const noted = await noteEndedPosts(db, now, batchSize);
    if (noted < batchSize) return;
  }
}
