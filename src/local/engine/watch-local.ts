import { Dexie, liveQuery } from 'dexie';
import { localDatabase } from './current-database.ts';
import type { LocalDatabase } from './types.ts';

/**
 * Reads the signed-in user's database, and again whenever the rows that were read change, in whatever tab.
 * @param otherwise the result where there is no database, for a visitor, and while it is closed
 * @param show takes each result
 * @param fail takes what the query rejects with; nothing is read after that
 * @returns a function that stops it
 */
export function watchLocal<T>(
  query: (db: LocalDatabase) => Promise<T>,
  otherwise: T,
  show: (result: T) => void,
  fail: (error: Error) => void,
): () => void {
  const subscription = liveQuery(async () => {
    const db = localDatabase();
    try {
      return db ? await query(db) : otherwise;
    } catch (error) {
      // Closed meanwhile: the screen is on its way out, or reads again with the next handle.
      if (error instanceof Dexie.DatabaseClosedError) return otherwise;
      throw error;
    }
  }).subscribe(show, fail);
  return () => subscription.unsubscribe();
}
