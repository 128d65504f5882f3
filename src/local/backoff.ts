import { onWake } from './on-wake.ts';

/** The longest wait between two attempts, and what the first one grows from, in milliseconds. */
const longest = 30_000;
const shortest = 500;

/**
 * Spaces attempts to reach the server. The first is made at once; each one after a failure waits about twice as
 * long as the one before, up to 30 s, at a random point of that span so that a restarted server is not stormed.
 */
export class Backoff {
  #attempts = 0;

  /** How many attempts were made since the last success. */
  get attempts(): number {
    return this.#attempts;
  }

  succeeded(): void {
    this.#attempts = 0;
  }

  /** Resolves when the next attempt is due: earlier when the device comes online or the page into view. */
  async due(signal?: AbortSignal): Promise<void> {
    const attempt = this.#attempts++;
    if (attempt === 0) return;
    const span = Math.min(longest, shortest * 2 ** attempt);
    await wakeableSleep(span * (0.5 + Math.random() / 2), signal);
  }
}

/** Resolves after so many milliseconds, or when the device comes online or the page into view, or at the signal. */
export function wakeableSleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
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
