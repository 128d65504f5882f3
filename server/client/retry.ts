import { GatherwellError } from './errors.ts';

/** The longest wait that grows between attempts, and what the first one grows from, in milliseconds. */
const longestMs = 30_000;
const shortestMs = 500;

/** Statuses of a request that may succeed later. */
const passing = new Set([408, 429, 502, 503, 504]);

/** Returns whether a call that failed may succeed when it is sent again, and may be sent again. */
export function isRetriable(error: unknown): error is GatherwellError {
  if (!(error instanceof GatherwellError)) return false;
  return error.reason === 'network' || error.reason === 'timeout' || passing.has(error.status);
}

/**
 * Returns how many milliseconds to wait after so many failures in a row: about twice as long after each, at a random
 * point of the span so that a restarted server is not stormed, and never less than the server asked for.
 */
export function waitAfter(failures: number, error: unknown): number {
  const span = Math.min(longestMs, shortestMs * 2 ** failures);
  const wait = span * (0.5 + Math.random() / 2);
  const asked = error instanceof GatherwellError ? error.retryAfterSeconds : undefined;
  return asked === undefined ? wait : asked * 1000 + Math.random() * shortestMs;
}

/** Resolves after so many milliseconds. Rejects with the reason of a signal that is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
