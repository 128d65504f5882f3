import { createHash } from 'node:crypto';
import type { RedisClientType } from '@redis/client';
import type { Pool } from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { type LimitName, type LimitsPort, limitOf, limits, pauseOf } from '#server/ports.ts';
import { type Redis, redisPrefix } from './redis.ts';

/** Limits that one process counts by itself. */
export function createMemoryLimits(): LimitsPort {
  return createLimits((options) => new RateLimiterMemory(options));
}

const ofProcess = new Set<string>([
  'request',
  'typing',
  'sign-in-audit',
  'access-token',
  'access-tokens-of-user',
] satisfies LimitName[]);

/**
 * Limits that all processes share, counted in the database. While the database does not respond, every process counts
 * by itself: that lets through a few more attempts than the limit allows, and locks nobody out. What guards the process and
 * not an account is always counted that way.
 */
export function createSharedLimits(pool: Pool): LimitsPort {
  return createLimits((options) =>
    ofProcess.has(options.keyPrefix) ? new RateLimiterMemory(options) : createDatabaseCounter(options, pool),
  );
}

/**
 * The same, counted in Redis. While it does not respond, or has no room, every process counts by itself and from zero:
 * attempts are limited at all times, to at most as many for each process as the limit allows for all.
 */
export function createRedisLimits(redis: Redis): LimitsPort {
  return createLimits((options) =>
    ofProcess.has(options.keyPrefix) ? new RateLimiterMemory(options) : createRedisCounter(options, redis),
  );
}

interface CounterOptions {
  keyPrefix: string;
  points: number;
  duration: number;
  /** Whether attempts beyond the points are rejected, so that their number does not matter. */
  isFinal: boolean;
}

interface Counter {
  /** Rejects with a `RateLimiterRes` where there were too many. */
  consume(key: string, points?: number, options?: { customDuration: number }): Promise<unknown>;
  delete(key: string): Promise<unknown>;
}

function createDatabaseCounter(options: CounterOptions, pool: Pool): Counter {
  return withFingerprints(
    new RateLimiterPostgres({
      ...sharedOptions(options),
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
    }),
  );
}

function createRedisCounter(options: CounterOptions, redis: Redis): Counter {
  // What the limiter sends, on whatever connection there is. It handles its own failures.
  const storeClient: Pick<RedisClientType, 'eval' | 'del'> = {
    eval: (script, given) => redis.run((client) => client.eval(script, given)),
    del: (key) => redis.run((client) => client.del(key)),
  };
  return withFingerprints(
    new RateLimiterRedis({
      ...sharedOptions(options),
      keyPrefix: `${redisPrefix}limit:${options.keyPrefix}`,
      storeClient,
      useRedisPackage: true,
    }),
  );
}

/** What counters have in common that processes share. */
const sharedOptions = ({ isFinal, ...options }: CounterOptions) => ({
  ...options,
  // A client over the limit is rejected without a query each time.
  ...(isFinal && { inMemoryBlockOnConsumed: options.points }),
  insuranceLimiter: new RateLimiterMemory(options),
});

const withFingerprints = (limiter: Counter): Counter => ({
  consume: (key, points, more) => limiter.consume(fingerprint(key), points, more),
  delete: (key) => limiter.delete(fingerprint(key)),
});

interface Count {
  /** Counts points, or throws a `RateLimiterRes` where there were too many. */
  consume(key: string, points?: number): Promise<unknown>;
  forget(key: string): Promise<unknown>;
}

function createLimits(makeCounter: (options: CounterOptions) => Counter): LimitsPort {
  const names = Object.keys(limits) as LimitName[];
  const counts = new Map(names.map((name) => [name, createCount(name, makeCounter)]));
  return {
    async consume(name, key, points) {
      try {
        await counts.get(name)?.consume(key, points);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw refusal;
      }
    },
    async forget(name, key) {
      await counts.get(name)?.forget(key);
    },
  };
}

function createCount(name: LimitName, makeCounter: (options: CounterOptions) => Counter): Count {
  const { points, seconds, slowTo } = limitOf(name);
  const isFinal = slowTo === undefined;
  const counter = makeCounter({ keyPrefix: name, points, duration: seconds, isFinal });
  if (isFinal)
    return { consume: (key, used) => counter.consume(key, used), forget: (key) => counter.delete(key) };
  const pauses = makeCounter({ keyPrefix: `${name}-pause`, points: 1, duration: slowTo, isFinal: true });
  return {
    async consume(key, used) {
      try {
        await counter.consume(key, used);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const customDuration = pauseOf(refusal.consumedPoints - points, slowTo);
        await pauses.consume(key, 1, { customDuration });
      }
    },
    forget: (key) => Promise.all([counter.delete(key), pauses.delete(key)]),
  };
}

/** Of one length, and hashed so that no mail address can be read from the table. */
const fingerprint = (key: string) => createHash('sha256').update(key).digest('base64url');
