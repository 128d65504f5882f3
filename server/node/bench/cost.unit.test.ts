import { describe, expect, it } from 'vitest';
import {
  above,
  type Cost,
  costOfEach,
  firstWall,
  inEvenOrder,
  mixed,
  needOfUser,
  perCore,
  times,
  type Usage,
} from './cost.ts';

const cost = (process: number, postgres: number, redis: number, log: number): Cost => ({
  process,
  postgres,
  redis,
  log,
});

describe('what calls cost', () => {
  it('is what was spent beyond what is spent without them', () => {
    const base = cost(20, 10, 5, 1000);
    expect(above(cost(120, 60, 4, 1500), base)).toEqual(cost(100, 50, 0, 500));
  });

  it('is that by the number of calls', () => {
    const [before, after] = [cost(1000, 2000, 100, 50_000), cost(1540, 2270, 120, 53_500)];
    const base = cost(20, 10, 10, 500);
    expect(costOfEach(before, after, { base, seconds: 2, calls: 50 })).toEqual(cost(10, 5, 0, 50));
  });

  it('is that of each kind by its share', () => {
    const kinds = [
      { cost: cost(1, 2, 0, 0), calls: 3 },
      { cost: cost(5, 10, 4, 400), calls: 1 },
    ];
    expect(mixed(kinds)).toEqual(cost(2, 4, 1, 100));
  });

  it('says how many one core serves', () => {
    expect(perCore(2.5)).toBe(400);
    expect(times(cost(1, 2, 3, 4), 0.5)).toEqual(cost(0.5, 1, 1.5, 2));
  });
});

describe('what a user needs', () => {
  const usage: Usage = {
    callsPerMinute: 6,
    call: cost(2, 1, 0.1, 6000),
    callOfPrimary: { postgres: 0.4 },
    streamMinute: cost(12, 6, 0, 0),
    rest: cost(0, 0, 0, 0),
    used: 0.5,
  };

  it('is what calls and the stream cost, on cores that are not used to their end', () => {
    const need = needOfUser(usage);
    // 24 ms a minute on half of a core: 0.4 of 500 ms a second.
    expect(need.process).toBeCloseTo(0.0008, 10);
    expect(need.postgres).toBeCloseTo(0.0004, 10);
    expect(need.redis).toBeCloseTo(0.00002, 10);
    expect(need.log).toBeCloseTo(600, 10);
  });

  it('of the primary is what no replica can do', () => {
    expect(needOfUser(usage).primary).toBeCloseTo((0.4 * 6 + 6) / 60 / 500, 10);
  });

  it('has in it what processes do that nobody calls', () => {
    const need = needOfUser({ ...usage, rest: cost(100, 50, 25, 10) });
    // 100 of the 500 ms of a process are gone.
    expect(need.process).toBeCloseTo(0.001, 10);
    expect(need.postgres).toBeCloseTo(0.0004 + (0.001 * 50) / 500, 10);
    expect(need.primary).toBeCloseTo((0.4 * 6 + 6) / 60 / 500 + (0.001 * 50) / 500, 10);
    expect(need.redis).toBeCloseTo(0.00002 + (0.001 * 25) / 500, 10);
    expect(need.log).toBeCloseTo(600.01, 10);
  });

  it('ends first where the primary or Redis has no more cores', () => {
    // Binary fractions, which divide without a rest.
    const need = { process: 1, postgres: 1, primary: 2 ** -10, redis: 2 ** -13, log: 0 };
    expect(firstWall(need, { primary: 64, redis: 1 })).toEqual({ part: 'redis', users: 8192 });
    expect(firstWall(need, { primary: 4, redis: 1 })).toEqual({ part: 'primary', users: 4096 });
    expect(firstWall({ ...need, redis: 0 }, { primary: 64, redis: 1 }).part).toBe('primary');
  });
});

describe('the order of a mix', () => {
  it('has of each kind what its share says, as evenly as it can', () => {
    const calls = inEvenOrder({ read: 6, write: 3, publish: 1 });
    const taken = Array.from({ length: 100 }, () => calls.next().value);
    expect(taken.filter((kind) => kind === 'publish')).toHaveLength(10);
    for (let first = 0; first + 10 <= taken.length; first += 10)
      expect(taken.slice(first, first + 10).filter((kind) => kind === 'read')).toHaveLength(6);
  });

  it('has a kind that is rare where its turn is, and not at once', () => {
    const calls = inEvenOrder({ read: 999, publish: 1 });
    const taken = Array.from({ length: 2000 }, () => calls.next().value);
    expect(taken.filter((kind) => kind === 'publish')).toHaveLength(2);
    expect(taken[0]).toBe('read');
  });
});
