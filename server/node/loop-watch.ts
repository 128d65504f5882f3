import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import type { LogPort } from '#server/ports.ts';

/** Milliseconds for which the event loop may be held before it is logged. */
const longestHold = 200;

/** Milliseconds between two looks. */
const lookEvery = 250;

/** How many requests an entry of the log names. */
const mostNamed = 10;

interface Work {
  name: string;
  requestId: string;
  start: number;
  end?: number;
}

export interface LoopWatch {
  /** Notes that a request is being handled; returns a function to call at its end. */
  track(work: Pick<Work, 'name' | 'requestId'>): () => void;
  stop(): void;
}

/**
 * Logs what held the event loop above 200 ms: for how long, how much of it the processor and the garbage collector
 * worked, and the requests that were being handled or had just been, the latest first, by their route and their
 * procedures. Addresses and input are not logged. A hold with little work of the processor is the machine's.
 */
export function watchEventLoop(log: Pick<LogPort, 'warn'>): LoopWatch {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  const running = new Set<Work>();
  let ended: Work[] = [];
  let collecting = 0;
  const collections = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collecting += duration;
  });
  collections.observe({ entryTypes: ['gc'] });
  let before = process.cpuUsage();

  const look = () => {
    const now = performance.now();
    const held = delays.max / 1e6;
    const { user, system } = process.cpuUsage(before);
    if (held > longestHold) {
      // What held the loop took most of that time; the machine may have added the rest.
      const isSuspect = ({ start, end = now }: Work) => end - start > held / 2;
      const named = [...running, ...ended]
        .filter(isSuspect)
        .sort((a, b) => b.start - a.start)
        .slice(0, mostNamed);
      log.warn(
        {
          ms: Math.round(held),
          cpuMs: Math.round((user + system) / 1000),
          gcMs: Math.round(collecting),
          running: running.size,
          requests: named.map(({ name, requestId, start, end = now }) => ({
            route: name,
            requestId,
            forMs: Math.round(end - start),
          })),
        },
        'the event loop was held',
      );
      // A reset drops the sample under way, so it is done only after a hold: the hold under way is not lost.
      delays.reset();
    }
    // The sample of a hold may come after this look: its requests are kept for the next.
    ended = ended.filter(({ end = now }) => now - end < 2 * lookEvery);
    collecting = 0;
    before = process.cpuUsage();
  };
  // After all timers that are due, so that the sampling timer has seen a hold that has just ended.
  const timer = setInterval(() => setImmediate(look), lookEvery).unref();

  return {
    track(named) {
      const work: Work = { ...named, start: performance.now() };
      running.add(work);
      return () => {
        work.end = performance.now();
        if (running.delete(work) && work.end - work.start > longestHold / 2) ended.push(work);
      };
    },
    stop() {
      clearInterval(timer);
      delays.disable();
      collections.disconnect();
    },
  };
}
