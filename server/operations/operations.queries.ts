import { sql } from 'kysely';
import { type Db, runShared, type Trx } from '#db/database.ts';
import { keepPartitions } from '#db/partitions.ts';
import type { Ports } from '../ports.ts';
import { keptDays } from './operations.schema.ts';

/** What a write is called: by whom, null for visitors, and how. */
export interface OperationName {
  userId: string | null;
  opId: string;
}

/** What a write returned, as it is stored: JSON. */
export const resultOf = (data: unknown): string => JSON.stringify({ data });

/** A write to be stored: what it is compared by when its key comes again. */
export interface Operation extends OperationName {
  requestHash: string;
  secretHash: string | null;
  createdAt: Date;
}

/**
 * Returns the statement that stores a write with what it returned. It fails where the key was taken, as `isKeyTaken`
 * recognizes. Of writes with the same key at the same time one gets it; the others wait here for its end.
 */
export function insertOperation(trx: Trx, operation: Operation & { result: string }) {
  return trx
    .insertInto('operations')
    .values({
      user_id: operation.userId,
      op_id: operation.opId,
      request_hash: operation.requestHash,
      secret_hash: operation.secretHash,
      result: operation.result,
      created_at: operation.createdAt,
    })
    .returning('op_id');
}

/** Takes the key for this write, which is stored without a result. Returns false where it was taken. */
export async function claimOperation(trx: Trx, operation: Operation): Promise<boolean> {
  const claimed = await insertOperation(trx, { ...operation, result: resultOf(null) })
    .onConflict((conflict) => conflict.columns(['user_id', 'op_id']).doNothing())
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Partitions have the constraint under names of their own, and the default one under that of the table. */
const keyConstraint = /^operations_(?:\d{8}_user_id_op_id_)?key$/;

/** Whether an error means that the key of a write was taken. */
export function isKeyTaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('constraint' in error && keyConstraint.test(String(error.constraint))) || isKeyTaken(error.cause);
}

/** Returns the statement that stores what a claimed write returned. */
export function saveResult(trx: Trx, { userId, opId, result }: OperationName & { result: string }) {
  return trx
    .updateTable('operations')
    .set({ result })
    .where(isUser(userId))
    .where('op_id', '=', opId)
    .returning('op_id');
}

/**
 * Returns the write of this key with its result; undefined where there is none.
 *
 * What was found is confirmed by synchronous replicas before it is returned, where there are any: a transaction that
 * writes to the log, be it nothing, waits for them at its end, and so for all that was committed before.
 */
export function findOperation(db: Db, { userId, opId }: OperationName) {
  return db
    .selectFrom('operations')
    .select([
      'request_hash',
      'secret_hash',
      'result',
      sql`pg_logical_emit_message(true, 'gatherwell', '')`.as('place'),
    ])
    .where(isUser(userId))
    .where('op_id', '=', opId)
    .executeTakeFirst();
}

const isUser = (userId: string | null) =>
  userId === null ? sql<boolean>`user_id is null` : sql<boolean>`user_id = ${userId}::uuid`;

const secrets = new WeakMap<Db, Promise<string>>();

/** Resolves to the key of request hashes. It never changes while servers run, so it is read once. */
export function findRequestSecret(db: Db): Promise<string> {
  const known = secrets.get(db);
  if (known) return known;
  const found = runShared(db, async () => {
    const row = await db
      .selectFrom('server_secrets')
      .select('secret')
      .where('name', '=', 'operations')
      .executeTakeFirstOrThrow();
    return row.secret;
  });
  secrets.set(db, found);
  // One that could not be read is read by the next.
  found.catch(() => secrets.delete(db));
  return found;
}

/** Forgets writes that nobody sends again, and makes room for those of the coming weeks. */
export async function sweepOperations(db: Db, { clock, log }: Pick<Ports, 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  const oldest = new Date(now.getTime() - keptDays * 24 * 60 * 60 * 1000);
  await keepPartitions(db, 'operations', { now, oldest, log });
}
