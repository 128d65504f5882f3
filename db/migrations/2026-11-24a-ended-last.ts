import { type Kysely, sql } from 'kysely';

/** Stores whether a post is still open, so that lists have those that ended last, straight from an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table posts add column is_open boolean not null default true`,
  sql`update posts set is_open = false where takes_place_until <= now()`,
  // What has ended and is not noted yet.
  sql`create index posts_ending on posts (takes_place_until) where is_open and takes_place_until is not null`,
  // The lists: of everybody, of a type, of an organization, and what is needed most.
  sql`create index posts_listed on posts (is_open desc, published_at desc, id desc) where is_active`,
  sql`create index posts_listed_by_type on posts (post_type, is_open desc, published_at desc, id desc)
    where is_active`,
  sql`create index posts_listed_by_creator on posts (creator_id, is_open desc, published_at desc, id desc)
    where is_active`,
  sql`drop index posts_top_need`,
  sql`create index posts_top_need on posts (is_open desc, published_at desc, id desc) where is_active and top_need`,
  // Plans go by how common values are, and of new columns nothing is known yet.
  sql`analyze posts`,
];
