import { Dexie, type Table } from 'dexie';
import { isDeviceFull } from '#src/app/failure.ts';
import { newerVersion } from '#src/app/newer-version.ts';
import { type LocalDatabase, readMeta } from './database.ts';

/** What is left of the copy where the device is full. */
const bareMinimum = { posts: 30, notifications: 30, calendars: 1, hours: 0 };

/** Writes something for which the copy of what the server has gives way where the device is full. */
export async function withRoom<T>(db: LocalDatabase, write: () => PromiseLike<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isDeviceFull(error) || Dexie.currentTransaction) throw error;
    const { trim } = await import('./trim.ts');
    await trim(db, bareMinimum);
    return write();
  }
}

/**
 * Changes rows that came from the server, in one transaction over these tables and `meta`, or as a part of one.
 * Rejects, and asks the reader to load the page anew, where a newer version of the program has meanwhile made the
 * copy: its rows have another shape.
 */
export function changeCopy<T>(
  db: LocalDatabase,
  tables: readonly Table[],
  work: () => Promise<T>,
): Promise<T> {
  return withRoom(db, () =>
    db.transaction('rw', [...tables, db.meta], async () => {
      if ((await readMeta(db, 'schemaHash')) === db.schemaHash) return work();
      newerVersion.announce();
      throw new Error('The copy on this device is kept by a newer version of the program.');
    }),
  );
}
