import { sql } from 'kysely';
import type { Db } from '../database.ts';

/**
 * Fills a table while one of its indexes is away, and makes the index anew, as it was: for many rows that takes a
 * fraction of the time of entering each. To be called in a transaction, which others' reads wait for.
 */
export async function withoutIndex(trx: Db, name: string, fill: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_indexdef(${name}::regclass) as definition`.execute(trx);
  await sql`drop index ${sql.id(name)}`.execute(trx);
  await fill();
  for (const { definition } of rows) await sql.raw(definition).execute(trx);
}
