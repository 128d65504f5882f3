import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { Pool, PoolClient } from 'pg';
import { createPool, createPostgresDb } from '#db/postgres.ts';
import { networkNames } from '#db/tables/social-media.ts';
import type { Deps } from '#server/context.ts';
import { keepListsUp } from '#server/cultivations/keep-up.ts';
import { doDueWork } from '#server/due-work.ts';
import { jobHandlers, runJob } from '#server/job-handlers.ts';
import type { JobName, JobPayloads } from '#server/jobs.ts';
import type { LogPort } from '#server/ports.ts';
import { shareDuePosts } from '#server/social-media/share-due.ts';
import { watchConnections } from '#server/social-media/watch-connections.ts';
import { deliverDue } from '#server/webhooks/deliver.ts';
import { unpackJob } from './ports/jobs.ts';
import { type Tracing, traceIdOf } from './tracing.ts';

/** What runs at fixed times: minute, hour, day, month, weekday, in UTC. One process of all does it. */
const timetable: { task: JobName; match: string }[] = [
  { task: 'sweep-events', match: '17 * * * *' },
  { task: 'sweep-operations', match: '27 * * * *' },
  { task: 'sweep-sessions', match: '37 * * * *' },
  { task: 'sweep-files', match: '47 * * * *' },
];

/**
 * Reports in batches, here of the jobs that end at the same moment. The library does not wait for the promises that
 * report single jobs: where the database is away, their rejections would end the process.
 */
const tellOutcomes = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

export interface WorkerOptions {
  /** Handlers get them, with connections of the workers' own: their statements may take long. */
  deps: Deps;
  connectionString: string;
  /** Jobs at a time in this process. */
  concurrency?: number;
  /** Milliseconds after which to look for jobs that came due, beside notifications of new ones. */
  lookEvery?: number;
  /** Called with each job that has ended, after so many milliseconds. */
  onJobEnded?: ((job: string, outcome: 'done' | 'failed', ms: number) => void) | undefined;
  /** Called with the workers' connections. */
  onPool?: ((pool: Pool) => void) | undefined;
  tracing?: Tracing | undefined;
}

export interface Workers {
  /** Lets running jobs finish for up to 5 seconds; what is not done then is done by another worker, later. */
  stop(): Promise<void>;
}

/** Milliseconds that running jobs get to finish. */
const grace = 5_000;

/** Milliseconds between two looks for what became due, and for jobs that a process left behind as it died. */
const dueEvery = 500;
const burialEvery = 5_000;

/** Milliseconds between two looks ahead at the connections that scheduled posts need. */
const watchEvery = 10_000;

/** Brings the tables of the job queue up to date. Must be done before the first job is added. */
export async function migrateJobs(connectionString: string, log: LogPort): Promise<void> {
  // The library would end a pool of its own without waiting, and no longer listen to it: an error of the server that came
  // then would end the process.
  const pool = openPool(connectionString, 1, log);
  try {
    await runMigrations({ pgPool: pool, logger: createLogger(log) });
  } finally {
    await pool.end();
  }
}

/** Opens the workers' own connections, at most so many: what they send may take longer than a request may. */
const openPool = (connectionString: string, max: number, log: LogPort): Pool =>
  createPool({
    connectionString,
    name: 'worker',
    max,
    timeoutMs: undefined,
    onIdleError: (error) => log.warn({ err: error }, 'a connection of the workers broke'),
  });

/** Works on jobs until stopped. A job that fails is retried after 1, 2.7, 7.4 … seconds, 25 times in all. */
export async function startWorkers(options: WorkerOptions): Promise<Workers> {
  const { connectionString, concurrency = 4, lookEvery = 2_000 } = options;
  const { log } = options.deps.ports;
  const pool = openPool(connectionString, concurrency + 7, log);
  options.onPool?.(pool);
  const db = createPostgresDb(pool, options.tracing?.noteStatement);
  const deps = { ...options.deps, db };
  const taskList = createTaskList(deps, options);
  const lifeSign = createLifeSign(pool);
  let workersId = '';
  const events = logFailures(log).on('pool:create', ({ workerPool }) => {
    workersId = workerPool.id;
  });
  const start = () =>
    run({
      pgPool: pool,
      concurrency,
      pollInterval: lookEvery,
      // The host decides when to stop.
      noHandleSignals: true,
      logger: createLogger(log),
      events,
      taskList,
      parsedCronItems: parseCronItems(timetable),
      preset: { worker: tellOutcomes },
    });

  const stopping = new AbortController();
  let runner: Runner = await start();
  const supervised = supervise();
  const rounds = [
    keepDoing('what is due could not be done', dueEvery, () => doDueWork(deps)),
    keepDoing('lists with rules could not be kept up', dueEvery, () => keepListsUp(deps)),
    ...networkNames.map((network) =>
      keepDoing('posts could not be shared', dueEvery, () => shareDuePosts(deps, network)),
    ),
    keepDoing('webhooks could not be delivered to', dueEvery, () => deliverDue(deps)),
    keepDoing('connections could not be checked', watchEvery, () => watchConnections(deps)),
    keepDoing('jobs of dead processes could not be taken over', burialEvery, async () => {
      await lifeSign.show(workersId);
      await lifeSign.bury();
    }),
  ];

  /** The library gives up where the database fails it; then it is started again. */
  async function supervise() {
    for (;;) {
      const error = await runner.promise.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (stopping.signal.aborted) return;
      log.warn({ err: error }, 'the workers stopped; starting them again');
      await startAgain();
      if (stopping.signal.aborted) return;
    }
  }

  /** Does a piece of work again and again, with a rest in between, until stopped. */
  async function keepDoing(failed: string, rest: number, work: () => Promise<void>) {
    while (!stopping.signal.aborted) {
      try {
        await work();
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, failed);
      }
      await sleep(rest, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  async function startAgain() {
    while (!stopping.signal.aborted) {
      try {
        await sleep(1_000, undefined, { signal: stopping.signal });
        runner = await start();
        if (stopping.signal.aborted) await runner.stop();
        return;
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'the workers cannot start');
      }
    }
  }

  return {
    async stop() {
      stopping.abort();
      // Rejects where the runner has stopped by itself.
      const finished = runner.stop().then(
        () => true,
        () => true,
      );
      const isFinished = await Promise.race([finished, sleep(grace, false)]);
      if (!isFinished) await runner.kill();
      await supervised;
      // What is being sent to a social network may take long. It was noted, and another process looks for it.
      await Promise.race([Promise.all(rounds), sleep(grace)]);
      lifeSign.letGo();
      // A job that was cut short goes on until the process ends, and the library does not bear that its pool is gone.
      if (isFinished) await pool.end();
    },
  };
}

function createTaskList(
  deps: Deps,
  { onJobEnded, tracing }: Pick<WorkerOptions, 'onJobEnded' | 'tracing'>,
): TaskList {
  const names = Object.keys(jobHandlers) as JobName[];
  const runCounted = async (name: JobName, queued: unknown) => {
    const { payload, traceparent } = unpackJob(queued);
    const work = () => runJob(deps, name, payload as JobPayloads[JobName]);
    const began = performance.now();
    let outcome: 'done' | 'failed' = 'failed';
    try {
      await (tracing ? tracing.job(name, traceparent, work) : work());
      outcome = 'done';
    } finally {
      onJobEnded?.(name, outcome, performance.now() - began);
    }
  };
  return Object.fromEntries(names.map((name) => [name, (payload: unknown) => runCounted(name, payload)]));
}

/**
 * Logs the library's own messages about trouble, but not failed jobs: `logFailures` reports those, and the library
 * would repeat their errors.
 */
function createLogger(log: LogPort): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta['failure']) return;
    if (level === 'error') log.error({ err: meta['error'] }, message);
    if (level === 'warning') log.warn({ err: meta['error'] }, message);
  });
}

/**
 * Lets processes see whether the others live: each holds a lock for its workers, which the database lets go of when
 * the process dies.
 */
function createLifeSign(pool: Pool) {
  let held: { workersId: string; client: PoolClient } | undefined;
  const letGo = () => {
    held?.client.release(true);
    held = undefined;
  };
  return {
    /** Holds the lock for these workers, again where the connection was lost. */
    async show(workersId: string): Promise<void> {
      if (held?.workersId === workersId) {
        await held.client.query('select').catch(letGo);
        if (held) return;
      }
      letGo();
      const client = await pool.connect();
      // The next round notices.
      client.on('error', () => {});
      held = { workersId, client };
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [workersId]);
    },
    /**
     * Gives jobs whose workers are dead to others. The queue alone would do so after four hours, because it cannot
     * distinguish a dead worker from a slow one.
     */
    async bury(): Promise<void> {
      await pool.query(`
        select graphile_worker.force_unlock_workers(array_agg(locked_by)) from (
          select distinct locked_by from graphile_worker._private_jobs
          where locked_by is not null and locked_at < now() - interval '5 seconds'
        ) as holders
        where pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))
        having count(*) > 0`);
    },
    letGo,
  };
}

function logFailures(log: LogPort): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  return events.on('job:error', ({ job, error }) => {
    const traceId = traceIdOf(unpackJob(job.payload).traceparent);
    const fields = {
      job: job.task_identifier,
      jobId: job.id,
      attempt: job.attempts,
      ...(traceId !== undefined && { traceId }),
      err: error,
    };
    if (job.attempts < job.max_attempts) log.warn(fields, 'a job failed and will be tried again');
    else log.error(fields, 'a job failed for the last time');
  });
}
