import { createPool, createPostgresDb } from '#db/postgres.ts';
import { createTestPorts } from '#server/testing/ports.ts';
import { createJobs } from '../ports/jobs.ts';
import { createMailer } from '../ports/mailer.ts';
import { createNetworks } from '../ports/networks/index.ts';
import { readSettings } from '../settings.ts';
import { startWorkers } from '../workers.ts';

/*
 * A process that does nothing but work, on the database that its argument names, until it is killed. Sends a message
 * on its channel when it has begun. The second argument is by how many milliseconds its own clock is wrong, the third the
 * settings of social networks and mails as an environment.
 */
const [connectionString = '', skew = '0', environment = '{}'] = process.argv.slice(2);
const given = JSON.parse(environment) as Record<string, string>;
const { networks, tokenKeys, mail } = readSettings(given);
/** What usually takes minutes takes moments. */
const quickSharing = {
  leaseMs: 4_000,
  lookMs: 300,
  lookAgainMs: 500,
  pausesMs: Array.from({ length: 30 }, () => 300),
};
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
      // Where nobody reads the mails, none is kept.
      mailer: given['DATA_DIR'] === undefined ? ports.mailer : createMailer(mail, ports.log),
      networks: createNetworks(networks, { callMs: 15_000, uploadMs: 15_000 }),
      clock: { now: () => new Date(Date.now() + Number(skew)), shared },
    },
    settings: { publicUrl: 'https://gatherwell.test', tokenKeys, sharing: quickSharing },
  },
  connectionString,
  concurrency: 2,
});
process.send?.('working');
