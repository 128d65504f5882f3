import { sql } from 'kysely';
import type { JobsPort } from '#server/ports.ts';

/** The field of a queued payload that names the trace of what caused the job. */
const traceField = 'traceparent';

/**
 * Jobs in a queue in the database: a job exists exactly where the transaction that added it was committed. The
 * database itself wakes the workers.
 *
 * @param traceparent returns the trace that a job is queued in, where there is one
 */
export function createJobs(traceparent: () => string | undefined = () => undefined): JobsPort {
  return {
    enqueue(_trx, jobs) {
      const names = jobs.map((job) => job.name);
      const trace = traceparent();
      const payloads = jobs.map(({ payload }) =>
        JSON.stringify(trace === undefined ? payload : { ...payload, [traceField]: trace }),
      );
      return sql`
        select graphile_worker.add_job(job.name, job.payload)
        from unnest(${names}::text[], ${payloads}::json[]) as job (name, payload)`;
    },
    committed() {},
  };
}

/** Returns the payload of a queued job as it was given, and the trace that it was queued in. */
export function unpackJob(queued: unknown): { payload: unknown; traceparent: string | undefined } {
  if (typeof queued !== 'object' || queued === null) return { payload: queued, traceparent: undefined };
  const { [traceField]: trace, ...payload } = queued as Record<string, unknown>;
  return { payload, traceparent: typeof trace === 'string' ? trace : undefined };
}
