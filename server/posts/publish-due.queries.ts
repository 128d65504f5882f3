import { sql } from 'kysely';
import type { Trx } from '#db/database.ts';

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;

/**
 * Takes an organization that has a scheduled post that is due, as `lockOrganization` would. One that is taken, by
 * another process that publishes or by a user who edits, is passed over.
 */
export async function takeOrganizationWithDuePosts(trx: Trx, now: Date): Promise<string | undefined> {
  const organization = await trx
    .selectFrom('organizations as o')
    .select('o.user_id')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('posts as p')
          .select('p.id')
          .whereRef('p.creator_id', '=', 'o.user_id')
          // Written out, so that the index on scheduled posts serves a plan that is kept for all values.
          .where('p.scheduled_publish', '=', eb.lit(true))
          .where('p.scheduled_publish_at', '<=', now),
      ),
    )
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return organization?.user_id;
}

/**
 * Publishes at most `limit` due posts of an organization, those due longest first, and returns them. Needs the
 * organization's lock, which prevents edits meanwhile: a post that was rescheduled or reverted is not due.
 */
export async function publishDuePostsOf(
  trx: Trx,
  organizationId: string,
  now: Date,
  limit: number,
): Promise<string[]> {
  const due = await trx
    .selectFrom('posts')
    .select('id')
    .where('creator_id', '=', organizationId)
    .where((eb) => eb('scheduled_publish', '=', eb.lit(true)))
    .where('scheduled_publish_at', '<=', now)
    .orderBy('scheduled_publish_at')
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute();
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return ids;
  await trx
    .updateTable('posts')
    .set({
      is_active: true,
      published_at: now,
      scheduled_publish: false,
      scheduled_publish_at: null,
      updated_at: now,
    })
    .where('id', '=', anyOf(ids))
    .execute();
  await trx
    .updateTable('post_impact_areas')
    .set({ published_at: now })
    .where('post_id', '=', anyOf(ids))
    .execute();
  return ids;
}
