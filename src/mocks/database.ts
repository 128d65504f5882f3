import type { PGlite } from '@electric-sql/pglite';
import { type Db, migrateToLatest } from '#db/database.ts';
import { createPgliteDb, startPglite } from '#db/pglite.ts';
import { seedLookups } from '#db/seeds/lookups.ts';
import type { LogPort } from '#server/ports.ts';
import { moveDates } from './move-dates.ts';
import { snapshotPath } from './protocol.ts';
import { prepareSnapshots, takeSnapshot } from './snapshots.ts';
import { createMockedTables } from './tables.ts';

const folder = 'gatherwell-mocked';
/** Under this name PGlite keeps the folder in IndexedDB. */
const storeName = `/pglite/${folder}`;

/**
 * Opens the database of this browser: what is kept from last time, or a snapshot with the demo community whose
 * dates are moved to be around `now`. What cannot be opened or migrated any more makes way for the snapshot.
 */
export async function openDatabase(now: Date, log: LogPort): Promise<Db> {
  const known = await indexedDB.databases();
  if (known.some(({ name }) => name === storeName)) {
    try {
      return await bringUpToDate(createPgliteDb(await openPglite()), now);
    } catch (error) {
      log.warn({ err: error }, 'what this browser kept cannot be used any more; starting afresh');
      await deleteDatabase();
    }
  }
  const snapshot = await (await fetch(snapshotPath)).arrayBuffer();
  const db = await bringUpToDate(createPgliteDb(await openPglite(snapshot)), now);
  await takeSnapshot(db, now);
  return db;
}

/** Deletes the database. Settles when it is gone; nothing may have it open. */
export function deleteDatabase(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(storeName);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}

function openPglite(snapshot?: ArrayBuffer): Promise<PGlite> {
  return startPglite({
    dataDir: `idb://${folder}`,
    // IndexedDB follows after the response: waiting for it would make every query twenty times as slow.
    relaxedDurability: true,
    ...(snapshot && { loadDataDir: new Blob([snapshot], { type: 'application/gzip' }) }),
  });
}

/** Does what the server does at its start. Closes the database where that fails. */
async function bringUpToDate(db: Db, now: Date): Promise<Db> {
  try {
    await migrateToLatest(db);
    await seedLookups(db);
    await createMockedTables(db);
    await moveDates(db, now);
    await prepareSnapshots(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
