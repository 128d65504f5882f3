import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Problem } from '../problem.ts';
import { type EventStream, openAll, reopen } from './event-stream.ts';
import type { MeterOptions } from './latency-meter.ts';
import type { Correspondence, RunningProgram } from './stage.ts';
import { Arrivals, findPeople, mostStreams, type Person, sendMessages, streamsOf } from './streams.ts';
import { digits, type Figure } from './table.ts';

/** How many streams there are on two processes, and how many of one user at most: a process takes no more than 30. */
const wantedStreams = 10_000;
const streamsOfUser = 25;

/** Within how many seconds everybody is to be back, and after how many nobody is waited for any more. */
const boundSeconds = 30;
const longestSeconds = 120;

/** After how many milliseconds the process is started again: as its unit in `deploy/` says. */
const restartsAfterMs = 2_000;

/** What 99 of 100 cheap calls of others may take meanwhile, in milliseconds. */
const boundMs = 500;

/** Messages that arrive on all streams together in a second, and for how many seconds that is measured before. */
const arrivalsPerSecond = 200;
const quietSeconds = 10;

/**
 * Kills one of two processes that have 10,000 streams, half of them each, while messages are sent. What it had comes to
 * the other one, as behind a proxy, and the way the app does; the process itself is started again soon after. Measures
 * how long it takes until everybody has everything, what was missed, and what calls of others take meanwhile.
 */
export async function measureKilled(
  site: Correspondence,
  startSecond: () => Promise<RunningProgram>,
): Promise<Figure[]> {
  const people = await findPeople(site, Math.min(wantedStreams, await mostStreams()));
  for (const person of people) person.streams = Math.min(person.streams, streamsOfUser);
  const arrivals = new Arrivals();
  const streams = await streamsOf(site, people, arrivals);
  const isOnSecond = (n: number) => n % 2 === 1;
  const away = streams.filter((_, n) => isOnSecond(n)).length;
  const back = new Set<EventStream>();
  let closedByFirst = 0;
  const leaving = new AbortController();
  const second = await startSecond();
  await using meter = startMeter(site, people);
  try {
    await openAll(streams, (stream, n) =>
      isOnSecond(n)
        ? stream.open(second.url, () => void comeBack(stream))
        : stream.open(site.server, () => {
            closedByFirst += 1;
          }),
    );
    async function comeBack(stream: EventStream): Promise<void> {
      const again = () => stream.open(site.server, () => void comeBack(stream));
      await reopen(stream, again, leaving.signal);
      back.add(stream);
    }

    const quiet = await whileSending(site, people, arrivals, { meter, isOver: endsAfter(quietSeconds) });
    arrivals.forget();
    const began = performance.now();
    await second.end('SIGKILL');
    const areBack = () => back.size === away && streams.every(({ isOpen }) => isOpen);
    const isLate = endsAfter(longestSeconds);
    const [busy] = await Promise.all([
      whileSending(site, people, arrivals, { meter, isOver: () => areBack() || isLate() }),
      sleep(restartsAfterMs, undefined, { signal: leaving.signal }).then(() => second.start()),
    ]);
    const haveAll = areBack() && arrivals.missing === 0;
    const took = haveAll ? (busy.endedAt - began) / 1000 : Number.POSITIVE_INFINITY;
    if (closedByFirst > 0) throw new Problem(`The process that stays closed ${closedByFirst} streams.`);
    const gaps = streams.reduce((sum, stream) => sum + stream.gaps, 0);
    return [
      {
        what: `${away} of ${streams.length} streams back from a killed process, by ${boundSeconds} seconds`,
        ratio: took / boundSeconds,
        goal: { most: 1 },
        measured: haveAll
          ? `all have everything after ${digits(took)} s, on the other process`
          : `${back.size} came back, and ${arrivals.missing} messages are missing`,
        memory: await site.memory(),
      },
      {
        what: 'messages that a stream missed meanwhile, or got twice',
        ratio: arrivals.missing + gaps,
        goal: { most: 0 },
        measured: `of ${busy.sent} that were sent, ${arrivals.delays.length} arrived`,
      },
      {
        what: `calls of others meanwhile, 99 of 100, by ${boundMs} ms`,
        ratio: busy.p99 / boundMs,
        goal: { most: 1 },
        measured: `${digits(busy.p99)} ms of ${busy.calls}; before ${digits(quiet.p99)} ms`,
      },
    ];
  } finally {
    leaving.abort();
    for (const stream of streams) stream.terminate();
    await second.end('SIGTERM');
  }
}

function endsAfter(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() > end;
}

/** Sends messages until that is over and all have arrived, and measures what calls of others take meanwhile. */
async function whileSending(
  site: Correspondence,
  people: readonly Person[],
  arrivals: Arrivals,
  { meter, isOver }: { meter: Meter; isOver: () => boolean },
): Promise<{ sent: number; endedAt: number; calls: number; p99: number }> {
  await meter.latencies();
  const { sent, failed } = await sendMessages(site.server, people, arrivals, {
    perSecond: arrivalsPerSecond,
    isOver,
  });
  if (failed > 0) throw new Problem(`${failed} messages were not sent.`);
  for (const isLate = endsAfter(boundSeconds); arrivals.missing > 0 && !isLate(); ) await sleep(20);
  const endedAt = performance.now();
  const latencies = (await meter.latencies()).toSorted((a, b) => a - b);
  const p99 = latencies[Math.floor(0.99 * (latencies.length - 1))] ?? Number.NaN;
  return { sent, endedAt, calls: latencies.length, p99 };
}

interface Meter extends AsyncDisposable {
  /** Resolves to what calls took since the last time, in milliseconds. */
  latencies(): Promise<number[]>;
}

/** Begins to ask the process that stays for the end of an event log, in a thread that does nothing else. */
function startMeter({ server }: Correspondence, people: readonly Person[]): Meter {
  const workerData: MeterOptions = {
    url: `${server}/api/trpc/events.head`,
    // Each may ask 1,200 times a minute.
    tokens: people.slice(0, 20).map(({ token }) => token),
    everyMs: 10,
    longestMs: 10_000,
  };
  const worker = new Worker(new URL('./latency-meter.ts', import.meta.url), { workerData });
  return {
    async latencies() {
      const answer = once(worker, 'message');
      worker.postMessage('latencies?');
      const [latencies] = (await answer) as [number[]];
      return latencies;
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
