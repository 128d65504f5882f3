/** What something costs each part of an installation. */
export interface Cost {
  /** Milliseconds of processor time. */
  process: number;
  postgres: number;
  redis: number;
  /** Bytes that Postgres adds to its log. */
  log: number;
}

const nothing: Cost = { process: 0, postgres: 0, redis: 0, log: 0 };

const each = (of: (part: keyof Cost) => number): Cost => ({
  process: of('process'),
  postgres: of('postgres'),
  redis: of('redis'),
  log: of('log'),
});

const plus = (one: Cost, other: Cost): Cost => each((part) => one[part] + other[part]);
export const times = (cost: Cost, factor: number): Cost => each((part) => cost[part] * factor);

/** What one cost is above another. A part that did less has spent nothing more. */
export const above = (cost: Cost, other: Cost): Cost => each((part) => Math.max(0, cost[part] - other[part]));

/** What each of some calls costs between two readings, above what everything costs in a second without them. */
export const costOfEach = (
  before: Cost,
  after: Cost,
  { base, seconds, calls }: { base: Cost; seconds: number; calls: number },
): Cost => times(above(after, plus(before, times(base, seconds))), 1 / calls);

/** What one call costs, out of what each kind costs and how many of all calls are of it. */
export function mixed(kinds: readonly { cost: Cost; calls: number }[]): Cost {
  const calls = kinds.reduce((sum, kind) => sum + kind.calls, 0);
  return kinds.reduce((sum, kind) => plus(sum, times(kind.cost, kind.calls / calls)), nothing);
}

/** How many a second one core serves of what costs it so many milliseconds. */
export const perCore = (milliseconds: number): number => 1000 / milliseconds;

/** What people do, and what that costs. */
export interface Usage {
  /** Calls of one user in a minute. */
  callsPerMinute: number;
  call: Cost;
  /** The part of it that only the primary can do, where replicas do the rest. */
  callOfPrimary: Pick<Cost, 'postgres'>;
  /** A stream that is open for a minute. Each user has one. */
  streamMinute: Cost;
  /** A process that nobody calls, for a second. */
  rest: Cost;
  /** Up to which part of it a core is used, from 0 to 1. */
  used: number;
}

/** Cores, and bytes of the log in a second. */
export interface Need {
  process: number;
  postgres: number;
  /** Of those of Postgres, the ones that one server must have. */
  primary: number;
  redis: number;
  log: number;
}

/** What one user needs who is there all the time. It may be a small part of a core; that of many users is their sum. */
export function needOfUser({ callsPerMinute, call, callOfPrimary, streamMinute, rest, used }: Usage): Need {
  const second = times(plus(times(call, callsPerMinute), streamMinute), 1 / 60);
  const primary = (callOfPrimary.postgres * callsPerMinute + streamMinute.postgres) / 60;
  const cores = (milliseconds: number) => milliseconds / 1000 / used;
  // A process does something beside what it is called for.
  const process = second.process / (1000 * used - rest.process);
  const resting = times(rest, process);
  return {
    process,
    postgres: cores(second.postgres + resting.postgres),
    primary: cores(primary + resting.postgres),
    redis: cores(second.redis + resting.redis),
    log: second.log + resting.log,
  };
}

/** What cannot be had several times. */
export interface Bounds {
  /** Cores of the largest server that the primary is to run on. */
  primary: number;
  /** Cores that Redis uses for commands. */
  redis: number;
}

/** For how many users what cannot be had several times suffices, and which part ends first. */
export function firstWall(need: Need, bounds: Bounds): { part: keyof Bounds; users: number } {
  const walls = (['primary', 'redis'] as const).map((part) => ({ part, users: bounds[part] / need[part] }));
  return walls.reduce((first, wall) => (wall.users < first.users ? wall : first));
}

/**
 * The calls of a mix in an order in which each kind comes as evenly as it can: of any number of them in a row, as many are
 * of a kind as its share of all. Yields without end.
 */
export function* inEvenOrder<Kind extends string>(
  shares: Readonly<Record<Kind, number>>,
): Generator<Kind, never> {
  const kinds = Object.keys(shares) as Kind[];
  const whole = kinds.reduce((sum, kind) => sum + shares[kind], 0);
  const owed = new Map(kinds.map((kind) => [kind, 0]));
  for (;;) {
    for (const kind of kinds) owed.set(kind, (owed.get(kind) ?? 0) + shares[kind]);
    const next = kinds.reduce((most, kind) => ((owed.get(kind) ?? 0) > (owed.get(most) ?? 0) ? kind : most));
    owed.set(next, (owed.get(next) ?? 0) - whole);
    yield next;
  }
}
