import { type Kysely, sql } from 'kysely';

/** Posts that people add to their calendars, and what calendars are read by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // The key makes adding idempotent, and tells whether a post is added.
  sql`create table scheduler_entries (
    user_id uuid not null references users on delete cascade,
    post_id uuid not null references posts on delete cascade,
    created_at timestamptz(3) not null,
    primary key (user_id, post_id)
  )`,
  // What somebody added, newest first.
  sql`create index scheduler_entries_newest on scheduler_entries (user_id, created_at desc, post_id desc)`,
  // Deleting a post takes it out of calendars.
  sql`create index scheduler_entries_by_post on scheduler_entries (post_id)`,
  // A calendar's stretch of an organization's posts: from those that end in it, however long ago they began.
  sql`create index posts_calendar on posts (creator_id, (coalesce(end_at, start_at)))
    where is_active and start_at is not null`,
  // The same of what an organization has scheduled, by when it goes out.
  sql`create index posts_scheduled_by_creator on posts (creator_id, scheduled_publish_at) where scheduled_publish`,
  // Where somebody goes.
  sql`create index post_interests_going on post_interests (user_id, post_id) where going_at is not null`,
];
