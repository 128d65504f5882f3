import { type Kysely, sql } from 'kysely';

/**
 * Gives each carrier of a session a token of its own, notes when a password last changed, and adds the secrets of
 * this installation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table sessions add column bearer_hash text`,
  // What clients hold already goes on fitting both carriers, until its session ends.
  sql`update sessions set bearer_hash = id`,
  sql`create unique index sessions_by_bearer on sessions (bearer_hash)`,
  sql`alter table users add column password_changed_at timestamptz(3)`,
  sql`create table server_secrets (name text primary key, secret text not null)`,
  // Each of the three has 122 random bits; an extension for random bytes is not everywhere.
  sql`insert into server_secrets
    select name, concat(gen_random_uuid(), gen_random_uuid(), gen_random_uuid())
    from unnest(array['known-devices', 'operations']) as name`,
];
