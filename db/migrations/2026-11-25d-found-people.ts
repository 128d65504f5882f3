import { type Kysely, sql } from 'kysely';

/**
 * The people whom everybody may find, in indexes of their own: name searches then look at nobody who is hidden, however
 * many have the name or live near.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const isFoundByAll = sql`is_user_searchable and show_on_search = 'always'`;

const statements = [
  // A rare name from the first, the oldest accounts of a common one from the second, the nearest from the third.
  sql`create index individuals_found_by_name on individuals using gin (name_words) where ${isFoundByAll}`,
  sql`create index individuals_found_by_age on individuals (user_id) where ${isFoundByAll}`,
  sql`create index individuals_found_near on individuals using gist
    (near_box((coarse_place(address))[1], (coarse_place(address))[0], newness(user_id))) where ${isFoundByAll}`,
];
