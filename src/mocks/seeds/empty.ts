import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** What belongs to no community: lists to choose from, places, map areas and the database's own bookkeeping. */
export const keptTables = [
  'public.kysely_migration',
  'public.kysely_migration_lock',
  'public.event_epoch',
  'public.server_secrets',
  'public.impact_areas',
  'public.languages',
  'public.skills',
  'public.organization_types',
  'public.place_list',
  'public.places',
  'public.map_area_list',
  'public.map_areas',
  'mocked.unfinished_seeds',
  'mocked.snapshots',
  'mocked.tracked_tables',
  'mocked.copies',
];

/**
 * Takes everybody and everything that they did out of a database. What remains is what a new installation of the
 * product has.
 */
export async function removeCommunity(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'mocked') and format('%I.%I', schemaname, tablename) <> all (${keptTables}::text[])
    order by 1`.execute(db);
  await db.transaction().execute(async (trx) => {
    // Without triggers: the ledger rejects every change of its entries.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`truncate ${sql.raw(rows.map(({ name }) => name).join(', '))}`.execute(trx);
  });
}
