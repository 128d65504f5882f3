import { executeAlone, executeTogether, type Statement, type Template } from '#db/batch.ts';
import type { Trx } from '#db/database.ts';
import { isDeadlock } from '#db/deadlock.ts';
import type { Context } from './context.ts';
import type { Effects } from './effects.ts';
import { Refusal } from './errors.ts';
import { appendEvents, type EventDraft, type MadeEvents } from './events/events.queries.ts';
import type { Job } from './jobs.ts';

/**
 * Thrown within a write that encloses others, by a part that needs something slow done first, outside of the
 * transaction. The write is undone, the work is done, and the write runs again.
 */
export class BeforeTransaction extends Error {
  override name = 'BeforeTransaction';
  /** Does it, with the context outside of the write. */
  readonly work: (outer: Context) => Promise<unknown>;
  /** Undoes what the write, which has ended by then, did not make use of. Never rejects. */
  readonly discardUnused: (outer: Context) => Promise<void>;

  constructor(
    work: (outer: Context) => Promise<unknown>,
    discardUnused: (outer: Context) => Promise<void> = async () => {},
  ) {
    super('Something has to be done before the transaction.');
    this.work = work;
    this.discardUnused = discardUnused;
  }
}

/** How often a write is tried that the database ends because of a deadlock. */
const mostAttempts = 3;

/** Milliseconds before a write is tried again, so that the other one gets the rows that it was waiting for. */
const pause = 50;

/**
 * Runs a write in one transaction, together with the events and jobs that it causes, and notifies
 * the users after the commit. Events and jobs are written in one round trip with the commit. Events are appended last, users in id order,
 * so that writes with events for the same users neither wait long nor deadlock; where the database finds a deadlock
 * all the same, the work is retried from the start. A nested write is part of the enclosing one.
 */
export async function write<T>(
  ctx: Pick<Context, 'db' | 'ports' | 'enclosing'>,
  work: (trx: Trx, effects: Effects) => Promise<T>,
): Promise<T> {
  if (ctx.enclosing) return work(ctx.enclosing.trx, ctx.enclosing.effects);
  for (let attempt = 1; ; attempt++)
    try {
      return await commit(ctx, work);
    } catch (error) {
      if (attempt === mostAttempts || !isDeadlock(error)) throw error;
      ctx.ports.log.warn({ err: error, attempt }, 'a write met a deadlock and is done again');
      await new Promise((resolve) => setTimeout(resolve, pause * attempt));
    }
}

async function commit<T>(
  ctx: Pick<Context, 'db' | 'ports'>,
  work: (trx: Trx, effects: Effects) => Promise<T>,
): Promise<T> {
  let drafts: { userId: string; event: EventDraft }[] = [];
  let keep: Template | undefined;
  const made: MadeEvents[] = [];
  const madeFor: string[] = [];
  const jobs: Job[] = [];
  const statements: Statement[] = [];
  const whenRejected: Statement[] = [];
  const effects: Effects = {
    event: (userId, event) => drafts.push({ userId, event }),
    events: (userIds, events) => {
      made.push(events);
      madeFor.push(...userIds);
    },
    job: (job) => jobs.push(job),
    atEnd: (statement) => statements.push(statement),
    whenRejected: (statement) => whenRejected.push(statement),
    acknowledge: (userId, opId, operation) => {
      keep = operation;
      drafts = drafts.map((draft) =>
        draft.userId === userId ? { userId, event: { ...draft.event, opId } } : draft,
      );
      // Last, because a client that has read it has read everything that the write changed.
      drafts.push({ userId, event: { type: 'operation-done', payload: {}, opId } });
    },
  };
  const transaction = ctx.db.transaction().execute(async (trx) => {
    const returned = await work(trx, effects);
    if (jobs.length > 0) statements.push(ctx.ports.jobs.enqueue(trx, jobs));
    if (drafts.length + made.length > 0)
      statements.push(appendEvents(drafts, ctx.ports.clock.now(), { keep, made }));
    if (statements.length > 0) await executeTogether(trx, statements, { isLast: true });
    return returned;
  });
  const result = await transaction.catch(async (error: unknown) => {
    if (error instanceof Refusal) for (const statement of whenRejected) await executeAlone(ctx.db, statement);
    throw error;
  });
  if (jobs.length > 0) ctx.ports.jobs.committed(jobs);
  const changed = new Set([...drafts.map((draft) => draft.userId), ...madeFor]);
  if (changed.size > 0) ctx.ports.events.notify([...changed]);
  return result;
}
