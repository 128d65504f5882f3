import { setTimeout as sleep } from 'node:timers/promises';

/** A connection that is kept. */
export interface Kept {
  /** Rejects once it breaks. */
  broken: Promise<never>;
  /** Resolves where it still works; rejects where it does not, also where it is silent. */
  prove(): Promise<unknown>;
  /** Ends it. Never throws. */
  close(): void;
}

export interface KeepOpenOptions {
  /** Opens one, within a time of its own; rejects, with nothing left open, where that fails. */
  open(): Promise<Kept>;
  /** Milliseconds between two proofs. */
  proveEvery: number;
  /** Called with each one that was opened. */
  onOpen(): void;
  /** Called each time that one breaks or cannot be opened. */
  onFailure(error: unknown): void;
}

/** Milliseconds until the first new try, and between later ones at most. */
const wait = { first: 100, most: 5_000 };

/** Keeps a connection open until it is closed: opens another one where it breaks or cannot prove that it works. */
export function keepOpen({ open, proveEvery, onOpen, onFailure }: KeepOpenOptions) {
  const closing = new AbortController();
  const closed = new Promise<never>((_, reject) => {
    closing.signal.addEventListener('abort', () => reject(new Error('Closed.')));
  });
  closed.catch(() => {});
  const opened = Promise.withResolvers<void>();
  const tried = Promise.withResolvers<void>();

  async function proveAgainAndAgain(kept: Kept, ended: AbortSignal): Promise<never> {
    for (;;) {
      await sleep(proveEvery, undefined, { signal: ended });
      await kept.prove();
    }
  }

  async function keep() {
    let failures = 0;
    while (!closing.signal.aborted) {
      try {
        const kept = await open();
        const ended = new AbortController();
        try {
          failures = 0;
          if (!closing.signal.aborted) {
            onOpen();
            opened.resolve();
            tried.resolve();
          }
          await Promise.race([kept.broken, proveAgainAndAgain(kept, ended.signal), closed]);
        } finally {
          ended.abort();
          kept.close();
        }
      } catch (error) {
        if (closing.signal.aborted) break;
        onFailure(error);
        tried.resolve();
        const longest = Math.min(wait.most, wait.first * 2 ** failures++);
        const options = { signal: closing.signal };
        await sleep(longest * (0.5 + Math.random() / 2), undefined, options).catch(() => {});
      }
    }
  }

  const stopped = keep();

  return {
    /** Resolves once one was opened, or when it is closed. */
    opened: opened.promise,
    /** Resolves once one was opened or could not be. */
    tried: tried.promise,
    async close() {
      closing.abort(new Error('Closed.'));
      opened.resolve();
      tried.resolve();
      await stopped;
    },
  };
}
