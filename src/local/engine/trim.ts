import { replicaTables } from './database.ts';
import type { LocalDatabase } from './types.ts';

/** Lets every collection drop what it should not keep, in one transaction; nearly everything where the device is full. */
export async function trim(db: LocalDatabase, isFull = false): Promise<void> {
  await db.transaction('rw', replicaTables(db), async () => {
    for (const collection of db.collections.list) await collection.trim?.(db, isFull);
  });
}
