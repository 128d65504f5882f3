import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '#db/seeds/random.ts';
import { waitFor } from '#server/node/embedded-postgres/processes.ts';
import type { Ambush, Line, Weather } from '#server/node/testing/proxy.ts';
import type { Seat } from './browser.ts';
import type { Program } from './program.ts';
import type { Cluster, Servers } from './servers.ts';

/** What faults can happen to. */
export interface Targets {
  lines: readonly Line[];
  seats: readonly Seat[];
  programs: readonly Program[];
  servers: Servers;
}

/** Milliseconds for which an ambush lies in wait. */
const ambushTime = 2_500;

/** Injects one kind of fault. Resolves to whether it hit anybody. */
type Fault = (targets: Targets, random: Random) => Promise<boolean>;

const onLine =
  (work: (line: Line, random: Random) => boolean | Promise<boolean>): Fault =>
  async ({ lines }, random) => {
    const [line] = random.pickWeighted(lines, 1, ({ weather }) => (weather.kind === 'clear' ? 1 : 0));
    return line ? work(line, random) : false;
  };

const spell = (weather: (random: Random) => Weather, least: number, most: number) =>
  onLine(async (line, random) => {
    const opened = line.opened;
    const touched = line.turn(weather(random));
    await sleep(random.between(least, most));
    line.turn({ kind: 'clear' });
    return touched > 0 || line.opened > opened;
  });

const ambush = (kind: Ambush) =>
  onLine(async (line) => {
    const before = line.caught;
    line.lieInWait(kind);
    for (const end = performance.now() + ambushTime; performance.now() < end; await sleep(20))
      if (line.caught > before) return true;
    line.giveUpAmbush();
    return line.caught > before;
  });

const onSeat =
  (work: (seat: Seat, random: Random) => Promise<boolean>): Fault =>
  async ({ seats }, random) => {
    const [seat] = random.pickWeighted(seats, 1, () => 1);
    return seat ? work(seat, random) : false;
  };

/** Every kind of fault, and how often it comes up compared with others. */
const faults = {
  'connections closed': { weight: 12, inject: onLine((line) => line.drop() > 0) },
  'connections reset': { weight: 14, inject: onLine((line) => line.reset() > 0) },
  'line frozen': { weight: 10, inject: spell(() => ({ kind: 'frozen' }), 200, 2_500) },
  'line a black hole': { weight: 8, inject: spell(() => ({ kind: 'black-hole' }), 200, 2_000) },
  'line refusing': { weight: 8, inject: spell(() => ({ kind: 'refusing' }), 200, 1_500) },
  'line slow': {
    weight: 6,
    inject: spell(
      (random) => ({
        kind: 'slow',
        latency: random.whole(50, 400),
        bytesPerSecond: random.whole(2, 60) * 1_000,
      }),
      500,
      3_000,
    ),
  },
  'sockets blocked': {
    weight: 3,
    inject: onLine(async (line, random) => {
      const touched = line.reset();
      line.turn({ kind: 'no-sockets' });
      await sleep(random.between(2_000, 10_000));
      line.turn({ kind: 'clear' });
      return touched > 0;
    }),
  },
  'request lost': { weight: 12, inject: ambush('lose-request') },
  'response lost after the commit': { weight: 24, inject: ambush('lose-response') },
  'response cut in the middle': { weight: 10, inject: ambush('cut-response') },
  'device offline': {
    weight: 4,
    inject: onSeat(async (seat, random) => {
      await seat.goOffline(random.between(300, 3_000));
      return true;
    }),
  },
  'tab killed': {
    weight: 3,
    inject: onSeat(async (seat) => {
      const isKilled = await seat.crashTab();
      if (isKilled) await seat.openTab('/');
      return isKilled;
    }),
  },
  'tab asleep': {
    weight: 3,
    inject: onSeat((seat, random) => seat.sleepTab(random.between(500, 6_000))),
  },
  'somebody else signed in': {
    weight: 1,
    inject: async ({ seats, programs }, random) => {
      const [seat] = random.pickWeighted(seats, 1, ({ isSwapped }) => (isSwapped ? 0 : 1));
      const others = programs.filter(({ person }) => person !== seat?.person);
      if (!seat) return false;
      await seat.swapSession(random.pick(others).person.cookieToken, random.between(300, 2_500));
      return true;
    },
  },
  'server killed': {
    weight: 2.5,
    inject: ({ servers }, random) => restart(servers, random, 'SIGKILL'),
  },
  'server stopped in good order': {
    weight: 1.5,
    inject: ({ servers }, random) => restart(servers, random, 'SIGTERM'),
  },
  'database connections cut': {
    weight: 3,
    inject: async ({ servers }, random) =>
      (await servers.cutConnections(random.whole(1, 12)).catch(() => 0)) > 0,
  },
  'database killed': {
    weight: 1.2,
    inject: async ({ servers }) => {
      const isKilled = await servers.killDatabase();
      // Recovery takes a moment; two in a row would be one.
      if (isKilled) await sleep(1_500);
      return isKilled;
    },
  },
} satisfies Kinds;

type Kinds = Record<string, { weight: number; inject: Fault }>;

const onCluster =
  (work: (cluster: Cluster, random: Random, servers: Servers) => Promise<boolean>): Fault =>
  async ({ servers }, random) => {
    const { cluster } = servers;
    if (!cluster) return false;
    servers.hurts.push(Date.now());
    try {
      return await work(cluster, random, servers);
    } finally {
      servers.hurts.push(Date.now());
    }
  };

const onWay = (weather: 'frozen' | 'black-hole' | 'refusing') =>
  onCluster(async ({ ways }, random) => {
    const [way] = random.pickWeighted(ways, 1, ({ line }) => (line.weather.kind === 'clear' ? 1 : 0));
    if (!way) return false;
    way.line.turn({ kind: weather });
    if (weather === 'refusing') way.line.reset();
    await sleep(random.between(200, 4_000));
    way.line.turn({ kind: 'clear' });
    // What fell into the hole never comes back: both sides hear of it now.
    if (weather === 'black-hole') way.line.reset();
    return true;
  });

/** Makes a part stand still for a while, of so many milliseconds at most. Does nothing where there is none. */
const freeze = (
  choose: (cluster: Cluster, random: Random, servers: Servers) => Frozen | undefined,
  most: number,
) =>
  onCluster(async (cluster, random, servers) => {
    const part = choose(cluster, random, servers);
    if (!part) return false;
    await part.freeze();
    await sleep(random.between(200, most));
    await part.thaw();
    return true;
  });

interface Frozen {
  freeze(): void | Promise<void>;
  thaw(): void | Promise<void>;
}

const fillDisk = (which: 'primary' | 'standby') =>
  onCluster(async ({ database }, random) => {
    const { disk } = database[which];
    if (!disk.fill) return false;
    try {
      await disk.fill();
      await sleep(random.between(1_000, 4_000));
    } finally {
      await disk.free();
    }
    return true;
  });

/** What can happen to a cluster besides. */
const clusterFaults = {
  'part killed': {
    weight: 6,
    inject: onCluster(async ({ parts }, random) => {
      const part = random.pick(parts);
      await part.kill();
      await sleep(random.between(0, 3_000));
      await part.start();
      return true;
    }),
  },
  'part frozen': { weight: 6, inject: freeze(({ parts }, random) => random.pick(parts), 4_000) },
  'server frozen': {
    weight: 3,
    inject: freeze(
      (_, random, { processes }) =>
        random.pickWeighted(processes, 1, ({ isRunning }) => (isRunning ? 1 : 0))[0],
      4_000,
    ),
  },
  'way between parts frozen': { weight: 6, inject: onWay('frozen') },
  'way between parts a black hole': { weight: 6, inject: onWay('black-hole') },
  'way between parts refusing': { weight: 6, inject: onWay('refusing') },
  'standby killed': {
    weight: 3,
    inject: onCluster(async ({ database }) => {
      await database.standby.kill();
      return true;
    }),
  },
  'standby frozen': { weight: 3, inject: freeze(({ database }) => database.standby, 5_000) },
  'primary frozen': { weight: 2, inject: freeze(({ database }) => database.primary, 2_500) },
  'disk of the primary full': { weight: 1.5, inject: fillDisk('primary') },
  'disk of the standby full': { weight: 1.5, inject: fillDisk('standby') },
  'standby took over': { weight: 3, inject: onCluster(({ database }) => database.failOver()) },
} satisfies Kinds;

export type FaultName = keyof typeof faults | keyof typeof clusterFaults;

/** Of some kinds there is never more than one at a time. */
const alone = new Set<FaultName>([
  'server killed',
  'server stopped in good order',
  'server frozen',
  'database killed',
  'standby killed',
  'standby frozen',
  'primary frozen',
  'disk of the primary full',
  'disk of the standby full',
  'standby took over',
  'part killed',
  'part frozen',
]);

/** Milliseconds in which what a fault broke has to be there again: longer than any part may take to start. */
const longestFault = 240_000;

async function restart(servers: Servers, random: Random, signal: 'SIGKILL' | 'SIGTERM'): Promise<boolean> {
  const [server] = random.pickWeighted(servers.processes, 1, ({ isRunning }) => (isRunning ? 1 : 0));
  if (!server) return false;
  await server.end(signal);
  await sleep(random.between(0, 800));
  await server.start();
  return true;
}

/** Injects faults one after the other, several at a time, and counts them. */
export class Mischief {
  readonly counts = new Map<FaultName, number>();
  readonly #targets: Targets;
  readonly #random: Random;
  readonly #kinds: Partial<Record<FaultName, Kinds[string]>>;
  readonly #under = new Map<Promise<void>, FaultName>();
  readonly trouble: string[] = [];

  constructor(targets: Targets, random: Random) {
    this.#targets = targets;
    this.#random = random;
    this.#kinds = targets.servers.cluster ? { ...faults, ...clusterFaults } : faults;
  }

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Goes on until aborted; the faults that are under way then have passed when it resolves. */
  async run(signal: AbortSignal, everyMilliseconds: number): Promise<void> {
    while (!signal.aborted) {
      this.#begin();
      const pause = this.#random.between(0.5, 1.5) * everyMilliseconds;
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
    await waitFor(async () => this.#under.size === 0, longestFault);
    for (const name of this.#under.values())
      this.trouble.push(`${name}: has not ended ${longestFault / 1000} s after the last fault began.`);
  }

  #begin() {
    const underWay = new Set(this.#under.values());
    const isBlocked = (name: FaultName) => alone.has(name) && [...alone].some((other) => underWay.has(other));
    const names = Object.keys(this.#kinds) as FaultName[];
    const [name] = this.#random.pickWeighted(names, 1, (each) =>
      isBlocked(each) ? 0 : (this.#kinds[each]?.weight ?? 0),
    );
    const kind = name && this.#kinds[name];
    if (!kind) return;
    const running = kind.inject(this.#targets, this.#random).then(
      (happened) => {
        if (happened) this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
      },
      (error: unknown) => void this.trouble.push(`${name}: ${String(error)}`),
    );
    const finished = running.finally(() => this.#under.delete(finished));
    this.#under.set(finished, name);
  }
}
