import { type Kysely, sql } from 'kysely';

/** What an organization notes about people, for itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table prospect_notes (
    id uuid primary key,
    organization_id uuid not null references users on delete cascade,
    user_id uuid not null references users on delete cascade,
    text text not null,
    created_at timestamptz(3) not null,
    changed_at timestamptz(3),
    check (organization_id <> user_id)
  )`,
  // The notes on one user, and all of an organization's, user by user.
  sql`create index prospect_notes_of_user on prospect_notes (organization_id, user_id, created_at, id)`,
  // Deleting an account deletes what was noted about it.
  sql`create index prospect_notes_by_user on prospect_notes (user_id)`,

  sql`create table prospect_tags (
    id uuid primary key,
    organization_id uuid not null references users on delete cascade,
    name text not null
  )`,
  // A name is one tag, however it is capitalized. Also: all names of an organization, in their order.
  sql`create unique index prospect_tags_once on prospect_tags (organization_id, (lower(name)))`,

  sql`create table prospect_tag_users (
    organization_id uuid not null references users on delete cascade,
    user_id uuid not null references users on delete cascade,
    tag_id uuid not null references prospect_tags on delete cascade,
    primary key (organization_id, user_id, tag_id)
  )`,
  // Who has a tag: to narrow a list by it, and to know when nobody has it any more.
  sql`create index prospect_tag_users_of_tag on prospect_tag_users (tag_id, user_id)`,
  sql`create index prospect_tag_users_by_user on prospect_tag_users (user_id)`,
];
