import type { Pool } from 'pg';
import { databaseTime } from '#db/database.ts';
import { createPool, type PoolOptions } from '#db/postgres.ts';
import { createSessions } from '#server/accounts/sessions.ts';
import { createBuiltInPlaces } from '#server/places/built-in-places.ts';
import type { LogPort, Ports } from '#server/ports.ts';
import type { Settings } from '../settings.ts';
import type { Tracing } from '../tracing.ts';
import { createDoorbell } from './doorbell.ts';
import { keepInUse } from './in-use.ts';
import { createJobs } from './jobs.ts';
import { createRedisLimits, createSharedLimits } from './limits.ts';
import { createMailer } from './mailer.ts';
import { createMedia } from './media.ts';
import { createNetworks } from './networks/index.ts';
import { createOutsidePlaces } from './outside-places.ts';
import { createPasswords } from './passwords.ts';
import { createPictureStorage } from './picture-storage.ts';
import { connectRedis } from './redis.ts';
import { createRedisDoorbell } from './redis-doorbell.ts';
import { createRedisPresence } from './redis-presence.ts';
import { createTusUploads } from './tus-uploads.ts';
import { createWebhooks } from './webhooks.ts';

/** Milliseconds after which a process counts by itself. */
const countingMs = 1000;

export interface NodePortsOptions {
  settings: Pick<Settings, 'mail' | 'media' | 'places' | 'networks' | 'secureCookies'> &
    Partial<Pick<Settings, 'redisUrl'>>;
  /** Of the database: for notifications. */
  pool: Pool;
  /** Of the same database: one connection of its own listens to it. */
  connectionString: string;
  /** Through which a few connections count; the same where no pooler stands in front. */
  pooled?: Pick<PoolOptions, 'connectionString' | 'isPooled'>;
  log: LogPort;
  /** Called with how many milliseconds a notification took from this process to itself, now and then. */
  onDoorbellHeard?: ((ms: number) => void) | undefined;
  tracing?: Tracing | undefined;
}

/** What users run. */
export interface NodePorts extends Ports {
  /** Lets go of connections and timers. The pool is left to who opened it, and must still be open. */
  close(): Promise<void>;
}

type SharedPorts = Pick<Ports, 'events' | 'limits' | 'presence'> & { close(): Promise<void> };

/** What processes share, by the database. Resolves once notifications of other processes arrive. */
async function shareByDatabase({
  pool,
  connectionString,
  pooled = { connectionString },
  log,
  onDoorbellHeard,
}: NodePortsOptions): Promise<SharedPorts> {
  const doorbell = createDoorbell({ pool, connectionString, log, onHeard: onDoorbellHeard });
  await doorbell.listening;
  // Apart from requests: a write that holds a connection may count an attempt, and would wait for others like it.
  const counting = createPool({
    ...pooled,
    name: 'limits',
    max: 3,
    timeoutMs: countingMs,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  return {
    events: doorbell,
    limits: createSharedLimits(counting),
    async close() {
      await doorbell.close();
      await counting.end();
    },
  };
}

/** The same by Redis. Resolves once it was reached or could not be: without it everything goes on, only slower. */
async function shareByRedis(
  url: string,
  { connectionString, log, onDoorbellHeard }: NodePortsOptions,
): Promise<SharedPorts> {
  const redis = connectRedis({ url, log });
  const inUse = keepInUse({ connectionString, log });
  await Promise.all([redis.tried, inUse.opened]);
  const doorbell = createRedisDoorbell({ redis, log, onHeard: onDoorbellHeard });
  await doorbell.tried;
  return {
    events: doorbell,
    limits: createRedisLimits(redis),
    presence: createRedisPresence(redis),
    async close() {
      await doorbell.close();
      await redis.close();
      await inUse.close();
    },
  };
}

/** The ports over Node and Postgres, and Redis where it is set. Resolves once notifications of other processes arrive. */
export async function createNodePorts(options: NodePortsOptions): Promise<NodePorts> {
  const { settings, log } = options;
  const builtIn = createBuiltInPlaces();
  const mailer = createMailer(settings.mail, log);
  const { close: closeShared, ...shared } = settings.redisUrl
    ? await shareByRedis(settings.redisUrl, options)
    : await shareByDatabase(options);
  return {
    passwords: createPasswords(),
    sessions: createSessions({ carrier: 'cookie', secure: settings.secureCookies }),
    mailer,
    media: createMedia(createPictureStorage(settings.media)),
    uploads: createTusUploads(),
    ...shared,
    jobs: createJobs(options.tracing?.traceparent),
    places: settings.places ? createOutsidePlaces(settings.places, builtIn, log) : builtIn,
    networks: createNetworks(settings.networks),
    webhooks: createWebhooks(),
    clock: { now: () => new Date(), shared: databaseTime },
    log,
    tracing: options.tracing,
    async close() {
      mailer.close();
      await closeShared();
    },
  };
}
