import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { keptDays } from './operations.schema.ts';

/** What a write is called: by whom, null for visitors, and how. */
export interface OperationName {
  userId: string | null;
  opId: string;
}

/**
 * Takes the name for this write. Of writes of the same name at the same time one gets it; the others wait here for
 * its end. False where it was taken.
 */
export async function claimOperation(
  trx: Trx,
  operation: OperationName & { requestHash: string; secretHash: string | null; createdAt: Date },
): Promise<boolean> {
  const claimed = await trx
    .insertInto('operations')
    .values({
      user_id: operation.userId,
      op_id: operation.opId,
      request_hash: operation.requestHash,
      secret_hash: operation.secretHash,
      result: JSON.stringify({ data: null }),
      created_at: operation.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'op_id']).doNothing())
    .returning('op_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Keeps what the write answered. */
export async function saveResult(trx: Trx, { userId, opId }: OperationName, data: unknown): Promise<void> {
  await trx
    .updateTable('operations')
    .set({ result: JSON.stringify({ data }) })
    .where(isUser('user_id', userId))
    .where('op_id', '=', opId)
    .execute();
}

/** The key of request hashes, and the write of this name with its answer, where it was done. */
export async function findOperation(db: Db, { userId, opId }: OperationName) {
  const { secret, ...operation } = await db
    .selectFrom('server_secrets as s')
    .leftJoin('operations as o', (join) =>
      join.on(() => isUser('o.user_id', userId)).on('o.op_id', '=', opId),
    )
    .select(['s.secret', 'o.request_hash', 'o.secret_hash', 'o.result'])
    .where('s.name', '=', 'operations')
    .executeTakeFirstOrThrow();
  const { request_hash, secret_hash, result } = operation;
  return {
    secret,
    earlier: request_hash === null || result === null ? undefined : { request_hash, secret_hash, result },
  };
}

const isUser = (column: 'user_id' | 'o.user_id', userId: string | null) =>
  userId === null
    ? sql<boolean>`${sql.ref(column)} is null`
    : sql<boolean>`${sql.ref(column)} = ${userId}::uuid`;

/** Deletes writes that nobody sends again. */
export async function sweepOperations(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 24 * 60 * 60 * 1000);
  await db.deleteFrom('operations').where('created_at', '<', oldest).execute();
}
