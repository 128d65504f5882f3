import { sql } from 'kysely';
import type { Trx } from '../database.ts';

/**
 * Takes the foreign keys and the secondary indexes of large tables away while they are filled, and makes them again
 * from their own definitions: checking and sorting everything at once takes half the time.
 */
export async function withoutChecks(
  trx: Trx,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const classes = sql`${tables}::text[]::regclass[]`;
  const { rows } = await sql<{ drop: string; restore: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint where contype = 'f' and conrelid = any(${classes})
    union all
    -- That of a table with partitions is defined for the table only, and is to be made for them, too.
    select format('drop index %s', indexrelid::regclass), replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
    from pg_index where not indisunique and indrelid = any(${classes})`.execute(trx);
  for (const { drop } of rows) await sql.raw(drop).execute(trx);
  await fill();
  for (const { restore } of rows) await sql.raw(restore).execute(trx);
}
