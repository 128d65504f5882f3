import { availableParallelism, loadavg } from 'node:os';

/** How many programs may wait for each processor, by the average of a minute, before it counts as too much. */
const mostPerProcessor = 3;

/** Milliseconds between two looks. */
const everyMs = 2_000;

export interface OverloadWatch extends Disposable {
  /** When the machine had more to do than it could, in milliseconds since 1970. */
  readonly overloads: { at: number }[];
  /** Notes every moment of a piece of work as such: it is more than the machine can do at once. */
  during<Result>(work: Promise<Result>): Promise<Result>;
}

/** Notes when the machine has more to do than it can: all that runs on it is slow then. */
export function watchOverload(): OverloadWatch {
  const overloads: { at: number }[] = [];
  let underWay = 0;
  const timer = setInterval(() => {
    const [load = 0] = loadavg();
    if (underWay > 0 || load > mostPerProcessor * availableParallelism()) overloads.push({ at: Date.now() });
  }, everyMs);
  return {
    overloads,
    during: (work) => {
      underWay++;
      return work.finally(() => underWay--);
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
