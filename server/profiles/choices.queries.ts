import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import type { LookupTable } from '../lookups/lookups.schema.ts';

/** Where it is kept what users chose from each list. */
const choices = {
  impact_areas: { table: 'user_impact_areas', column: 'impact_area_id' },
  skills: { table: 'user_skills', column: 'skill_id' },
  languages: { table: 'user_languages', column: 'language_id' },
  organization_types: { table: 'user_organization_types', column: 'organization_type_id' },
} as const satisfies Record<LookupTable, { table: string; column: string }>;

/** What a user chose from a list, by name. */
export async function findChoices(
  db: Db,
  list: LookupTable,
  userId: string,
): Promise<{ _id: string; name: string }[]> {
  const { table, column } = choices[list];
  const { rows } = await sql<{ _id: string; name: string }>`
    select entry.id as _id, entry.name
    from ${sql.table(table)} as choice join ${sql.table(list)} as entry on entry.id = choice.${sql.ref(column)}
    where choice.user_id = ${userId}
    order by entry.name`.execute(db);
  return rows;
}

/** Makes these the choices of a user from a list, and no others. Ids that the list does not have are left out. */
export async function replaceChoices(
  trx: Trx,
  list: LookupTable,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  const { table, column } = choices[list];
  await sql`
    delete from ${sql.table(table)}
    where user_id = ${userId} and ${sql.ref(column)} <> all(${ids}::text[])`.execute(trx);
  await sql`
    insert into ${sql.table(table)} (user_id, ${sql.ref(column)})
    select ${userId}::uuid, id from ${sql.table(list)} where id = any(${ids}::text[])
    on conflict do nothing`.execute(trx);
}
