import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { LookupTable } from './lookups.schema.ts';

/** A whole list, by name. */
export function findLookups(db: Db, table: LookupTable) {
  return db.selectFrom(table).select(['id as _id', 'name']).orderBy('name').execute();
}

/** Those of the ids that the list does not have. */
export async function findUnknown(db: Db, table: LookupTable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const known = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  const knownIds = new Set(known.map(({ id }) => id));
  return ids.filter((id) => !knownIds.has(id));
}
