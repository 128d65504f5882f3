import { type Kysely, sql } from 'kysely';

/** Lets a calendar find both ends of a stretch in the index, however much came after it; and counts what posts hold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`drop index posts_calendar`,
  // A calendar's stretch of an organization's posts: what ends after it begins and begins before it ends.
  sql`create index posts_calendar on posts (creator_id, (coalesce(end_at, start_at)), start_at)
    where is_active and start_at is not null`,
  // Plans go by how common values are, and of new indexes nothing is known yet.
  sql`analyze posts`,
];
