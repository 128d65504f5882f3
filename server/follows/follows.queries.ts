import type { Db, Trx } from '#db/database.ts';
import { afterCursor, cutPage, type KeysetCursor } from '#db/keyset.ts';
import { mayFind } from '../access.ts';

/** A row of `follows`. */
export interface Follow {
  id: string;
  followerId: string;
  followingId: string;
  createdAt: Date;
}

/** Makes one user follow another; answers whether that is new. */
export async function insertFollow(trx: Trx, follow: Follow): Promise<boolean> {
  const inserted = await trx
    .insertInto('follows')
    .values({
      id: follow.id,
      follower_id: follow.followerId,
      following_id: follow.followingId,
      created_at: follow.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['follower_id', 'following_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Ends a follow; answers whether there was one. */
export async function deleteFollow(trx: Trx, followerId: string, followingId: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('follows')
    .where('follower_id', '=', followerId)
    .where('following_id', '=', followingId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

const selectFollows = (db: Db) =>
  db
    .selectFrom('follows as f')
    .select([
      'f.id',
      'f.follower_id as followerId',
      'f.following_id as followingId',
      'f.created_at as createdAt',
    ]);

/** Whether one user follows another, as far as the viewer may know: of themselves, and of those they may find. */
export function findFollow(
  db: Db,
  { followerId, followingId, viewerId }: { followerId: string; followingId: string; viewerId: string },
): Promise<Follow | undefined> {
  const isOwn = viewerId === followerId || viewerId === followingId;
  return selectFollows(db)
    .where('f.follower_id', '=', followerId)
    .where('f.following_id', '=', followingId)
    .$if(!isOwn, (query) =>
      query.where(mayFind('f.follower_id', viewerId)).where(mayFind('f.following_id', viewerId)),
    )
    .executeTakeFirst();
}

interface FollowsQuery {
  /** Whose list it is. */
  userId: string;
  viewerId: string | undefined;
  limit: number;
  cursor: KeysetCursor | undefined;
}

/**
 * A page of the followers of a user, newest first. Others than the user see only whom they may find; with
 * `onlyFriends`, only friends of the viewer.
 */
export async function findFollowers(
  db: Db,
  { userId, viewerId, onlyFriends, limit, cursor }: FollowsQuery & { onlyFriends: boolean },
) {
  const rows = await selectFollows(db)
    .where('f.following_id', '=', userId)
    .$if(onlyFriends, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('friends')
            .select('friends.friend_id')
            .where('friends.user_id', '=', viewerId ?? null)
            .whereRef('friends.friend_id', '=', 'f.follower_id'),
        ),
      ),
    )
    .$if(userId !== viewerId, (query) => query.where(mayFind('f.follower_id', viewerId)))
    .where((eb) =>
      cursor ? afterCursor(eb.ref('f.created_at'), eb.ref('f.follower_id'), cursor) : eb.lit(true),
    )
    .orderBy('f.created_at', 'desc')
    .orderBy('f.follower_id', 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({ at: row.createdAt, id: row.followerId }));
}

/** A page of those whom a user follows, newest first. Others than the user see only whom they may find. */
export async function findFollowings(db: Db, { userId, viewerId, limit, cursor }: FollowsQuery) {
  const rows = await selectFollows(db)
    .where('f.follower_id', '=', userId)
    .$if(userId !== viewerId, (query) => query.where(mayFind('f.following_id', viewerId)))
    .where((eb) =>
      cursor ? afterCursor(eb.ref('f.created_at'), eb.ref('f.following_id'), cursor) : eb.lit(true),
    )
    .orderBy('f.created_at', 'desc')
    .orderBy('f.following_id', 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({ at: row.createdAt, id: row.followingId }));
}

/** How many follow a user. */
export async function countAllFollowers(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('follows')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('following_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** How many follow a user: all, friends of the viewer, and those since an instant. */
export function countFollowers(
  db: Db,
  { userId, viewerId, since }: { userId: string; viewerId: string | undefined; since: Date },
) {
  return db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('follows')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('following_id', '=', userId)
        .$asScalar()
        .$notNull()
        .as('totalFollowers'),
      selectFrom('follows')
        .innerJoin('friends', 'friends.friend_id', 'follows.follower_id')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('follows.following_id', '=', userId)
        .where('friends.user_id', '=', viewerId ?? null)
        .$asScalar()
        .$notNull()
        .as('totalFriendsFollowers'),
      selectFrom('follows')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('following_id', '=', userId)
        .where('created_at', '>', since)
        .$asScalar()
        .$notNull()
        .as('totalNewFollowers'),
    ])
    .executeTakeFirstOrThrow();
}
