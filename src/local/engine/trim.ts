import { now } from '#src/lib/server-clock.ts';
import { replicaTables, savedPrefix } from './database.ts';
import type { SavedView } from './saved-views.ts';
import type { LocalDatabase } from './types.ts';

/** Lets every collection drop what it should not keep, in one transaction; nearly everything where the device is full. */
export async function trim(db: LocalDatabase, isFull = false): Promise<void> {
  await db.transaction('rw', replicaTables(db), async () => {
    for (const collection of db.collections.list) await collection.trim?.(db, isFull);
    await trimSavedViews(db, isFull);
  });
}

/** For how many milliseconds a saved view is kept that nobody has fetched again. */
const longestMs = 30 * 24 * 60 * 60_000;

async function trimSavedViews(db: LocalDatabase, isFull: boolean): Promise<void> {
  const oldest = now().getTime() - longestMs;
  await db.meta
    .where('name')
    .startsWith(savedPrefix)
    .filter(({ value }) => isFull || (value as SavedView<unknown>).savedAt.getTime() < oldest)
    .delete();
}
