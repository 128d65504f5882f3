import { type Expression, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { afterCursor, cutPage } from '#db/keyset.ts';
import { isBlockedBetween, mayFind } from '../access.ts';
import type { Receivers } from '../notifications/notifications.queries.ts';
import { isFriendOf, isNamed, type PeopleQuery, totalOf } from '../relations/relations.queries.ts';

/** A row of `follows`. */
export interface Follow {
  id: string;
  followerId: string;
  followingId: string;
  createdAt: Date;
}

type Between = Pick<Follow, 'followerId' | 'followingId'>;

const columns = [
  'follows.id',
  'follows.follower_id as followerId',
  'follows.following_id as followingId',
  'follows.created_at as createdAt',
] as const;

/**
 * Returns the statement that inserts a follow of a user who exists, unless either has blocked the other, and finds
 * where they stand then, as `selectFollowState` does. A pair has at most one follow: `isNew` says whether it is this one.
 */
export const addFollow = (
  trx: Trx,
  { id, followerId, followingId, now }: Between & { id: string; now: Date },
) =>
  trx
    .with('added', (cte) =>
      cte
        .insertInto('follows')
        .columns(['id', 'follower_id', 'following_id', 'created_at'])
        .expression((eb) =>
          eb
            .selectFrom('users')
            .select([
              sql<string>`${id}::uuid`.as('id'),
              sql<string>`${followerId}::uuid`.as('follower_id'),
              'users.id as following_id',
              sql<Date>`${now}::timestamptz`.as('created_at'),
            ])
            .where('users.id', '=', followingId)
            .where((where) => where.not(isBlockedBetween('users.id', sql<string>`${followerId}::uuid`))),
        )
        .onConflict((conflict) => conflict.columns(['follower_id', 'following_id']).doNothing())
        .returning(columns),
    )
    .with('standing', (cte) =>
      cte
        .selectFrom('added')
        .selectAll()
        .select(sql<boolean>`true`.as('isNew'))
        .unionAll(selectFollow(trx, { followerId, followingId }).select(sql<boolean>`false`.as('isNew'))),
    )
    .selectFrom(trx.selectNoFrom(totalOf('followers', followingId).as('before')).as('counted'))
    .leftJoin('standing', (join) => join.onTrue())
    // What the statement itself adds is not in the counter yet, as far as it can read it.
    .select(sql<number>`counted.before + coalesce(standing."isNew", false)::int`.as('totalFollowers'))
    .selectAll('standing');

/** Who is followed by the follow of this id, where it was inserted. */
export const receiversOfFollow = (id: string): Receivers =>
  sql`select following_id as user_id from follows where id = ${id}`;

/** Deletes a follow. Returns whether there was one. */
export async function deleteFollow(trx: Trx, { followerId, followingId }: Between): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('follows')
    .where('follower_id', '=', followerId)
    .where('following_id', '=', followingId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Returns the follow of one user by another, as far as the viewer may know: of themselves, and of those they may find. */
export function findFollow(
  db: Db,
  { viewerId, ...between }: Between & { viewerId: string },
): Promise<Follow | undefined> {
  const isOwn = viewerId === between.followerId || viewerId === between.followingId;
  return selectFollow(db, between)
    .$if(!isOwn, (query) =>
      query.where(mayFind('follows.follower_id', viewerId)).where(mayFind('follows.following_id', viewerId)),
    )
    .executeTakeFirst();
}

const selectFollow = (db: Db, { followerId, followingId }: Between) =>
  db
    .selectFrom('follows')
    .select(columns)
    .where('follows.follower_id', '=', followerId)
    .where('follows.following_id', '=', followingId);

/** Returns the statement that finds the follow of one user by another, where there is one, and counts the other's. */
export const selectFollowState = (db: Db, between: Between) =>
  db
    .selectFrom(db.selectNoFrom(totalOf('followers', between.followingId).as('totalFollowers')).as('counted'))
    .leftJoin(selectFollow(db, between).as('follow'), (join) => join.onTrue())
    .select([
      'counted.totalFollowers',
      'follow.id',
      'follow.followerId',
      'follow.followingId',
      'follow.createdAt',
    ]);
export type FollowStateRow = Awaited<ReturnType<ReturnType<typeof selectFollowState>['execute']>>[number];

/** Returns a page of a user's followers, newest first. Others than the user see only whom they may find. */
export async function findFollowers(
  db: Db,
  { userId, viewerId, onlyFriends, words, limit, cursor }: PeopleQuery,
) {
  const follower = 'follows.follower_id';
  const rows = await db
    .selectFrom('follows')
    .select(columns)
    .where('follows.following_id', '=', userId)
    .$if(onlyFriends, (query) => query.where(isFriendOf(viewerId, follower)))
    .$if(userId !== viewerId, (query) => query.where(mayFind(follower, viewerId)))
    .where(isNamed(words, follower))
    .where((eb) =>
      cursor ? afterCursor(eb.ref('follows.created_at'), eb.ref(follower), cursor) : eb.lit(true),
    )
    .orderBy('follows.created_at', 'desc')
    .orderBy(follower, 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({ at: row.createdAt, id: row.followerId }));
}

/** Returns a page of whom a user follows, newest first. Others than the user see only whom they may find. */
export async function findFollowings(db: Db, { userId, viewerId, limit, cursor }: PeopleQuery) {
  const following = 'follows.following_id';
  const rows = await db
    .selectFrom('follows')
    .select(columns)
    .where('follows.follower_id', '=', userId)
    .$if(userId !== viewerId, (query) => query.where(mayFind(following, viewerId)))
    .where((eb) =>
      cursor ? afterCursor(eb.ref('follows.created_at'), eb.ref(following), cursor) : eb.lit(true),
    )
    .orderBy('follows.created_at', 'desc')
    .orderBy(following, 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({ at: row.createdAt, id: row.followingId }));
}

const selectFollowerCount = (db: Db, userId: string | Expression<string>) =>
  db
    .selectFrom('follows')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('follows.following_id', '=', userId);

/** Selects the number of those whom a user follows, for `$asScalar`. */
export const selectFollowingCount = (db: Db, userId: string | Expression<string>) =>
  db
    .selectFrom('follows')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('follows.follower_id', '=', userId);

/**
 * Selects the number of a user's followers who are friends of the viewer. They are counted as the list shows them: others
 * than the user see only whom they may find.
 */
export const selectFriendFollowerCount = (
  db: Db,
  {
    userId,
    viewerId,
  }: { userId: string | Expression<string>; viewerId: string | Expression<string> | undefined },
) =>
  selectFollowerCount(db, userId)
    .innerJoin('friends', 'friends.friend_id', 'follows.follower_id')
    .where('friends.user_id', '=', viewerId ?? null)
    .$if(userId !== viewerId, (query) => query.where(mayFind('follows.follower_id', viewerId)));

/** Returns how many followers a user has: all, friends of the viewer, and those since an instant. */
export function summarizeFollowers(
  db: Db,
  { userId, viewerId, since }: { userId: string; viewerId: string | undefined; since: Date },
) {
  const count = selectFollowerCount(db, userId);
  return db
    .selectNoFrom([
      totalOf('followers', userId).as('total'),
      selectFriendFollowerCount(db, { userId, viewerId }).$asScalar().$notNull().as('friends'),
      count.where('follows.created_at', '>', since).$asScalar().$notNull().as('recent'),
    ])
    .executeTakeFirstOrThrow();
}
