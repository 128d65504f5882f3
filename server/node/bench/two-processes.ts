import { Agent } from 'node:http';
import { Problem } from '../problem.ts';
import { type Callers, connectionsOfEach } from './callers.ts';
import { inEvenOrder } from './cost.ts';
import type { CostMeter, Reading } from './cost-meter.ts';
import { inTurns, median, overAfter, ratio, send } from './load.ts';
import { type KindName, kinds, warmUpSeconds } from './mix-calls.ts';
import type { RunningProgram, TownSite } from './stage.ts';
import { digits, type Figure } from './table.ts';

/** How often one process and two have their turns. */
const rounds = 3;

/** Readings of one process and of two, of each turn. */
interface Readings {
  one: Reading[];
  two: Reading[];
}

/** What is compared: a process of the server, what starts another one, and two of the yardstick. */
interface Contenders {
  server: RunningProgram;
  start: () => Promise<RunningProgram>;
  yardsticks: readonly [RunningProgram, RunningProgram];
}

/**
 * Calls one process and then two in turns, as the mix says, and each process with as many connections; and the yardstick
 * likewise, with one read. Its processes have nothing in common but the database and the machine: what two of them serve
 * less for their processor time than one is what the machine takes, whose cores share caches and units.
 */
export async function compareProcesses(
  town: TownSite,
  callers: Callers,
  meter: CostMeter,
  { server: first, start, yardsticks, seconds }: Contenders & { seconds: number },
): Promise<{ ofServer: Readings; ofYardstick: Readings }> {
  const order = inEvenOrder(
    Object.fromEntries(Object.entries(kinds).map(([name, { share }]) => [name, share])) as Record<
      KindName,
      number
    >,
  );
  const next = () => kinds[order.next().value];
  const ofServer: Readings = { one: [], two: [] };
  const ofYardstick: Readings = { one: [], two: [] };
  const readYardsticks = (programs: readonly RunningProgram[], during: number) =>
    readConversations(
      town,
      programs.map(({ url }) => url),
      during,
    );
  let second: RunningProgram | undefined;
  await readYardsticks(yardsticks, warmUpSeconds / 5);
  for (let round = 0; round < rounds; round++) {
    await callers.use([first.url]);
    // The second one is away while the first is alone, for else it would do a part of the work that calls leave.
    await second?.end('SIGTERM');
    await callers.call(next, overAfter(warmUpSeconds / 5));
    ofServer.one.push(await meter.during([first], () => callers.call(next, overAfter(seconds))));
    if (second) await second.start();
    else second = await start();
    await callers.use([second.url]);
    await callers.call(next, overAfter(Math.max(warmUpSeconds, seconds)));
    const both = [first, second];
    await callers.use(both.map(({ url }) => url));
    await callers.call(next, overAfter(warmUpSeconds / 5));
    ofServer.two.push(await meter.during(both, () => callers.call(next, overAfter(seconds))));
    const alone = yardsticks.slice(0, 1);
    ofYardstick.one.push(await meter.during(alone, () => readYardsticks(alone, seconds)));
    ofYardstick.two.push(await meter.during(yardsticks, () => readYardsticks(yardsticks, seconds)));
  }
  return { ofServer, ofYardstick };
}

/** Has each of the processes list people's conversations, and resolves to how often they did. */
async function readConversations(town: TownSite, urls: readonly string[], seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  try {
    return await inTurns(connectionsOfEach * urls.length, overAfter(seconds), async (turn) => {
      const person = town.people[Math.floor(turn / urls.length) % town.people.length];
      const status = await send(`${urls[turn % urls.length]}/conversations/${person?.id}`, { agent });
      if (status !== 200) throw new Problem(`The yardstick answered ${status}.`);
    });
  } finally {
    agent.destroy();
  }
}

/** What is served for a second of processor time, in each turn. */
const perSecond = (readings: readonly Reading[]) =>
  readings.map(({ before, after, calls }) => (1000 * calls) / (after.process - before.process));

/** What two processes serve by one: the server's, the yardstick's, and the first by the second. */
export function figuresOf({ ofServer, ofYardstick }: Record<'ofServer' | 'ofYardstick', Readings>): Figure[] {
  const [one, two] = [perSecond(ofServer.one), perSecond(ofServer.two)];
  const [bareOne, bareTwo] = [perSecond(ofYardstick.one), perSecond(ofYardstick.two)];
  const quotients = (ours: number[], theirs: number[]) =>
    ours.map((rate, turn) => rate / (theirs[turn] ?? Number.NaN));
  const both = (theirs: number[], ours: number[]) => `${digits(median(theirs))} and ${digits(median(ours))}`;
  return [
    {
      what: 'calls for a second of processor time of two processes, by one',
      ratio: ratio(two, one),
      measured: both(two, one),
    },
    {
      what: 'reads for a second of processor time of two yardsticks, by one',
      ratio: ratio(bareTwo, bareOne),
      measured: both(bareTwo, bareOne),
    },
    {
      what: 'the first of these two, by the second',
      ratio: ratio(quotients(two, one), quotients(bareTwo, bareOne)),
      goal: { least: 0.95 },
      measured: both(quotients(two, one), quotients(bareTwo, bareOne)),
    },
  ];
}
