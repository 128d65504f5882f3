import type { Trx } from '#db/database.ts';

/** Inserts a follow. Returns whether it is new: a pair has at most one. */
export async function insertFollow(
  trx: Trx,
  { id, followerId, followingId, now }: { id: string; followerId: string; followingId: string; now: Date },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('follows')
    .values({ id, follower_id: followerId, following_id: followingId, created_at: now })
    .onConflict((conflict) => conflict.columns(['follower_id', 'following_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes a follow. Returns whether there was one. */
export async function deleteFollow(
  trx: Trx,
  { followerId, followingId }: { followerId: string; followingId: string },
): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('follows')
    .where('follower_id', '=', followerId)
    .where('following_id', '=', followingId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}
