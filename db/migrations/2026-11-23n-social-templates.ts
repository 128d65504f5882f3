import { type Kysely, sql } from 'kysely';

/** Which parts of their posts organizations share at each social network, and in which order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table social_templates (
    organization_id uuid not null references users on delete cascade,
    network text not null check (network in ('facebook', 'twitter', 'linked-in')),
    items jsonb not null check (jsonb_typeof(items) = 'array'),
    primary key (organization_id, network)
  )`.execute(db);
}
