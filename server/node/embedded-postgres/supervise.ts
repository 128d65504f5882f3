import type { LogPort } from '#server/ports.ts';

export interface SuperviseOptions {
  /** Resolves when the server that runs now has ended; at once where none runs. */
  waitForEnd(): Promise<{ exitCode: number | null; signal: string | null }>;
  /** Starts it again. Rejects where it does not start. */
  start(): Promise<void>;
  /** Aborted when it is not to be started again. */
  signal: AbortSignal;
  log: LogPort;
}

/** Milliseconds: each crash in a row adds a step to the wait, and a server that ran for long begins a new row. */
const backoff = { stepMs: 500, mostMs: 5000, healthyMs: 60_000 };

/**
 * Starts a server again whenever it ends: at once, and after longer and longer waits where it ends again and again.
 * Resolves once the signal is aborted and the server has ended.
 */
export async function supervise({ waitForEnd, start, signal, log }: SuperviseOptions): Promise<void> {
  let crashes = 0;
  for (;;) {
    const since = performance.now();
    const end = await waitForEnd();
    if (signal.aborted) return;
    if (performance.now() - since >= backoff.healthyMs) crashes = 0;
    const waitMs = Math.min(crashes++ * backoff.stepMs, backoff.mostMs);
    log.error({ ...end, waitMs }, 'the database server ended; starting it again');
    await wait(waitMs, signal);
    if (signal.aborted) return;
    try {
      await start();
      log.info({}, 'the database server is back');
    } catch (error) {
      log.error({ err: error }, 'the database server did not start');
    }
  }
}

/** Resolves after some milliseconds, or as soon as the signal is aborted. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
