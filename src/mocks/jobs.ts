import type { Statement } from '#db/batch.ts';
import type { Db, Trx } from '#db/database.ts';
import type { Job } from '#server/jobs.ts';
import type { LogPort } from '#server/ports.ts';
import { trxWithMockedTables, withMockedTables } from './tables.ts';

/** A job that failed this often is left where it is. */
const mostAttempts = 10;

export interface JobQueue {
  /** Returns the statement that adds jobs to be done by a clock that is this far ahead. */
  add(trx: Trx, jobs: readonly Job[], clockAhead: number): Statement;
  /** Does what is due, and comes back by itself for what is not. Settles when nothing is due any more. */
  run(): Promise<void>;
}

interface JobQueueOptions {
  db: Db;
  log: LogPort;
  /** Does a job by a clock that is this far ahead; rejects where it is to be retried. */
  perform: (job: Job, clockAhead: number) => Promise<void>;
  /** Milliseconds until a failed job is retried; twice as many each time. */
  firstDelay?: number;
}

/** Jobs in a table: one is there exactly if its transaction was committed, and it outlives a reload. */
export function createJobQueue({ db, log, perform, firstDelay = 1_000 }: JobQueueOptions): JobQueue {
  const tables = withMockedTables(db);
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const nextJob = () =>
    tables
      .selectFrom('mocked.jobs')
      .select(['id', 'name', 'payload', 'clock_ahead', 'attempts', 'due_at'])
      .where('attempts', '<', mostAttempts)
      .orderBy('due_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();

  async function work(): Promise<void> {
    clearTimeout(timer);
    for (let row = await nextJob(); row; row = await nextJob()) {
      const wait = row.due_at.getTime() - Date.now();
      if (wait > 0) {
        timer = setTimeout(() => void run(), wait);
        return;
      }
      try {
        await perform({ name: row.name, payload: row.payload } as Job, row.clock_ahead);
        await tables.deleteFrom('mocked.jobs').where('id', '=', row.id).execute();
      } catch (error) {
        log.warn({ job: row.name, attempt: row.attempts + 1, err: error }, 'a job failed');
        await tables
          .updateTable('mocked.jobs')
          .set({
            attempts: row.attempts + 1,
            due_at: new Date(Date.now() + firstDelay * 2 ** row.attempts),
          })
          .where('id', '=', row.id)
          .execute();
      }
    }
  }

  /** One job at a time. Who asks during a run gets one more after it, for what that run no longer saw. */
  function run(): Promise<void> {
    const previous = running ?? Promise.resolve();
    const current = previous.then(work).finally(() => {
      if (running === current) running = undefined;
    });
    running = current;
    return current;
  }

  return {
    add: (trx, jobs, clockAhead) =>
      trxWithMockedTables(trx)
        .insertInto('mocked.jobs')
        .values(
          jobs.map(({ name, payload }) => ({
            name,
            payload: JSON.stringify(payload),
            clock_ahead: clockAhead,
            due_at: new Date(),
          })),
        ),
    run,
  };
}
