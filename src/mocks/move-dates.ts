import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { trxWithMockedTables } from './tables.ts';

const day = 24 * 60 * 60 * 1000;

/** Moves the dates of a community that nobody used yet by whole days, so that its "today" is the given one. */
export async function moveDates(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const fresh = await trxWithMockedTables(trx)
      .deleteFrom('mocked.fresh_communities')
      .returning('made_at')
      .executeTakeFirst();
    const days = fresh ? Math.floor((now.getTime() - fresh.made_at.getTime()) / day) : 0;
    if (days === 0) return;
    // Without triggers: the ledger rejects every change of its entries.
    await sql`set local session_replication_role = replica`.execute(trx);
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

/** Returns every column that holds an instant, by table; generated ones follow by themselves. */
async function findInstants(trx: Trx): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name::text as table, array_agg(column_name::text) as columns
    from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone' and is_generated = 'NEVER'
    group by table_name`.execute(trx);
  return rows;
}
