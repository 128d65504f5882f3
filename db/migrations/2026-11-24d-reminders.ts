import { type Kysely, sql } from 'kysely';

/** Reminders of posts with dates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table reminders (
    post_id uuid not null references posts on delete cascade,
    user_id uuid not null references users on delete cascade,
    minutes integer not null check (minutes > 0),
    due_at timestamptz(3),
    reminded_at timestamptz(3),
    primary key (post_id, user_id)
  )`,
  sql`create index reminders_by_user on reminders (user_id)`,
  // What is to be sent next.
  sql`create index reminders_due on reminders (due_at) where due_at is not null`,
];
