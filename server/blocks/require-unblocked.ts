import { executeTogether } from '#db/batch.ts';
import type { Trx } from '#db/database.ts';
import { notFound } from '../errors.ts';
import { selectBlockedAmong, selectBlockLock } from './blocks.queries.ts';

/**
 * Throws a 404 where either of two users has blocked the other: for who is blocked it is as if there were nobody. What
 * it finds holds until the transaction ends. It must come before the transaction locks anything: one round trip.
 */
export async function requireUnblocked(trx: Trx, userId: string, otherId: string): Promise<void> {
  const [, blocked] = await executeTogether(trx, [
    selectBlockLock(trx, userId),
    selectBlockedAmong(trx, userId, [otherId]),
  ]);
  if (blocked.length > 0) throw notFound();
}
