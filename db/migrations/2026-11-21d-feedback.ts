import { type Kysely, sql } from 'kysely';

/** What the contact form sends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table feedbacks (
    id uuid primary key,
    full_name text not null,
    contact_email text not null,
    address text,
    description text not null,
    created_at timestamptz(3) not null
  )`.execute(db);
}
