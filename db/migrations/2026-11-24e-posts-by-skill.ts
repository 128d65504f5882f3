import { type Kysely, sql } from 'kysely';

/** What posts that need a skill are found by, so that a search that finds few of many does not look at all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index post_skills_by_skill on post_skills (skill_id, post_id)`.execute(db);
}
