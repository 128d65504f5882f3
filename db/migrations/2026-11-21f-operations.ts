import { type Kysely, sql } from 'kysely';

/** Writes that clients name, so that sending one again does nothing twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table operations (
    user_id uuid not null references users on delete cascade,
    op_id uuid not null,
    request_hash text not null,
    result jsonb,
    created_at timestamptz(3) not null,
    primary key (user_id, op_id)
  )`.execute(db);
  // Old ones are swept.
  await sql`create index operations_by_age on operations (created_at)`.execute(db);
}
