import { type Kysely, sql } from 'kysely';

/**
 * Puts the title into the index of the newest posts. A search for a word that many titles have reads that index alone, as
 * far as its page reaches: through the index of words it would read all posts that have the word, and sort them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index posts_listed_with_title on posts (is_open desc, published_at desc, id desc) include (title)
    where is_active`.execute(db);
  await sql`drop index posts_listed`.execute(db);
}
