import { compileOnce, defineTemplate } from '#db/batch.ts';
import type { Context } from '../context.ts';
import { keyedHashOfAny } from '../crypto.ts';
import { badField, conflict, Refusal } from '../errors.ts';
import type { Session } from '../ports.ts';
import { id } from '../validation.schema.ts';
import { BeforeTransaction, write } from '../write.ts';
import { canonicalText } from './canonical.ts';
import {
  claimOperation,
  findOperation,
  findRequestSecret,
  insertOperation,
  isKeyTaken,
  type Operation,
  type OperationName,
  resultOf,
  saveResult,
} from './operations.queries.ts';
import { idempotencyHeader, replayedHeader } from './operations.schema.ts';

/** What makes two writes the same. */
export interface NamedRequest {
  path: string;
  /** As the procedure's schema parsed it: with defaults, without what is ignored. */
  input: unknown;
  /** Fields of the input that are neither kept nor hashed without cost, and of the output that are returned once. */
  secret?: { input?: readonly string[]; output?: readonly string[] } | undefined;
  /** The key is taken with the commit; see `Meta`. */
  isKeyTakenLast?: boolean;
}

/**
 * Does a write with an idempotency key exactly once. The first time, the whole procedure runs in one transaction that
 * also stores its result; whenever the same write is sent again, that result is returned and nothing changes. A write
 * that was rejected is not stored: it may succeed the next time. Visitors share one space of keys; a result is returned
 * only to who sends the same input again, and a result that holds a secret to nobody.
 *
 * The key is taken before the procedure runs, or, where the request asks for it, by the last statement: the procedure
 * then runs for a repeated write, too, and is rolled back.
 *
 * @param work runs the procedure with the context it is given and returns its output
 */
export async function once(
  ctx: Context & { viewer?: Session | undefined },
  key: string,
  request: NamedRequest,
  work: (ctx: Context) => Promise<unknown>,
): Promise<unknown> {
  const opId = id.safeParse(key).data;
  if (opId === undefined) throw badField(idempotencyHeader, 'The Idempotency-Key must be a UUID.');
  const name: OperationName = { userId: ctx.viewer?.userId ?? null, opId };
  const { open, secrets } = textsOf(request);
  const tellsSecrets = (request.secret?.output?.length ?? 0) > 0;

  const answerAgain = async (earlier: EarlierWrite): Promise<unknown> => {
    const { passwords } = ctx.ports;
    const isSame =
      // What was kept before there was a key.
      earlier.request_hash === '' ||
      (earlier.request_hash === requestHash &&
        (earlier.secret_hash === null ||
          (secrets !== undefined && (await passwords.verify(earlier.secret_hash, secrets)))));
    if (!isSame) throw conflict('key-reused', 'This Idempotency-Key was used for another write.');
    if (tellsSecrets)
      throw conflict(
        'told-once',
        'This was done already. Its answer holds a secret, which is told only once.',
      );
    ctx.responseHeaders.set(replayedHeader, 'true');
    return earlier.result.data;
  };

  const requestHash = await keyedHashOfAny(await findRequestSecret(ctx.db), open);
  if (secrets !== undefined) {
    // Hashing them is slow, and not needed for what was done already.
    const earlier = await findOperation(ctx.db, name);
    if (earlier) return answerAgain(earlier);
  }
  const secretHash = secrets === undefined ? null : await ctx.ports.passwords.hash(secrets);
  const attempt = () =>
    write(ctx, async (trx, effects) => {
      const operation: Operation = { ...name, requestHash, secretHash, createdAt: ctx.ports.clock.now() };
      if (!request.isKeyTakenLast && !(await claimOperation(trx, operation))) {
        // Its twin was faster, and is committed by now.
        const twin = await findOperation(trx, name);
        if (twin) return answerAgain(twin);
        throw new Error('A write whose key is taken is not there.');
      }
      const data = await work({ ...ctx, db: trx, enclosing: { trx, effects } });
      const result = resultOf(tellsSecrets ? null : data);
      const keep = request.isKeyTakenLast
        ? defineTemplate('insert operation', { ...operation, result }, (hole) => insertOperation(trx, hole))
        : defineTemplate(
            `save result of ${name.userId === null ? 'a visitor' : 'a user'}`,
            { ...name, result },
            (hole) => saveResult(trx, hole),
          );
      if (name.userId === null)
        effects.atEnd(compileOnce(keep.name, keep.parameters, (hole) => keep.build(hole)));
      else effects.acknowledge(name.userId, opId, keep);
      return data;
    });
  /** Returns the result of the same write where that is why this one failed. Throws the error otherwise. */
  const answerEarlier = async (error: unknown): Promise<unknown> => {
    // What the write did the first time may be why it is rejected the second time.
    if (request.isKeyTakenLast && (isKeyTaken(error) || error instanceof Refusal)) {
      const earlier = await findOperation(ctx.db, name);
      if (earlier) return answerAgain(earlier);
    }
    throw error;
  };
  try {
    return await attempt();
  } catch (error) {
    const before =
      error instanceof Error && error.cause instanceof BeforeTransaction ? error.cause : undefined;
    if (!before) return answerEarlier(error);
    const earlier = await findOperation(ctx.db, name);
    if (earlier) return answerAgain(earlier);
    try {
      return await before.work(ctx).then(attempt).catch(answerEarlier);
    } finally {
      await before.discardUnused(ctx);
    }
  }
}

type EarlierWrite = NonNullable<Awaited<ReturnType<typeof findOperation>>>;

/** A request as text, and apart from it what of its input is secret. */
function textsOf({ path, input, secret }: NamedRequest): { open: string; secrets: string | undefined } {
  const names = new Set(secret?.input);
  if (names.size === 0 || typeof input !== 'object' || input === null)
    return { open: canonicalText([path, input]), secrets: undefined };
  const entries = Object.entries(input);
  const [hidden, shown] = [true, false].map((isHidden) =>
    Object.fromEntries(entries.filter(([name]) => names.has(name) === isHidden)),
  );
  return { open: canonicalText([path, shown]), secrets: canonicalText(hidden) };
}
