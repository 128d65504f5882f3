import { liveQuery } from 'dexie';
import { reachability } from '#src/lib/reachability.ts';
import { Backoff } from './backoff.ts';
import type { LocalDatabase } from './types.ts';

/** Milliseconds between two pieces: nothing that anybody waits for is held up. */
const pauseMs = 250;

/**
 * Fetches what snapshots left out, one piece after the other, until `signal` aborts. Fetches nothing where the user
 * saves data.
 * @param openCurrent returns the current database; undefined ends it
 */
export async function readAhead(
  openCurrent: () => LocalDatabase | undefined,
  signal: AbortSignal,
): Promise<void> {
  const backoff = new Backoff({ spreadMs: pauseMs * 2 });
  while (!signal.aborted && !savesData()) {
    await Promise.all([backoff.due(signal), reachability.whenReachable(signal)]);
    const db = openCurrent();
    if (!db || signal.aborted) return;
    try {
      const fetchPiece = await nextPiece(db, signal);
      await fetchPiece?.();
      backoff.succeeded();
    } catch {
      // Offline, or the database was closed: the next attempt shows which.
    }
  }
}

/** Resolves to how to fetch the next piece once there is one; to undefined at the signal. */
function nextPiece(db: LocalDatabase, signal: AbortSignal): Promise<(() => Promise<unknown>) | undefined> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const pieces = liveQuery(() => findPiece(db)).subscribe({
      next: (piece) => piece && settle(() => resolve(piece)),
      error: (error: unknown) => settle(() => reject(error)),
    });
    const settle = (end: () => void) => {
      over.abort();
      pieces.unsubscribe();
      end();
    };
    signal.addEventListener('abort', () => settle(() => resolve(undefined)), { signal: over.signal });
  });
}

async function findPiece(db: LocalDatabase): Promise<(() => Promise<unknown>) | undefined> {
  for (const { readAhead: find } of db.collections.list) {
    // Dexie loses track of what a live query reads where something else than its own reads is awaited.
    if (!find) continue;
    const piece = await find(db);
    if (piece) return piece;
  }
  return undefined;
}

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
