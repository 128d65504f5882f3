import { type Kysely, sql } from 'kysely';

/** Who has blocked whom. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // The key makes blocking idempotent and returns whether one has blocked the other, in either direction.
  sql`create table blocks (
    user_id uuid not null references users on delete cascade,
    blocked_user_id uuid not null references users on delete cascade,
    created_at timestamptz(3) not null,
    primary key (user_id, blocked_user_id),
    check (user_id <> blocked_user_id)
  )`,
  // A user's list of blocks, newest first.
  sql`create index blocks_newest on blocks (user_id, created_at desc, blocked_user_id desc)`,
  // Deleting an account deletes the blocks of it.
  sql`create index blocks_by_blocked on blocks (blocked_user_id)`,
];
