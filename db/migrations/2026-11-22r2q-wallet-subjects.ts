import { type Kysely, sql } from 'kysely';

/** What coins were spent on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Without references: an entry never changes, also when what it names is gone.
  await sql`alter table wallet_entries
    add column receiver_id uuid, add column post_id uuid, add column bulk_id uuid`.execute(db);
}
