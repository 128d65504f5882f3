import { sql } from 'kysely';
import type { JobsPort } from '#server/ports.ts';

/**
 * Jobs in a queue in the database: a job exists exactly where the transaction that added it was committed. The
 * database itself wakes the workers.
 */
export function createJobs(): JobsPort {
  return {
    enqueue(_trx, jobs) {
      const names = jobs.map((job) => job.name);
      const payloads = jobs.map((job) => JSON.stringify(job.payload));
      return sql`
        select graphile_worker.add_job(job.name, job.payload)
        from unnest(${names}::text[], ${payloads}::json[]) as job (name, payload)`;
    },
    committed() {},
  };
}
