import { onWake } from './on-wake.ts';

/** The longest wait between two attempts, and what the first one grows from, in milliseconds. */
const longest = 30_000;
const shortest = 500;

export interface BackoffOptions {
  /**
   * Milliseconds over which the first attempt after a success is spread: what a restarted server loses, it loses for
   * everybody at the same moment.
   */
  spreadMs?: number | (() => number);
}

/**
 * Spaces attempts to reach the server. The first is made at once; each one after a failure waits about twice as
 * long as the one before, up to 30 s, at a random point of that span so that a restarted server is not stormed.
 */
export class Backoff {
  readonly #spreadMs: () => number;
  #attempts = 0;
  #wasUp = false;

  constructor({ spreadMs = 0 }: BackoffOptions = {}) {
    this.#spreadMs = typeof spreadMs === 'number' ? () => spreadMs : spreadMs;
  }

  /** How many attempts were made since the last success. */
  get attempts(): number {
    return this.#attempts;
  }

  succeeded(): void {
    this.#attempts = 0;
    this.#wasUp = true;
  }

  /** Resolves when the next attempt is due: earlier when the device comes online or the page into view. */
  async due(signal?: AbortSignal): Promise<void> {
    const wait = this.nextWait();
    if (wait > 0) await wakeableSleep(wait, signal);
  }

  /** Counts an attempt, and returns how many milliseconds to wait before it. */
  nextWait(): number {
    const failures = this.#attempts++;
    if (failures === 0) return this.#wasUp ? Math.random() * this.#spreadMs() : 0;
    const span = Math.min(longest, shortest * 2 ** failures);
    return span * (0.5 + Math.random() / 2);
  }
}

/** Resolves after so many milliseconds, or when the device comes online or the page into view, or at the signal. */
function wakeableSleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const wake = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    if (signal?.aborted) wake();
    signal?.addEventListener('abort', wake, { signal: over.signal });
    onWake(wake, over.signal);
  });
}
