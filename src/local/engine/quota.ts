import { Dexie, type Table } from 'dexie';
import { isDeviceFull } from '#src/app/failure.ts';
import { newerVersion } from '#src/app/newer-version.ts';
import { readMeta } from './database.ts';
import type { LocalDatabase } from './types.ts';

/** Runs a write, for which cached rows are trimmed where the device is full. */
export async function withinQuota<T>(db: LocalDatabase, write: () => PromiseLike<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isDeviceFull(error) || Dexie.currentTransaction) throw error;
    const { trim } = await import('./trim.ts');
    await trim(db, true);
    return write();
  }
}

/**
 * Changes rows that came from the server, in one transaction over these tables and `meta`, or as a part of one.
 * Rejects, and asks the user to reload the page, where a newer version of the program has meanwhile made the database:
 * its rows have another shape.
 */
export function changeReplica<T>(
  db: LocalDatabase,
  tables: readonly Table[],
  work: () => Promise<T>,
): Promise<T> {
  return withinQuota(db, () =>
    db.transaction('rw', [...tables, db.meta], async () => {
      if ((await readMeta(db, 'schemaHash')) === db.schemaHash) return work();
      newerVersion.announce();
      throw new Error('A newer version of the program keeps the data on this device.');
    }),
  );
}
