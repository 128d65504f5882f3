import { type Kysely, sql } from 'kysely';

/** Keeps the size of events, so that a batch can be measured without reading more than it takes. Frozen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table user_events add column bytes integer not null default 0`.execute(db);
}
