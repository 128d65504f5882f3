import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type LimitName, type LimitsPort, limits } from '#server/ports.ts';

/** Limits that one process counts by itself. */
export function createMemoryLimits(): LimitsPort {
  return createLimits(inMemory);
}

/**
 * Limits that all processes share, counted in the database. While the database does not answer, every process
 * counts by itself: that lets through a few more attempts than the limit says, and locks nobody out. `request` is
 * always counted that way, since it guards the process and not an account.
 */
export function createSharedLimits(pool: Pool): LimitsPort {
  return createLimits((name) => (name === 'request' ? inMemory(name) : inDatabase(name, pool)));
}

/** Counts points, or throws a `RateLimiterRes` where there were too many. */
type Count = (key: string, points?: number) => Promise<unknown>;

function createLimits(countOf: (name: LimitName) => Count): LimitsPort {
  const names = Object.keys(limits) as LimitName[];
  const counts = new Map(names.map((name) => [name, countOf(name)]));
  return {
    async consume(name, key, points) {
      try {
        await counts.get(name)?.(key, points);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw refusal;
      }
    },
  };
}

function inMemory(name: LimitName): Count {
  const limiter = new RateLimiterMemory(optionsOf(name));
  return (key, points) => limiter.consume(key, points);
}

function inDatabase(name: LimitName, pool: Pool): Count {
  const limiter = new RateLimiterPostgres({
    ...optionsOf(name),
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // Whoever is over the limit is refused without asking the database each time.
    inMemoryBlockOnConsumed: limits[name].points,
    insuranceLimiter: new RateLimiterMemory(optionsOf(name)),
  });
  return (key, points) => limiter.consume(fingerprint(key), points);
}

function optionsOf(name: LimitName) {
  const { points, seconds } = limits[name];
  return { keyPrefix: name, points, duration: seconds };
}

/** Of one length, and not telling mail addresses to who reads the table. */
const fingerprint = (key: string) => createHash('sha256').update(key).digest('base64url');
