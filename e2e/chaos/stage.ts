import type { Browser } from '@playwright/test';
import { Random } from '#db/seeds/random.ts';
import type { Line } from '#server/node/testing/proxy.ts';
import { launchChromium, Seat, type Viewport } from './browser.ts';
import { startCluster } from './cluster/cluster.ts';
import { callApi, follow, type Person, type Post, publish, signUp } from './people.ts';
import { Program } from './program.ts';
import { type Servers, startServers } from './servers.ts';

export interface StageOptions {
  seed: string;
  /** How many people use programs of their own. */
  programs: number;
  /** How many organizations only schedule posts. */
  organizations: number;
  /** Whether one program uses server-sent events, which need half a minute to notice silence. */
  serverSent: boolean;
  /** Whether the servers are a cluster, and whether its standby confirms each write. */
  cluster?: 'synchronous' | 'asynchronous' | undefined;
  tell: (line: string) => void;
}

/** Everybody who takes part, and what stands between them and the servers. */
export interface Stage {
  servers: Servers;
  lines: Line[];
  seats: Seat[];
  programs: Program[];
  /** The programs, with the posts that each reacts to and the users whom it follows. */
  habits: Map<Program, Habits>;
  /** Organizations that only schedule posts, each with a follower. */
  schedulers: Person[];
  /** The line of each browser. */
  lineOf: Map<Seat, Line>;
  close(): Promise<void>;
}

export interface Habits {
  posts: readonly Post[];
  whom: readonly Person[];
  publishes: boolean;
  /** To whom it writes: to nobody who follows it, so that it is known what a message costs. */
  writesTo: readonly Person[];
}

const day = 24 * 60 * 60 * 1000;

/**
 * An organization with a browser and a program; alice, who follows it, with three tabs and a program of her own;
 * bob, who does so on a phone whose clock is a day wrong; and others who only use programs. What the same user
 * does in a browser and with a program is kept apart, because nothing would decide between them.
 */
export async function setStage({
  seed,
  programs: count,
  organizations,
  serverSent,
  cluster,
  tell,
}: StageOptions): Promise<Stage> {
  const random = new Random(`${seed} stage`);
  const opened = new AsyncDisposableStack();
  try {
    const servers = cluster
      ? await startCluster({ isSynchronous: cluster === 'synchronous', tell })
      : await startServers();
    opened.defer(() => servers.close());
    const direct = `http://127.0.0.1:${servers.processes[0]?.port}`;

    const carol = await signUp(direct, 'carol', 'organization');
    const dan = await signUp(direct, 'dan', 'organization');
    const alice = await signUp(direct, 'alice', 'individual');
    const bob = await signUp(direct, 'bob', 'individual');
    const eves = [];
    for (let n = 1; n <= count; n++) eves.push(await signUp(direct, `eve${n}`, 'individual'));
    const shown = await publish(callApi(direct, carol), 'Carol', 12);
    const apart = await publish(callApi(direct, dan), 'Dan', 12);
    for (const person of [alice, bob]) await follow(direct, person, carol);

    const schedulers: Person[] = [];
    for (let n = 1; n <= organizations; n++) {
      const follower = await signUp(direct, `frank${n}`, 'individual');
      const scheduler = await signUp(direct, `grace${n}`, 'organization');
      await follow(direct, follower, scheduler);
      schedulers.push(scheduler);
    }

    const lines: Line[] = [];
    const openLine = async () => {
      const line = await servers.openLine();
      lines.push(line);
      opened.defer(() => line.close());
      return { line, origin: `http://localhost:${line.port}` };
    };

    const programs: Program[] = [];
    const habits = new Map<Program, Habits>();
    const runProgram = async (
      label: string,
      person: Person,
      own: Habits,
      transport: 'socket' | 'server-sent',
    ) => {
      const { origin } = await openLine();
      const program = new Program({
        label,
        person,
        origin,
        random: new Random(`${seed} ${label}`),
        transport,
      });
      program.start();
      opened.defer(() => program.stop());
      programs.push(program);
      habits.set(program, own);
    };
    for (const [index, eve] of eves.entries())
      await runProgram(
        `${eve.label}'s program`,
        eve,
        {
          posts: [...shown, ...apart],
          whom: [alice, bob, dan, carol],
          publishes: false,
          writesTo: eves.filter((other) => other !== eve),
        },
        serverSent && index === 0 ? 'server-sent' : 'socket',
      );
    await runProgram(
      "alice's program",
      alice,
      { posts: apart, whom: [bob, ...eves], publishes: false, writesTo: [] },
      'socket',
    );
    await runProgram(
      "carol's program",
      carol,
      { posts: apart, whom: eves, publishes: true, writesTo: [] },
      'socket',
    );

    const browser: Browser = await launchChromium();
    opened.defer(() => browser.close());
    const seats: Seat[] = [];
    const lineOf = new Map<Seat, Line>();
    const takeSeat = async (person: Person, tabs: string[], more: { skew?: number; viewport?: Viewport }) => {
      const { line, origin } = await openLine();
      const seat = await Seat.take(browser, {
        label: `${person.label}'s browser`,
        person,
        origin,
        random: new Random(`${seed} ${person.label}`),
        ...more,
      });
      for (const path of tabs) await seat.openTab(path);
      seats.push(seat);
      lineOf.set(seat, line);
    };
    await takeSeat(alice, ['/', '/notification/all'], {});
    await takeSeat(bob, ['/'], { skew: random.pick([-day, day]), viewport: { width: 390, height: 844 } });
    await takeSeat(carol, ['/notification/all'], {});
    const close = () => opened.disposeAsync();
    return { servers, lines, seats, programs, habits, schedulers, lineOf, close };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}
