import type { PGlite } from '@electric-sql/pglite';
import { type Db, migrateToLatest } from '#db/database.ts';
import { createPgliteDb, startPglite } from '#db/pglite.ts';
import { seedLookups } from '#db/seeds/lookups.ts';
import type { LogPort } from '#server/ports.ts';
import { moveDates } from './move-dates.ts';
import { snapshotPath } from './protocol.ts';
import type { SeedName } from './seed-names.ts';
import { prepareSnapshots, takeSnapshot } from './snapshots.ts';
import { createMockedTables, withMockedTables } from './tables.ts';

/** The folder of a seed's database. Each seed has one of its own: what was done in one is there when it is chosen again. */
const folderOf = (seed: SeedName) => (seed === 'demo' ? 'gatherwell-mocked' : `gatherwell-mocked-${seed}`);
/** Under this name PGlite keeps the folder in IndexedDB. */
const storeNameOf = (seed: SeedName) => `/pglite/${folderOf(seed)}`;

/**
 * Opens a seed's database in this browser: what is kept from last time, or a snapshot with the demo community whose
 * dates are moved to be around `now`, and of which `plant` makes the seed. What cannot be opened or migrated any more
 * makes way for the snapshot.
 */
export async function openDatabase(
  seed: SeedName,
  now: Date,
  log: LogPort,
  plant: (db: Db) => Promise<void>,
): Promise<Db> {
  const known = await indexedDB.databases();
  if (known.some(({ name }) => name === storeNameOf(seed))) {
    try {
      const db = await bringUpToDate(createPgliteDb(await openPglite(seed)), now);
      if (!(await isUnfinished(db))) return db;
      await db.destroy();
    } catch (error) {
      log.warn({ err: error }, 'what this browser kept cannot be used any more; starting afresh');
    }
    await deleteDatabase(seed);
  }
  const snapshot = await (await fetch(snapshotPath)).arrayBuffer();
  const db = await bringUpToDate(createPgliteDb(await openPglite(seed, snapshot)), now);
  try {
    await plant(db);
    await takeSnapshot(db, now);
    await withMockedTables(db).deleteFrom('mocked.unfinished_seeds').execute();
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function isUnfinished(db: Db): Promise<boolean> {
  const tables = withMockedTables(db);
  return (await tables.selectFrom('mocked.unfinished_seeds').selectAll().executeTakeFirst()) !== undefined;
}

/** Deletes a seed's database. Settles when it is gone; nothing may have it open. */
export function deleteDatabase(seed: SeedName): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(storeNameOf(seed));
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}

function openPglite(seed: SeedName, snapshot?: ArrayBuffer): Promise<PGlite> {
  return startPglite({
    dataDir: `idb://${folderOf(seed)}`,
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
