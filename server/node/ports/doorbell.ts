import type pg from 'pg';
import { outsideOfRequest } from '#db/request-scope.ts';
import { createLocalDoorbell } from '#server/events/local-doorbell.ts';
import type { EventsPort, LogPort } from '#server/ports.ts';
import { openMark } from './in-use.ts';
import { keepOpen } from './keep-open.ts';

interface SharedOptions {
  log: LogPort;
  /** Milliseconds between two proofs that the connection still listens. */
  proveEvery?: number;
  /** Milliseconds that a connection may take to open, or to receive its own notification. */
  timeoutMs?: number;
  /** Called with each proof: after how many milliseconds the connection received its own notification. */
  onHeard?: ((ms: number) => void) | undefined;
}

export interface DoorbellOptions extends SharedOptions {
  /** Notifications are sent through it. */
  pool: pg.Pool;
  /** The database to which one connection is kept that listens. */
  connectionString: string;
}

/** What carries messages between processes. */
export interface DoorbellLine {
  /** Bytes of keys that one message can hold. */
  bytesAtOnce: number;
  /** Sends messages to all that listen, in this process, too. */
  send(messages: readonly string[]): Promise<unknown>;
  /** Opens a connection that listens. Rejects, with nothing left open, where that fails. */
  listen(onMessage: (message: string) => void): Promise<ListeningConnection>;
  /** Called each time that a connection breaks or cannot be opened. */
  onFailure(error: unknown): void;
  /** Called with each connection that listens. */
  onListening?(): void;
}

export interface ListeningConnection {
  /** Rejects once it breaks. */
  broken: Promise<never>;
  /** Sends a message to all that listen. */
  send(message: string): Promise<unknown>;
  close(): void;
}

export type SharedDoorbell = ReturnType<typeof createDoorbellOver>;

const channel = 'doorbell';

/** Milliseconds over which users are collected: one notification for all of them costs less than one each. */
const batchTime = 25;

const usual = { proveEvery: 10_000, timeoutMs: 5_000 };

/** The doorbell across processes, by LISTEN and NOTIFY. */
export function createDoorbell(options: DoorbellOptions): SharedDoorbell {
  const { pool, connectionString, log, timeoutMs = usual.timeoutMs } = options;
  const notifications = 'select pg_notify($1, message) from unnest($2::text[]) as message';
  return createDoorbellOver(
    {
      // Postgres rejects 8,000 with the origin, which takes 37.
      bytesAtOnce: 7_900,
      send: (messages) => pool.query(notifications, [channel, messages]),
      async listen(onMessage) {
        const { client, broken, close } = await openMark(connectionString, timeoutMs);
        client.on('notification', ({ payload = '' }) => onMessage(payload));
        try {
          await client.query(`listen ${channel}`);
        } catch (error) {
          close();
          throw error;
        }
        return {
          broken,
          close,
          send: (message) => client.query('select pg_notify($1, $2)', [channel, message]),
        };
      },
      onFailure: (error) => log.warn({ err: error }, 'the doorbell does not listen; trying again'),
    },
    options,
  );
}

/**
 * The doorbell across processes. Listeners of this process are called directly. The listening connection proves at
 * intervals that it receives; where it does not, another is made and every listener is called, because notifications
 * may have been missed.
 */
export function createDoorbellOver(line: DoorbellLine, options: SharedOptions) {
  const { log, proveEvery = usual.proveEvery, timeoutMs = usual.timeoutMs, onHeard } = options;
  const local = createLocalDoorbell();
  const origin = crypto.randomUUID();
  const waiting = new Set<string>();
  let batch: NodeJS.Timeout | undefined;
  let heard = () => {};

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
      await line.send(joinKeys(ids, line.bytesAtOnce).map((keys) => `${origin} ${keys}`));
    } catch (error) {
      // Streams in other processes notice at their next regular poll.
      log.warn({ err: error, users: ids.length }, 'other processes could not be told of new events');
    }
  }

  function onMessage(message: string) {
    const [from, ids = ''] = message.split(' ');
    if (from === origin) heard();
    else local.notify(ids.split(','));
  }

  /** Resolves once a connection has received what it sent. */
  async function proveListening({ send }: ListeningConnection): Promise<void> {
    const echo = Promise.withResolvers<void>();
    const began = performance.now();
    heard = () => {
      echo.resolve();
      onHeard?.(performance.now() - began);
    };
    const silence = AbortSignal.timeout(timeoutMs);
    silence.addEventListener('abort', () => echo.reject(new Error('The connection does not hear.')));
    await Promise.all([send(origin), echo.promise]);
  }

  const listening = keepOpen({
    open: async () => {
      const connection = await line.listen(onMessage);
      return { ...connection, prove: () => proveListening(connection) };
    },
    proveEvery,
    onOpen() {
      line.onListening?.();
      local.notifyAll();
    },
    onFailure: line.onFailure,
  });

  return {
    notify,
    listen: local.listen,
    listeners: local.listeners,
    /** Resolves once notifications of other processes arrive. */
    listening: listening.opened,
    /** Resolves once they arrive or the first try to listen has failed. */
    tried: listening.tried,
    /** Sends what waits, and stops. */
    async close() {
      clearTimeout(batch);
      if (waiting.size > 0) await notifyOthers();
      await listening.close();
    },
  } satisfies EventsPort & Record<string, unknown>;
}

/** Joins keys with commas, into as few texts as messages can hold. */
function joinKeys(keys: readonly string[], bytesAtOnce: number): string[] {
  const texts: string[] = [];
  for (const key of keys) {
    const text = texts.at(-1);
    if (text === undefined || text.length + 1 + key.length > bytesAtOnce) texts.push(key);
    else texts[texts.length - 1] = `${text},${key}`;
  }
  return texts;
}
