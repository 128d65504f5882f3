import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Who said one thing to a post, newest first. A row is in the lists of what it says only.
  for (const said of ['liked_at', 'interested_at', 'going_at'])
    await sql`create index ${sql.ref(`post_interests_${said}`)}
      on post_interests (post_id, ${sql.ref(said)} desc, user_id desc)
      where ${sql.ref(said)} is not null`.execute(db);
}
