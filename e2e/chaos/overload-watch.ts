import { availableParallelism, loadavg } from 'node:os';

/** How many programs may wait for each processor, by the average of a minute, before it counts as too much. */
const mostPerProcessor = 3;

/** Milliseconds between two looks. */
const everyMs = 2_000;

export interface OverloadWatch extends Disposable {
  /** When the machine had more to do than it could, in milliseconds since 1970. */
  readonly overloads: { at: number }[];
}

/** Notes when the machine has more to do than it can: all that runs on it is slow then. */
export function watchOverload(): OverloadWatch {
  const overloads: { at: number }[] = [];
  const timer = setInterval(() => {
    const [load = 0] = loadavg();
    if (load > mostPerProcessor * availableParallelism()) overloads.push({ at: Date.now() });
  }, everyMs);
  return { overloads, [Symbol.dispose]: () => clearInterval(timer) };
}
