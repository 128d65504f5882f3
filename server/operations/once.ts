import type { Context } from '../context.ts';
import { sha256 } from '../crypto.ts';
import { badField, conflict } from '../errors.ts';
import type { Session } from '../ports.ts';
import { id } from '../validation.schema.ts';
import { BeforeTransaction, write } from '../write.ts';
import { claimOperation, findOperation, saveResult } from './operations.queries.ts';
import { idempotencyHeader } from './operations.schema.ts';

/**
 * Does a named write exactly once. The first time, the whole procedure runs in one transaction together with the
 * note of what it answered; whenever the same write is sent again, that answer is given and nothing is done. A write
 * that was refused is not kept: it may succeed the next time.
 *
 * @param request what makes two writes the same: the procedure and its input
 * @param work runs the procedure with the context it is given and answers its output
 */
export async function once(
  ctx: Context & { viewer: Session },
  key: string,
  request: { path: string; input: unknown },
  work: (ctx: Context) => Promise<unknown>,
): Promise<unknown> {
  const opId = id.safeParse(key).data;
  if (opId === undefined) throw badField(idempotencyHeader, 'The Idempotency-Key must be a UUID.');
  const userId = ctx.viewer.userId;
  const requestHash = sha256(textOf([request.path, request.input]));

  const repeat = async (db: Context['db']) => {
    const earlier = await findOperation(db, userId, opId);
    if (earlier && earlier.request_hash !== requestHash)
      throw conflict('key-reused', 'This Idempotency-Key was used for another write.');
    return earlier;
  };

  const earlier = await repeat(ctx.db);
  if (earlier) return earlier.result.data;
  const attempt = () =>
    write(ctx, async (trx, effects) => {
      const claimed = await claimOperation(trx, {
        userId,
        opId,
        requestHash,
        createdAt: ctx.ports.clock.now(),
      });
      // Its twin was faster, and is committed by now.
      if (!claimed) return (await repeat(trx))?.result.data;
      const data = await work({ ...ctx, db: trx, enclosing: { trx, effects } });
      await saveResult(trx, userId, opId, data);
      effects.acknowledge(userId, opId);
      return data;
    });
  try {
    return await attempt();
  } catch (error) {
    const before =
      error instanceof Error && error.cause instanceof BeforeTransaction ? error.cause : undefined;
    if (!before) throw error;
    await before.work();
    return attempt();
  }
}

/** A request as text. What is nested thousands deep can be read, but not be written again. */
function textOf(request: unknown): string {
  try {
    return JSON.stringify(request);
  } catch (error) {
    if (error instanceof RangeError) throw badField('', 'This is nested too deeply.');
    throw error;
  }
}
