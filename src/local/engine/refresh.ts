import { localDatabase } from './current-database.ts';
import { readMeta } from './database.ts';
import type { LocalDatabase } from './types.ts';

/**
 * Brings a part of the signed-in user's database up to date with `pull`. A new database begins with a snapshot, which
 * has it all. Rejects where the server cannot be reached; resolves to null, because queries must resolve to something.
 */
export async function refresh(pull: (db: LocalDatabase) => Promise<void>): Promise<null> {
  const db = localDatabase();
  if (!db) return null;
  if (await readMeta(db, 'cursor')) await pull(db);
  else {
    // The tab that keeps up with the server loads it at this moment, too: it is no part of the first paint.
    const { takeFirstSnapshot } = await import('./snapshot.ts');
    await takeFirstSnapshot(db);
  }
  return null;
}
