import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { afterCursor, cutPage, type KeysetCursor } from '#db/keyset.ts';
import { maySeeActivity } from '../access.ts';

export interface Share {
  id: string;
  userId: string;
  postId: string;
  createdAt: Date;
}

const columns = ['id', 'user_id as userId', 'post_id as postId', 'created_at as createdAt'] as const;

/**
 * Returns the statement that inserts a share of a published post. It returns the share; nothing where the user has
 * shared the post already, or the id is taken.
 */
export function insertShare(trx: Trx, { id, userId, postId, createdAt }: Share) {
  return trx
    .insertInto('shares')
    .columns(['id', 'user_id', 'post_id', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('posts')
        .select([
          sql<string>`${id}::uuid`.as('id'),
          sql<string>`${userId}::uuid`.as('user_id'),
          'posts.id as post_id',
          sql<Date>`${createdAt}::timestamptz`.as('created_at'),
        ])
        .where('posts.id', '=', postId)
        .where('is_active', '=', eb.lit(true)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns);
}

/** Returns the statement that finds the share of a post by a user. */
export function selectShareOf(db: Db, userId: string, postId: string) {
  return db.selectFrom('shares').select(columns).where('user_id', '=', userId).where('post_id', '=', postId);
}

/** A share of a published post that the viewer may know of. */
export function findVisibleShare(db: Db, id: string, viewerId: string): Promise<Share | undefined> {
  return db
    .selectFrom('shares')
    .innerJoin('posts', 'posts.id', 'shares.post_id')
    .select([
      'shares.id',
      'shares.user_id as userId',
      'shares.post_id as postId',
      'shares.created_at as createdAt',
    ])
    .where('shares.id', '=', id)
    .where((eb) => eb('posts.is_active', '=', eb.lit(true)))
    .where(maySeeActivity('shares.user_id', viewerId))
    .executeTakeFirst();
}

/** The share, kept until the transaction ends. */
export function lockShare(trx: Trx, id: string): Promise<Share | undefined> {
  return trx.selectFrom('shares').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Makes it a share of this post and of this time. */
export function updateShare(
  trx: Trx,
  { id, postId, createdAt }: Pick<Share, 'id' | 'postId' | 'createdAt'>,
): Promise<Share> {
  return trx
    .updateTable('shares')
    .set({ post_id: postId, created_at: createdAt })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteShare(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('shares').where('id', '=', id).execute();
}

/** The friends who may see what a user shares, behind a place in the list, the newest accounts first. */
export async function findFriendsToTell(
  db: Db,
  { userId, limit, cursor }: { userId: string; limit: number; cursor: KeysetCursor | undefined },
): Promise<{ ids: string[]; cursor: string | null }> {
  const rows = await db
    .selectFrom('friends')
    .innerJoin('users', 'users.id', 'friends.friend_id')
    .innerJoin('individuals', 'individuals.user_id', 'friends.user_id')
    .select(['users.id', 'users.created_at as at'])
    .where('friends.user_id', '=', userId)
    .where('individuals.show_activity', '<>', 'no-one')
    .where((eb) =>
      cursor ? afterCursor(eb.ref('users.created_at'), eb.ref('users.id'), cursor) : eb.lit(true),
    )
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(limit + 1)
    .execute();
  const cut = cutPage(rows, limit, (row) => ({ at: row.at, id: row.id }));
  return { ids: cut.page.map(({ id }) => id), cursor: cut.cursor };
}
