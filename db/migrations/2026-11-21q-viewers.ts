import { type Kysely, sql } from 'kysely';

/** Who has looked at posts, each counted once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table post_viewers (
    post_id uuid not null references posts on delete cascade,
    viewer_id uuid not null references users on delete cascade,
    viewed_at timestamptz(3) not null,
    primary key (post_id, viewer_id)
  )`,
  // Who looked at a post, newest first, and how many in a month.
  sql`create index post_viewers_newest on post_viewers (post_id, viewed_at desc, viewer_id desc)`,
  sql`create index post_viewers_by_viewer on post_viewers (viewer_id)`,
  sql`create table organization_viewers (
    organization_id uuid not null references users on delete cascade,
    viewer_id uuid not null references users on delete cascade,
    viewed_at timestamptz(3) not null,
    primary key (organization_id, viewer_id)
  )`,
  // Who looked at anything of an organization, newest first, and how many lately.
  sql`create index organization_viewers_newest
    on organization_viewers (organization_id, viewed_at desc, viewer_id desc)`,
  sql`create index organization_viewers_by_viewer on organization_viewers (viewer_id)`,
  // What an organization has to come, and what of it is over.
  sql`create index posts_dated_by_creator on posts (creator_id, start_at) where is_active and start_at is not null`,
  sql`create index posts_ended_by_creator on posts (creator_id, end_at desc, id desc)
    where is_active and end_at is not null`,
  // What is to come, whosever it is.
  sql`create index posts_dated on posts (start_at, id) where is_active and start_at is not null`,
];
