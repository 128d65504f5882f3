import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { redisServerPath, startRedisServer } from '../testing/redis-server.ts';
import { type Callers, gatherCallers } from './callers.ts';
import { above, type Cost, costOfEach, mixed, times } from './cost.ts';
import { openMeter, type Reading } from './cost-meter.ts';
import { overAfter } from './load.ts';
import { type Kind, kinds, sessionCheck, warmUpSeconds } from './mix-calls.ts';
import { describeMix } from './mix-tables.ts';
import type { RunningProgram, Stage, TownSite } from './stage.ts';
import { tableOf } from './table.ts';
import { compareProcesses, figuresOf } from './two-processes.ts';

/** Seconds after which a process is at rest again. */
const settlingSeconds = 5;

/** Messages that everybody writes first, so that all have something to catch up on. */
const firstMessages = 3;

/**
 * What the calls that people make cost each part in processor time, what users need by that, and whether two processes
 * serve as many for it as one does. What sends the calls has a process of its own, which does not count.
 */
export async function measureMix(
  town: TownSite,
  { startServer, startYardstick }: Pick<Stage, 'startServer' | 'startYardstick'>,
  { seconds }: { seconds: number },
): Promise<string> {
  await using opened = new AsyncDisposableStack();
  const redis = redisServerPath === undefined ? undefined : await startRedisServer();
  if (redis) opened.defer(() => redis.close());
  const meter = await openMeter(town.db, redis?.pid);
  const untilTheEnd = async (starting: Promise<RunningProgram>) => {
    const started = await starting;
    opened.defer(() => started.end('SIGTERM'));
    return started;
  };
  const env = { PUBLISH_UNDO_SECONDS: '1', ...(redis && { REDIS_URL: redis.url }) };
  const start = () => untilTheEnd(startServer(town.connectionString, env));
  const startBare = () => untilTheEnd(startYardstick(town.connectionString));

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
  const compared = await compareProcesses(town, callers, meter, {
    server,
    start,
    yardsticks: [await startBare(), await startBare()],
    seconds,
  });
  const mix = compared.ofServer.one.map((reading) => ({ cost: costOf(reading), calls: reading.calls }));

  return [
    await describeMix(town, {
      seconds,
      redis: redis !== undefined,
      streams: callers.streams,
      costs,
      mix: mixed(mix),
      streamMinute: times(above(full, empty), 60 / callers.streams),
      rest: above(empty, engines),
    }),
    tableOf(figuresOf(compared)),
  ].join('\n\n');
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
