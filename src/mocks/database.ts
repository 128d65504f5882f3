import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { type Db, migrateToLatest, type Trx } from '#db/database.ts';
import { createPgliteDb } from '#db/pglite.ts';
import { seedLookups } from '#db/seeds/lookups.ts';
import type { LogPort } from '#server/ports.ts';
import { snapshotPath } from './protocol.ts';
import { createMockedTables, trxWithMockedTables } from './tables.ts';

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
  return bringUpToDate(createPgliteDb(await openPglite(snapshot)), now);
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
  return PGlite.create({
    dataDir: `idb://${folder}`,
    // IndexedDB follows after the answer: waiting for it would make every query twenty times as slow.
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
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

const day = 24 * 60 * 60 * 1000;

/** Moves the dates of a community that nobody used yet by whole days, so that its "today" is the given one. */
async function moveDates(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const fresh = await trxWithMockedTables(trx)
      .deleteFrom('mocked.fresh_communities')
      .returning('made_at')
      .executeTakeFirst();
    const days = fresh ? Math.floor((now.getTime() - fresh.made_at.getTime()) / day) : 0;
    if (days === 0) return;
    for (const { table, columns } of await findInstants(trx)) {
      const moved = columns.map(
        (column) => sql`${sql.ref(column)} = ${sql.ref(column)} + make_interval(days => ${days})`,
      );
      await sql`update ${sql.table(table)} set ${sql.join(moved)}`.execute(trx);
    }
    // The one day that is kept as a text and is about the present.
    await sql`update post_required_items set needed_by = (needed_by::date + ${days}::integer)::text`.execute(
      trx,
    );
  });
}

/** Every column of the product that holds an instant, by table. */
async function findInstants(trx: Trx): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name::text as table, array_agg(column_name::text) as columns
    from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone'
    group by table_name`.execute(trx);
  return rows;
}
