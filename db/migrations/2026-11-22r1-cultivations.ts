import { type Kysely, sql } from 'kysely';

/** Organizations' lists of people, and additions to them that are under way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table cultivations (
    id uuid primary key,
    creator_id uuid not null references users on delete cascade,
    title text not null,
    description text not null,
    created_at timestamptz(3) not null
  )`,
  // An organization's own, newest first.
  sql`create index cultivations_of_creator on cultivations (creator_id, created_at desc, id desc)`,

  sql`create table cultivation_users (
    cultivation_id uuid not null references cultivations on delete cascade,
    user_id uuid not null references users on delete cascade,
    added_at timestamptz(3) not null,
    primary key (cultivation_id, user_id)
  )`,
  // The order in which a list is shown unless another one is chosen.
  sql`create index cultivation_users_newest on cultivation_users (cultivation_id, added_at desc, user_id desc)`,
  // Who is deleted or hides leaves all lists.
  sql`create index cultivation_users_by_user on cultivation_users (user_id)`,

  sql`create table cultivation_additions (
    id uuid primary key,
    cultivation_id uuid not null references cultivations on delete cascade,
    people jsonb not null,
    created_at timestamptz(3) not null,
    total integer not null check (total >= 0),
    done integer not null default 0 check (done >= 0),
    added integer not null default 0 check (added >= 0),
    after uuid,
    finished_at timestamptz(3)
  )`,
  // The newest of a list.
  sql`create index cultivation_additions_newest on cultivation_additions (cultivation_id, created_at desc, id desc)`,
];
