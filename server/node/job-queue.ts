import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** What waits in the job queue. */
export interface QueueState {
  /** Jobs that nobody works on although their time has come. */
  due: number;
  /** For how many seconds the oldest of them has waited; 0 where there is none. */
  age: number;
  /** Jobs that failed for the last time. */
  lost: number;
}

/**
 * Reads the queue in one statement. Jobs that were done are not in its table, so that it is short where all goes well.
 */
export async function readQueue(db: Db): Promise<QueueState> {
  const { rows } = await sql<QueueState>`
    select count(*) as due, coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as age,
      (select count(*) from graphile_worker._private_jobs where attempts >= max_attempts) as lost
    from graphile_worker._private_jobs
    where is_available and run_at <= now()`.execute(db);
  return rows[0] ?? { due: 0, age: 0, lost: 0 };
}
