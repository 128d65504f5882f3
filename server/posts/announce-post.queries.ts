import type { Db } from '#db/database.ts';
import { afterCursor, cutPage, type KeysetCursor } from '#db/keyset.ts';

/** The followers of an organization behind a place in the list, those who followed last first. */
export async function findFollowersToTell(
  db: Db,
  organizationId: string,
  limit: number,
  cursor: KeysetCursor | undefined,
): Promise<{ ids: string[]; cursor: string | null }> {
  const rows = await db
    .selectFrom('follows')
    .select(['follower_id', 'created_at'])
    .where('following_id', '=', organizationId)
    .where((eb) => (cursor ? afterCursor(eb.ref('created_at'), eb.ref('follower_id'), cursor) : eb.lit(true)))
    .orderBy('created_at', 'desc')
    .orderBy('follower_id', 'desc')
    .limit(limit + 1)
    .execute();
  const cut = cutPage(rows, limit, (row) => ({ at: row.created_at, id: row.follower_id }));
  return { ids: cut.page.map((row) => row.follower_id), cursor: cut.cursor };
}
