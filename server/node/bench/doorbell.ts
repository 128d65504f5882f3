import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '#db/postgres.ts';
import { createDoorbell, type SharedDoorbell } from '../ports/doorbell.ts';
import { connectRedis } from '../ports/redis.ts';
import { createRedisDoorbell } from '../ports/redis-doorbell.ts';
import { redisServerPath, startRedisServer } from '../testing/redis-server.ts';
import { median } from './load.ts';
import { digits, type Figure } from './table.ts';

/** Where rings go over: the database, or Redis where it is set. */
export interface DoorbellAddress {
  databaseUrl: string;
  redisUrl?: string;
}

/** What a process heard: keys by their number, and when, by the clock that all processes of the machine share. */
export interface Heard {
  keys: number[];
  at: number[];
}

/** Rings a second that are compared, and what 99 of 100 may take. */
const usualRate = 2_000;
const boundMs = 50;

/** Beyond this many a second the process that rings is what is measured. */
const mostRate = 256_000;

/** So many that none is rung twice before it is heard. */
const keys = 100_000;

const turns = { rounds: 3, seconds: 3 };

interface Line {
  name: string;
  ring: SharedDoorbell['notify'];
  /** Resolves to what the other process heard since it was last asked. */
  heard(): Promise<Heard>;
}

/** How long rings took, in milliseconds. */
interface Taken {
  p50: number;
  p99: number;
  /** How many of the rings were heard, from 0 to 1. */
  share: number;
}

/**
 * From a ring in this process until another one hears it, with LISTEN and NOTIFY and, where this machine has it, with
 * Redis; and from how many rings a second on that takes too long.
 */
export async function measureDoorbell(databaseUrl: string): Promise<Figure[]> {
  await using opened = new AsyncDisposableStack();
  const lines = [await openLine({ databaseUrl }, opened)];
  if (redisServerPath !== undefined) {
    const redis = await startRedisServer();
    opened.defer(() => redis.close());
    lines.push(await openLine({ databaseUrl, redisUrl: redis.url }, opened));
  }
  const taken = lines.map((): Taken[] => []);
  for (const line of lines) await ring(line, usualRate, 1);
  for (let round = 0; round < turns.rounds; round++)
    for (const [index, line] of lines.entries())
      taken[index]?.push(await ring(line, usualRate, turns.seconds));

  const [ofDatabase = [], ofRedis] = taken;
  const middle = (times: readonly Taken[], which: 'p50' | 'p99') => median(times.map((one) => one[which]));
  const figures: Figure[] = [
    {
      what: `a ring with LISTEN and NOTIFY at ${usualRate} a second, 99 of 100, by ${boundMs} ms`,
      ratio: middle(ofDatabase, 'p99') / boundMs,
      goal: { most: 1 },
      measured: `${digits(middle(ofDatabase, 'p99'))} ms; the middle one ${digits(middle(ofDatabase, 'p50'))} ms`,
    },
  ];
  if (ofRedis)
    for (const [which, name] of [
      ['p50', 'the middle one'],
      ['p99', '99 of 100'],
    ] as const)
      figures.push({
        what: `the same with Redis, ${name}, by LISTEN and NOTIFY`,
        ratio: median(ofRedis.map((one, round) => one[which] / (ofDatabase[round]?.[which] ?? Number.NaN))),
        measured: `${digits(middle(ofRedis, which))} ms, ${digits(middle(ofDatabase, which))} ms`,
      });
  for (const line of lines) figures.push(await findEnd(line));
  return figures;
}

/** Doubles the rate until 99 of 100 rings take longer than they may, or some are not heard. */
async function findEnd(line: Line): Promise<Figure> {
  let rate = usualRate;
  let last: Taken | undefined;
  for (let next = rate; next <= mostRate; next *= 2) {
    last = await ring(line, next, 2);
    if (last.p99 > boundMs || last.share < 1) break;
    rate = next;
  }
  return {
    what: `rings a second with ${line.name} until 99 of 100 take ${boundMs} ms, by ${usualRate}`,
    ratio: rate / usualRate,
    goal: { least: 1 },
    measured:
      last && (last.p99 > boundMs || last.share < 1)
        ? `${rate}; at twice as many ${digits(last.p99)} ms, ${digits(100 * last.share)} % heard`
        : `${rate} and more`,
  };
}

/** Rings at an even pace; resolves to how long that took, once all was heard that will be. */
async function ring(line: Line, rate: number, seconds: number): Promise<Taken> {
  await line.heard();
  const sent = new Map<number, number>();
  const began = performance.now();
  let count = 0;
  while (count < rate * seconds) {
    const due = Math.min(rate * seconds, ((performance.now() - began) / 1000) * rate);
    const some: string[] = [];
    const now = Number(process.hrtime.bigint()) / 1e6;
    for (; count < due && some.length < keys; count++) {
      const key = count % keys;
      sent.set(count, now);
      some.push(`bench-${key}`);
    }
    line.ring(some);
    await sleep(1);
  }
  await sleep(2_000);
  const { keys: heardKeys, at } = await line.heard();
  const rounds = new Map<number, number>();
  const delays: number[] = [];
  for (const [index, key] of heardKeys.entries()) {
    const round = rounds.get(key) ?? 0;
    rounds.set(key, round + 1);
    const when = sent.get(round * keys + key);
    if (when !== undefined) delays.push((at[index] ?? Number.NaN) - when);
  }
  delays.sort((a, b) => a - b);
  const quantile = (share: number) => delays[Math.floor(share * (delays.length - 1))] ?? Number.NaN;
  return { p50: quantile(0.5), p99: quantile(0.99), share: delays.length / sent.size };
}

/** Opens both ends of a line: this process rings, another one hears. */
async function openLine(address: DoorbellAddress, opened: AsyncDisposableStack): Promise<Line> {
  const log = { info: () => {}, warn: console.warn, error: console.error };
  const { databaseUrl, redisUrl } = address;
  const child = fork(new URL('./doorbell-listener.ts', import.meta.url), [
    JSON.stringify(address),
    String(keys),
  ]);
  opened.defer(() => void child.kill());
  await once(child, 'message');
  let doorbell: SharedDoorbell;
  if (redisUrl === undefined) {
    const pool = createPool({
      connectionString: databaseUrl,
      name: 'bench',
      max: 10,
      timeoutMs: undefined,
      onIdleError: console.error,
    });
    opened.defer(() => pool.end());
    doorbell = createDoorbell({ pool, connectionString: databaseUrl, log });
  } else {
    const redis = connectRedis({ url: redisUrl, log });
    opened.defer(() => redis.close());
    await redis.connected;
    doorbell = createRedisDoorbell({ redis, log });
  }
  opened.defer(() => doorbell.close());
  await doorbell.listening;
  return {
    name: redisUrl === undefined ? 'LISTEN and NOTIFY' : 'Redis',
    ring: doorbell.notify,
    async heard() {
      const answer = once(child, 'message');
      child.send('heard?');
      const [heard] = (await answer) as [Heard];
      return heard;
    },
  };
}
