import type { ErrorReply } from '@redis/client';
import type { LogPort } from '#server/ports.ts';
import { type Kept, keepOpen } from './keep-open.ts';

export interface RedisOptions {
  /** Where it is: `redis://` or, with TLS, `rediss://`. */
  url: string;
  log: LogPort;
  /** Milliseconds that a command may take. One that takes longer ends the connection. */
  commandMs?: number;
  /** Milliseconds that a connection may take to open. */
  connectMs?: number;
  /** Milliseconds between two proofs that it responds. */
  proveEvery?: number;
}

/** Redis does not respond, or rejects what is asked of it. The log has it already. */
export class RedisUnavailable extends Error {
  override name = 'RedisUnavailable';
}

type RedisClient = Awaited<ReturnType<typeof newClient>>;

/** A connection to Redis or Valkey that is opened again whenever it breaks. */
export type Redis = ReturnType<typeof connectRedis>;

const usual = { commandMs: 500, connectMs: 2_000, proveEvery: 2_000 };

/** What every key and channel begins with. */
export const redisPrefix = 'gatherwell:';

/**
 * A client of one connection, which is not opened again: who keeps it decides when. What was sent while it is not there
 * is rejected, and waits for nothing.
 */
async function newClient(url: string, connectMs: number) {
  // It takes 20 MB, which a process without Redis is not to have.
  const { createClient } = await import('@redis/client');
  return createClient({
    url,
    name: 'gatherwell',
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { connectTimeout: connectMs, reconnectStrategy: false },
  });
}

/** Opens a connection for whoever keeps it. Also the greeting has its time: a frozen server still accepts connections. */
export async function openRedis({
  url,
  connectMs = usual.connectMs,
}: Pick<RedisOptions, 'url' | 'connectMs'>) {
  const client = await newClient(url, connectMs);
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => {});
  client.on('error', reject);
  client.on('end', () => reject(new Error('The connection to Redis ended.')));
  const close = () => {
    if (client.isOpen) client.destroy();
  };
  try {
    await within(connectMs, client.connect(), 'Redis does not greet.');
  } catch (error) {
    close();
    throw error;
  }
  return { client, broken, close, breakOff: reject };
}

/**
 * Keeps a connection for commands. Commands reject at once with `RedisUnavailable` while there is none, and after
 * `commandMs` where the server is silent, which ends the connection: at most the commands that were under way wait for
 * a server that has stopped. The log gets one line when it is lost, and one when it is back.
 */
export function connectRedis(options: RedisOptions) {
  const { url, log, commandMs = usual.commandMs, connectMs, proveEvery = usual.proveEvery } = options;
  let current: { client: RedisClient; breakOff(error: Error): void } | undefined;
  let isLost = false;
  /** The kinds of errors that were logged since it was connected. */
  const logged = new Set<string>();

  /** Sends commands, and resolves to their result. */
  async function run<T>(command: (client: RedisClient) => Promise<T>): Promise<T> {
    const used = current;
    if (!used) throw new RedisUnavailable('There is no connection to Redis.');
    try {
      return await within(commandMs, command(used.client), 'Redis does not respond.');
    } catch (error) {
      const { ErrorReply } = await import('@redis/client');
      if (error instanceof ErrorReply) reportRejection(error);
      else {
        used.breakOff(error instanceof Error ? error : new Error(String(error)));
        if (current === used) current = undefined;
      }
      throw new RedisUnavailable('Redis did not do what it was asked for.', { cause: error });
    }
  }

  /** Logs what the server rejects, each kind once: full memory, a missing permission, a replica that is read only. */
  function reportRejection({ message }: ErrorReply) {
    const code = /^[A-Z]+/.exec(message)?.[0] ?? 'ERR';
    if (logged.has(code)) return;
    logged.add(code);
    log.warn({ code }, 'Redis rejects commands; each process goes on by itself');
  }

  const kept = keepOpen({
    async open(): Promise<Kept> {
      const { client, broken, close, breakOff } = await openRedis({ url, ...(connectMs && { connectMs }) });
      current = { client, breakOff };
      return {
        broken,
        prove: () => run((one) => one.ping()),
        close() {
          if (current?.client === client) current = undefined;
          close();
        },
      };
    },
    proveEvery,
    onOpen() {
      if (isLost) log.info({}, 'Redis responds again');
      isLost = false;
      logged.clear();
    },
    onFailure(error) {
      if (!isLost)
        log.warn(
          { err: causeOf(error) },
          'Redis does not respond; each process counts attempts by itself until it does',
        );
      isLost = true;
    },
  });

  return {
    url,
    run,
    /** Resolves once it is connected or could not be. */
    tried: kept.tried,
    /** Resolves once it is connected. */
    connected: kept.opened,
    close: kept.close,
  };
}

const causeOf = (error: unknown) =>
  error instanceof RedisUnavailable && error.cause !== undefined ? error.cause : error;

/**
 * Resolves as the work does; rejects after so many milliseconds. What arrived while this process was busy counts as in
 * time.
 */
async function within<T>(milliseconds: number, work: Promise<T>, failure: string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    // After a pause of the event loop, timers come before what has arrived: once around for that.
    () => setImmediate(() => setImmediate(() => reject(new Error(failure)))),
    milliseconds,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
