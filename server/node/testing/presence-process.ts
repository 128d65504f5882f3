import { createPool, createPostgresDb } from '#db/postgres.ts';
import { presenceOf } from '#server/connectivities/presence.ts';
import { createTestPorts } from '#server/testing/ports.ts';
import { createDoorbell } from '../ports/doorbell.ts';

/*
 * A process in which a user has a stream open, until it is killed: takes the address of the database, the user and the
 * milliseconds after which the process counts as gone.
 */
const [connectionString = '', userId = '', expiryMs = ''] = process.argv.slice(2);
const pool = createPool({
  connectionString,
  name: 'test',
  max: 2,
  timeoutMs: undefined,
  onIdleError: () => {},
});
const db = createPostgresDb(pool);
const settings = {
  publicUrl: 'https://gatherwell.test',
  presence: { expiryMs: Number(expiryMs), heartbeatMs: Number(expiryMs) / 4 },
};
const ports = createTestPorts(db, settings);
const events = createDoorbell({ pool, connectionString, log: ports.log });
presenceOf({ db, settings, ports: { ...ports, events } }).enter(userId);
