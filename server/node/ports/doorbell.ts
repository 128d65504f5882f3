import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { outsideOfRequest } from '#db/request-scope.ts';
import { createLocalDoorbell } from '#server/events/local-doorbell.ts';
import type { EventsPort, LogPort } from '#server/ports.ts';
import { markInUse } from '../in-use.ts';

export interface DoorbellOptions {
  /** Notifications are sent through it. */
  pool: pg.Pool;
  /** The database to which one connection is kept that listens. */
  connectionString: string;
  log: LogPort;
  /** Milliseconds between two proofs that the connection still listens. */
  proveEvery?: number;
  /** Milliseconds that a connection may take to open, or to receive its own notification. */
  timeoutMs?: number;
  /** Called with each proof: after how many milliseconds the connection received its own notification. */
  onHeard?: ((ms: number) => void) | undefined;
}

const channel = 'doorbell';

/** Milliseconds over which users are collected: one notification for all of them costs less than one each. */
const batchTime = 25;

/** Bytes of keys in one notification. Postgres rejects 8,000 with the origin, which takes 37. */
const bytesAtOnce = 7_900;

/**
 * The doorbell across processes, by LISTEN and NOTIFY. Listeners of this process are called directly. The listening
 * connection proves at intervals that it receives; where it does not, another is made and every listener is called,
 * because notifications may have been missed.
 */
export function createDoorbell(options: DoorbellOptions) {
  const { pool, connectionString, log, proveEvery = 10_000, timeoutMs = 5_000, onHeard } = options;
  const local = createLocalDoorbell();
  const origin = crypto.randomUUID();
  const closing = new AbortController();
  const waiting = new Set<string>();
  let batch: NodeJS.Timeout | undefined;

  function notify(userIds: readonly string[]) {
    local.notify(userIds);
    for (const id of userIds) waiting.add(id);
    batch ??= outsideOfRequest(() => setTimeout(() => void notifyOthers(), batchTime));
  }

  async function notifyOthers() {
    batch = undefined;
    const ids = [...waiting];
    waiting.clear();
    try {
      await pool.query('select pg_notify($1, message) from unnest($2::text[]) as message', [
        channel,
        joinKeys(ids).map((keys) => `${origin} ${keys}`),
      ]);
    } catch (error) {
      // Streams in other processes notice at their next regular poll.
      log.warn({ err: error, users: ids.length }, 'other processes could not be told of new events');
    }
  }

  /** Listens on one connection until it breaks or falls silent, which rejects. */
  async function listenOnce(onListening: () => void): Promise<never> {
    const client = new pg.Client({
      connectionString,
      application_name: 'gatherwell-doorbell',
      keepAlive: true,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    });
    const broken = new Promise<never>((_, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('The connection ended.')));
    });
    let heard = () => {};
    client.on('notification', ({ payload = '' }) => {
      const [from, ids = ''] = payload.split(' ');
      if (from === origin) heard();
      else local.notify(ids.split(','));
    });
    const prove = async () => {
      const echo = Promise.withResolvers<void>();
      const began = performance.now();
      heard = () => {
        echo.resolve();
        onHeard?.(performance.now() - began);
      };
      const silence = AbortSignal.timeout(timeoutMs);
      silence.addEventListener('abort', () => echo.reject(new Error('The connection does not hear.')));
      await Promise.all([client.query('select pg_notify($1, $2)', [channel, origin]), echo.promise]);
    };
    const listen = async (): Promise<never> => {
      await client.connect();
      await client.query(`listen ${channel}`);
      // As long as this process listens, no backup is restored under it.
      await markInUse(client);
      onListening();
      for (;;) {
        await sleep(proveEvery, undefined, { signal: closing.signal });
        await prove();
      }
    };
    try {
      return await Promise.race([listen(), broken]);
    } finally {
      void client.end().catch(() => {});
    }
  }

  async function keepListening() {
    let failures = 0;
    while (!closing.signal.aborted) {
      try {
        await listenOnce(() => {
          failures = 0;
          firstListening.resolve();
          local.notifyAll();
        });
      } catch (error) {
        if (closing.signal.aborted) break;
        log.warn({ err: error }, 'the doorbell does not listen; trying again');
        const wait = Math.min(5_000, 100 * 2 ** failures++);
        await sleep(wait * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  const firstListening = Promise.withResolvers<void>();
  const stopped = keepListening();

  return {
    notify,
    listen: local.listen,
    listeners: local.listeners,
    /** Resolves once notifications of other processes arrive. */
    listening: firstListening.promise,
    /** Sends what waits, and stops. */
    async close() {
      clearTimeout(batch);
      if (waiting.size > 0) await notifyOthers();
      closing.abort(new Error('The doorbell is closed.'));
      firstListening.resolve();
      await stopped;
    },
  } satisfies EventsPort & Record<string, unknown>;
}

/** Joins keys with commas, into as few texts as notifications can hold. */
function joinKeys(keys: readonly string[]): string[] {
  const texts: string[] = [];
  for (const key of keys) {
    const text = texts.at(-1);
    if (text === undefined || text.length + 1 + key.length > bytesAtOnce) texts.push(key);
    else texts[texts.length - 1] = `${text},${key}`;
  }
  return texts;
}
