import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { DatabaseTimeout } from './unavailable.ts';

/**
 * Runs the work of one request. All that the request waits for the database, for connections and statements, may take
 * `totalMs` together; what comes after that rejects with `DatabaseTimeout`. Time in which it waits for something else,
 * such as a picture's decoding, does not count. Once the work has resolved, what it left running, such as a stream, is
 * limited by the pool's own timeouts only.
 */
export async function withDatabaseDeadline<T>(totalMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = new Deadline(totalMs);
  try {
    return await deadlines.run(deadline, work);
  } finally {
    deadline.isOpen = false;
  }
}

/**
 * Runs a part of a request's work that may be done again in another way: it may wait for the database for `mostMs`, and for
 * half of what the request has left. What it waits counts for the request, too.
 */
export async function withPartOfDeadline<T>(mostMs: number, work: () => Promise<T>): Promise<T> {
  const whole = currentDeadline();
  const part = new Deadline(whole ? Math.min(mostMs, whole.leftMs / 2) : mostMs, whole);
  try {
    return await deadlines.run(part, work);
  } finally {
    part.isOpen = false;
  }
}

/** Runs work to which the request's deadline does not apply. */
export const withoutDatabaseDeadline = <T>(work: () => T): T => deadlines.exit(work);

/** Returns the deadline of the request in which this is called, if there is one. */
export function currentDeadline(): Deadline | undefined {
  const deadline = deadlines.getStore();
  return deadline?.isOpen ? deadline : undefined;
}

const deadlines = new AsyncLocalStorage<Deadline>();

class Deadline {
  isOpen = true;
  #leftMs: number;
  #pending = 0;
  #since = 0;
  readonly #whole: Deadline | undefined;

  /** @param whole the deadline of which this one is a part */
  constructor(totalMs: number, whole?: Deadline) {
    this.#leftMs = totalMs;
    this.#whole = whole;
  }

  get leftMs(): number {
    return this.#leftMs - (this.#pending > 0 ? performance.now() - this.#since : 0);
  }

  /** Counts from now on, until the returned function is called. Waits at the same time count once. */
  start(): () => void {
    if (this.#pending++ === 0) this.#since = performance.now();
    const stop = this.#whole?.start();
    return () => {
      stop?.();
      if (this.#pending === 1) this.#leftMs = this.leftMs;
      this.#pending--;
    };
  }
}

/** Lets a request wait for a connection of the pool until its deadline. */
export function limitConnecting(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const connectInTime = async (): Promise<pg.PoolClient> => {
    const deadline = currentDeadline();
    if (!deadline) return connect();
    const { leftMs } = deadline;
    if (leftMs <= 0) throw new DatabaseTimeout();
    // One that is idle is there at once, so that a timer would only cost.
    if (pool.idleCount > pool.waitingCount) return connect();
    const stop = deadline.start();
    const client = connect();
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new DatabaseTimeout()), leftMs);
    try {
      return await Promise.race([client, timeout]);
    } catch (error) {
      // One that comes too late is for the next who asks.
      client.then(
        (late) => late.release(),
        () => {},
      );
      throw error;
    } finally {
      clearTimeout(timer);
      stop();
    }
  };
  const connectWith = async (callback: ConnectCallback): Promise<void> => {
    let client: pg.PoolClient;
    try {
      client = await connectInTime();
    } catch (error) {
      callback(error, undefined, () => {});
      return;
    }
    callback(undefined, client, client.release);
  };
  pool.connect = ((callback?: ConnectCallback) =>
    callback ? void connectWith(callback) : connectInTime()) as typeof pool.connect;
}

type ConnectCallback = (error: unknown, client: pg.PoolClient | undefined, release: () => void) => void;
