import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Milliseconds over which is measured whether there is little to do: less than this share of them. Without any request it is
 * two or three in a hundred on a slow machine.
 */
const lookMs = 10_000;
const littleToDo = 0.05;

/**
 * Gives memory back once the process has had little to do for ten seconds: some 30 MB after the start of a server, which V8
 * would keep for as long as nobody calls. Where there is more to do, V8 collects garbage itself. It takes a tenth of a
 * second in which the process does nothing else, and which no start has to wait for. Returns what calls it off.
 * @param giveBack is called once, then
 */
export function giveBackMemoryOnceIdle(giveBack: () => void = giveBackMemory): () => void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > littleToDo) return;
    clearInterval(timer);
    giveBack();
  }, lookMs).unref();
  return () => clearInterval(timer);
}

/** Collects all garbage, and gives the memory back that held it. */
export function giveBackMemory(): void {
  // Node offers it to programs only behind a flag of V8's.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
