import { createPool, createPostgresDb } from '#db/postgres.ts';
import { createTestPorts } from '#server/testing/ports.ts';
import { createJobs } from '../ports/jobs.ts';
import { startWorkers } from '../workers.ts';

/*
 * A process that does nothing but work, on the database that its argument names, until it is killed. Sends a message
 * on its channel when it has begun. The second argument is by how many milliseconds its own clock is wrong.
 */
const [connectionString = '', skew = '0'] = process.argv.slice(2);
const pool = createPool({
  connectionString,
  name: 'test-worker',
  max: 2,
  timeoutMs: undefined,
  onIdleError: () => {},
});
const ports = createTestPorts(createPostgresDb(pool));
const { shared } = ports.clock;
await startWorkers({
  deps: {
    db: createPostgresDb(pool),
    ports: {
      ...ports,
      jobs: createJobs(),
      clock: { now: () => new Date(Date.now() + Number(skew)), shared },
    },
    settings: { publicUrl: 'https://gatherwell.test' },
  },
  connectionString,
  concurrency: 2,
});
process.send?.('working');
