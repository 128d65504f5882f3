import { type Kysely, sql } from 'kysely';

/** Posts that were published with an Undo: their followers are notified once the time for it has passed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table pending_announcements (
    post_id uuid primary key references posts on delete cascade,
    announce_at timestamptz(3) not null,
    before jsonb
  )`,
  // What is due, the longest due first.
  sql`create index pending_announcements_due on pending_announcements (announce_at, post_id)`,
];
