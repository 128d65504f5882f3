import { localDatabase } from './current-database.ts';
import { readMeta } from './database.ts';
import type { LocalDatabase } from './types.ts';

/** For how long a first snapshot is as good as what is asked for afterwards, in milliseconds. */
const freshMs = 5_000;

const snapshots = new WeakMap<LocalDatabase, number>();

/** Notes that the database has just had its first snapshot: the screen that waits for data need not ask again. */
export const noteSnapshot = (db: LocalDatabase): void => void snapshots.set(db, performance.now());

/** Returns whether it just had one; of several that ask, the first one waited for it. */
function takeNote(db: LocalDatabase): boolean {
  const at = snapshots.get(db);
  snapshots.delete(db);
  return at !== undefined && performance.now() - at < freshMs;
}

/**
 * Brings a part of the signed-in user's database up to date with `pull`. A new database begins with a snapshot, which
 * has it all. Rejects where the server cannot be reached; resolves to null, because queries must resolve to something.
 */
export async function refresh(pull: (db: LocalDatabase) => Promise<void>): Promise<null> {
  const db = localDatabase();
  if (!db) return null;
  if (await readMeta(db, 'cursor')) {
    if (!takeNote(db)) await pull(db);
  } else {
    // The tab that keeps up with the server loads it at this moment, too: it is no part of the first paint.
    const { takeFirstSnapshot } = await import('./snapshot.ts');
    // That tab may have taken the snapshot meanwhile.
    if (!(await readMeta(db, 'cursor'))) await takeFirstSnapshot(db);
    takeNote(db);
  }
  return null;
}
