import { createPool, createPostgresDb } from '#db/postgres.ts';
import { presenceOf } from '#server/connectivities/presence.ts';
import { createTestPorts } from '#server/testing/ports.ts';
import { createDoorbell } from '../ports/doorbell.ts';
import { connectRedis } from '../ports/redis.ts';
import { createRedisDoorbell } from '../ports/redis-doorbell.ts';
import { createRedisPresence } from '../ports/redis-presence.ts';

/*
 * A process in which a user has a stream open, until it is killed: takes the address of the database, the user, the
 * milliseconds after which the process counts as gone, and the address of Redis where that is to be used.
 */
const [connectionString = '', userId = '', expiryMs = '', redisUrl] = process.argv.slice(2);
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
const { log } = ports;
const redis = redisUrl === undefined ? undefined : connectRedis({ url: redisUrl, log });
const shared = redis
  ? { events: createRedisDoorbell({ redis, log }), presence: createRedisPresence(redis) }
  : { events: createDoorbell({ pool, connectionString, log }) };
presenceOf({ db, settings, ports: { ...ports, ...shared } }).enter(userId);
