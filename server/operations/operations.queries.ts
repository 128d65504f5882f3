import type { Db, Trx } from '#db/database.ts';
import { keptDays } from './operations.schema.ts';

/**
 * Takes the name for this write. Of writes of the same name at the same time one gets it; the others wait here for
 * its end. False where it was taken.
 */
export async function claimOperation(
  trx: Trx,
  operation: { userId: string; opId: string; requestHash: string; createdAt: Date },
): Promise<boolean> {
  const claimed = await trx
    .insertInto('operations')
    .values({
      user_id: operation.userId,
      op_id: operation.opId,
      request_hash: operation.requestHash,
      result: JSON.stringify({ data: null }),
      created_at: operation.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'op_id']).doNothing())
    .returning('op_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Keeps what the write answered. */
export async function saveResult(trx: Trx, userId: string, opId: string, data: unknown): Promise<void> {
  await trx
    .updateTable('operations')
    .set({ result: JSON.stringify({ data }) })
    .where('user_id', '=', userId)
    .where('op_id', '=', opId)
    .execute();
}

/** A write that was done. */
export function findOperation(db: Db, userId: string, opId: string) {
  return db
    .selectFrom('operations')
    .select(['request_hash', 'result'])
    .where('user_id', '=', userId)
    .where('op_id', '=', opId)
    .executeTakeFirst();
}

/** Deletes writes that nobody sends again. */
export async function sweepOperations(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 24 * 60 * 60 * 1000);
  await db.deleteFrom('operations').where('created_at', '<', oldest).execute();
}
