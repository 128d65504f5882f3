import { type Kysely, sql } from 'kysely';

/** How often somebody tried something, as the rate limiter counts it. Frozen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Unlogged: forgetting counts in a crash does no harm, and writing them twice would cost every sign-in.
  await sql`create unlogged table rate_limits (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  )`.execute(db);
}
