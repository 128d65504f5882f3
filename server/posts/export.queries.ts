import type { Db } from '#db/database.ts';
import { afterCursor, type KeysetCursor } from '#db/keyset.ts';

/** How many posts an organization has, drafts included. */
export async function countOwnPosts(db: Db, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('creator_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Some posts of an organization, drafts included, the newest first, behind a place in their list. */
export function findOwnPosts(
  db: Db,
  { organizationId, limit, cursor }: { organizationId: string; limit: number; cursor?: KeysetCursor },
) {
  return db
    .selectFrom('posts')
    .select(['id', 'post_type', 'title', 'created_at', 'is_active'])
    .where('creator_id', '=', organizationId)
    .where((eb) => (cursor ? afterCursor(eb.ref('created_at'), eb.ref('id'), cursor) : eb.lit(true)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
