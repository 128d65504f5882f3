import { type Kysely, sql } from 'kysely';

/** What published posts are found by, so that a search that finds few of many does not look at all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // Parts of the title and of the address.
  sql`create index posts_by_title on posts using gin (title gin_trgm_ops) with (fastupdate = off) where is_active`,
  sql`create index posts_by_address on posts using gin (full_address gin_trgm_ops) with (fastupdate = off)
    where is_active and full_address is not null`,
  // Parts of keywords; and what takes place between two instants, however long it lasts. Of drafts too: what is known
  // of how common a value is counts only where an index has all rows.
  sql`create index posts_by_keyword on posts using gin (joined_texts(keywords) gin_trgm_ops) with (fastupdate = off)`,
  sql`create index posts_by_time on posts using gist
    ((case when start_at is not null then tstzrange(start_at, coalesce(end_at, start_at), '[]') end))`,
  // What is needed most, newest first.
  sql`create index posts_top_need on posts (published_at desc, id desc) where is_active and top_need`,
];
