import type { LogPort } from '#server/ports.ts';
import { createDoorbellOver, type SharedDoorbell } from './doorbell.ts';
import { openRedis, type Redis, RedisUnavailable, redisPrefix } from './redis.ts';

export interface RedisDoorbellOptions {
  /** Notifications are sent through it; another connection to the same server listens. */
  redis: Redis;
  log: LogPort;
  proveEvery?: number;
  timeoutMs?: number;
  onHeard?: ((ms: number) => void) | undefined;
}

/**
 * The doorbell across processes, by PUBLISH and SUBSCRIBE of Redis. While Redis is away only listeners of this process
 * are called, and streams of others notice at their next poll; once it listens again every listener is called.
 */
export function createRedisDoorbell(options: RedisDoorbellOptions): SharedDoorbell {
  const { redis, log, timeoutMs } = options;
  // Redis keeps channels apart by their names alone, and not by the number of the database.
  const channel = `${redisPrefix}doorbell:${new URL(redis.url).pathname.slice(1) || '0'}`;
  const publish = (message: string) => redis.run((client) => client.publish(channel, message));
  let isLost = false;
  return createDoorbellOver(
    {
      bytesAtOnce: 60_000,
      send: (messages) =>
        Promise.all(messages.map(publish)).catch((error: unknown) => {
          // The connection has logged it, once for all notifications that are lost meanwhile.
          if (!(error instanceof RedisUnavailable)) throw error;
        }),
      async listen(onMessage) {
        const { url } = redis;
        const connection = await openRedis({ url, ...(timeoutMs && { connectMs: timeoutMs }) });
        const { client, broken, close } = connection;
        try {
          await Promise.race([client.subscribe(channel, onMessage), broken, silence(timeoutMs ?? 2_000)]);
        } catch (error) {
          close();
          throw error;
        }
        // On its own connection: that the other one does not respond says nothing about this one.
        return { broken, close, send: (message) => client.publish(channel, message) };
      },
      onListening() {
        if (isLost) log.info({}, 'the doorbell listens at Redis again');
        isLost = false;
      },
      onFailure(error) {
        if (!isLost)
          log.warn({ err: error }, 'the doorbell does not listen at Redis; streams poll until it does');
        isLost = true;
      },
    },
    options,
  );
}

/** Rejects after so many milliseconds. */
const silence = (milliseconds: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('Redis does not respond.')), milliseconds).unref();
  });
