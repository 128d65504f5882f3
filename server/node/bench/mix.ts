import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { redisServerPath, startRedisServer } from '../testing/redis-server.ts';
import { type Callers, gatherCallers } from './callers.ts';
import { above, type Cost, costOfEach, inEvenOrder, mixed, times } from './cost.ts';
import { type CostMeter, openMeter, type Reading } from './cost-meter.ts';
import { median, ratio } from './load.ts';
import { type Kind, type KindName, kinds, sessionCheck } from './mix-calls.ts';
import { describeMix } from './mix-tables.ts';
import type { RunningProgram, Stage, TownSite } from './stage.ts';
import { digits, tableOf } from './table.ts';

/** Seconds for which a process is called at least before it counts, and after which it is at rest again. */
const warmUpSeconds = 10;
const settlingSeconds = 5;

/** How often one process and two have their turns. */
const rounds = 3;

/** Messages that everybody writes first, so that all have something to catch up on. */
const firstMessages = 3;

/**
 * What the calls that people make cost each part in processor time, what users need by that, and whether two processes
 * serve as many for it as one does. What sends the calls has a process of its own, which does not count.
 */
export async function measureMix(
  town: TownSite,
  startServer: Stage['startServer'],
  { seconds }: { seconds: number },
): Promise<string> {
  await using opened = new AsyncDisposableStack();
  const redis = redisServerPath === undefined ? undefined : await startRedisServer();
  if (redis) opened.defer(() => redis.close());
  const meter = await openMeter(town.db, redis?.pid);
  const start = async () => {
    const env = { PUBLISH_UNDO_SECONDS: '1', ...(redis && { REDIS_URL: redis.url }) };
    const server = await startServer(town.connectionString, env);
    opened.defer(() => server.end('SIGTERM'));
    return server;
  };

  const engines = await meter.atRest([], seconds);
  const server = await start();
  const callers = await gatherCallers(town);
  opened.defer(() => callers.close());
  await callers.use([server.url]);
  await warmUp(town, callers);
  callers.leave();
  await sleep(settlingSeconds * 1000);
  const empty = await meter.atRest([server], seconds);
  await callers.use([server.url]);
  await sleep(settlingSeconds * 1000);
  // Each stream looks every 10 to 15 seconds whether something happened.
  const full = await meter.atRest([server], 3 * seconds);

  const costOf = ({ before, after, ...reading }: Reading) =>
    costOfEach(before, after, { base: full, ...reading });
  const costs = new Map<Kind, Cost>();
  for (const kind of [...Object.values(kinds), sessionCheck]) {
    const reading = await meter.during([server], () =>
      callers.call(() => kind, overAfter(seconds, kind.most)),
    );
    costs.set(kind, costOf(reading));
    console.error(`${kind.what}: ${reading.calls} calls`);
  }
  const { one, two } = await compare(callers, meter, { server, start, seconds });

  const perSecond = ({ before, after, calls }: Reading) => (1000 * calls) / (after.process - before.process);
  const [ofOne, ofTwo] = [one.map(perSecond), two.map(perSecond)];
  return [
    await describeMix(town, {
      seconds,
      redis: redis !== undefined,
      streams: callers.streams,
      costs,
      mix: mixed(one.map((reading) => ({ cost: costOf(reading), calls: reading.calls }))),
      streamMinute: times(above(full, empty), 60 / callers.streams),
      rest: above(empty, engines),
    }),
    tableOf([
      {
        what: 'calls for a second of processor time of two processes, by one',
        ratio: ratio(ofTwo, ofOne),
        goal: { least: 0.95 },
        measured: `${digits(median(ofTwo))} and ${digits(median(ofOne))}`,
      },
    ]),
  ].join('\n\n');
}

/** Returns what ends calls after so many seconds, or so many of them. */
function overAfter(seconds: number, most = Number.POSITIVE_INFINITY): (begun: number) => boolean {
  const end = performance.now() + seconds * 1000;
  return (begun) => begun >= most || performance.now() > end;
}

/** Has everybody write, and do everything once code is compiled for it; what fills tables has to be planned for. */
async function warmUp(town: TownSite, callers: Callers): Promise<void> {
  await callers.call(
    () => kinds.message,
    (begun) => begun >= firstMessages * town.people.length,
  );
  await sleep(settlingSeconds * 1000);
  for (const kind of [...Object.values(kinds), sessionCheck])
    await callers.call(() => kind, overAfter(warmUpSeconds / 5, kind.most));
  await sql`analyze`.execute(town.db);
}

/**
 * Calls one process and then two in turns, as the mix says, and each process with as many connections. The second one is
 * away while the first is alone, for else it would do a part of the work that calls leave.
 */
async function compare(
  callers: Callers,
  meter: CostMeter,
  {
    server: first,
    start,
    seconds,
  }: { server: RunningProgram; start: () => Promise<RunningProgram>; seconds: number },
): Promise<{ one: Reading[]; two: Reading[] }> {
  const order = inEvenOrder(
    Object.fromEntries(Object.entries(kinds).map(([name, { share }]) => [name, share])) as Record<
      KindName,
      number
    >,
  );
  const next = () => kinds[order.next().value];
  const readings = { one: [] as Reading[], two: [] as Reading[] };
  let second: RunningProgram | undefined;
  for (let round = 0; round < rounds; round++) {
    await callers.use([first.url]);
    await second?.end('SIGTERM');
    await callers.call(next, overAfter(warmUpSeconds / 5));
    readings.one.push(await meter.during([first], () => callers.call(next, overAfter(seconds))));
    if (second) await second.start();
    else second = await start();
    await callers.use([second.url]);
    await callers.call(next, overAfter(Math.max(warmUpSeconds, seconds)));
    const both = [first, second];
    await callers.use(both.map(({ url }) => url));
    await callers.call(next, overAfter(warmUpSeconds / 5));
    readings.two.push(await meter.during(both, () => callers.call(next, overAfter(seconds))));
  }
  return readings;
}
