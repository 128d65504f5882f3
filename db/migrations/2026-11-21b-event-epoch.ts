import { type Kysely, sql } from 'kysely';

/** Names the event log, so that a reader can tell its cursor from one of another database. Frozen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table event_epoch (epoch uuid not null)`.execute(db);
  // One row, ever.
  await sql`create unique index event_epoch_single on event_epoch ((true))`.execute(db);
  await sql`insert into event_epoch (epoch) values (gen_random_uuid())`.execute(db);
}
