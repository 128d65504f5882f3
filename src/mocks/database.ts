import type { PGlite } from '@electric-sql/pglite';
import { type Db, migrateToLatest } from '#db/database.ts';
import { createPgliteDb, startPglite } from '#db/pglite.ts';
import { seedLookups } from '#db/seeds/lookups.ts';
import type { LogPort } from '#server/ports.ts';
import { moveDates } from './move-dates.ts';
import { postgresParts } from './postgres-parts.ts';
import { storeNameOf, usualFolder } from './protocol.ts';
import { QuietStore } from './quiet-store.ts';
import type { SeedName } from './seed-names.ts';
import { prepareSnapshots, takeSnapshot } from './snapshots.ts';
import { createMockedTables, withMockedTables } from './tables.ts';

/** The folder of a seed's database. Each seed has one of its own: what was done in one is there when it is chosen again. */
const folderOf = (seed: SeedName) => (seed === 'demo' ? usualFolder : `${usualFolder}-${seed}`);

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
  if (known.some(({ name }) => name === storeNameOf(folderOf(seed)))) {
    try {
      if (await isKept(seed)) {
        const db = await bringUpToDate(createPgliteDb(await openPglite(seed)));
        if (!(await isUnfinished(db))) return db;
        await db.destroy();
      }
    } catch (error) {
      log.warn({ err: error }, 'what this browser kept cannot be used any more; starting afresh');
    }
    await deleteDatabase(seed);
  }
  // It was made with the same migrations and tables as this code, so there is nothing to bring up to date.
  const db = createPgliteDb(await openPglite(seed, await postgresParts.snapshot()));
  try {
    await moveDates(db, now);
    await plant(db);
    await takeSnapshot(db, now);
    await withMockedTables(db).deleteFrom('mocked.unfinished_seeds').execute();
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** False where the browser was closed before it kept the first file of a new database. */
async function isKept(seed: SeedName): Promise<boolean> {
  const store = await settle(indexedDB.open(storeNameOf(folderOf(seed))));
  try {
    const files = store.objectStoreNames.item(0);
    return files !== null && (await settle(store.transaction(files).objectStore(files).count())) > 0;
  } finally {
    store.close();
  }
}

/** Settles with a request of IndexedDB. */
function settle<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function isUnfinished(db: Db): Promise<boolean> {
  const tables = withMockedTables(db);
  return (await tables.selectFrom('mocked.unfinished_seeds').selectAll().executeTakeFirst()) !== undefined;
}

/** Deletes a seed's database. Settles when it is gone; nothing may have it open. */
export async function deleteDatabase(seed: SeedName): Promise<void> {
  await settle(indexedDB.deleteDatabase(storeNameOf(folderOf(seed))));
}

async function openPglite(seed: SeedName, snapshot?: Blob): Promise<PGlite> {
  const [pgliteWasmModule, fsBundle] = await Promise.all([postgresParts.module(), postgresParts.files()]);
  return startPglite({
    pgliteWasmModule,
    fsBundle,
    fs: new QuietStore(folderOf(seed)),
    // IndexedDB follows after the response: waiting for it would make every query twenty times as slow.
    relaxedDurability: true,
    ...(snapshot && { loadDataDir: snapshot }),
  });
}

/** Does what the server does at its start. Closes the database where that fails. */
async function bringUpToDate(db: Db): Promise<Db> {
  try {
    await migrateToLatest(db);
    await seedLookups(db);
    await createMockedTables(db);
    await prepareSnapshots(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
