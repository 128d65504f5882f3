import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { afterCursor, cutPage, type KeysetCursor } from '#db/keyset.ts';
import { mayFind } from '../access.ts';
import { isNamed, totalOf } from '../relations/relations.queries.ts';
import { countInPeriod } from './statistics.queries.ts';

/**
 * Notes and counts that a user has looked at a post. The second time changes nothing. Returns whether it was the first
 * time, and whether it was the first time for any post of the organization.
 */
export async function insertView(
  trx: Trx,
  view: { postId: string; organizationId: string; viewerId: string; now: Date },
): Promise<{ isFirst: boolean; isNewViewer: boolean }> {
  const { postId, organizationId, viewerId, now } = view;
  return trx
    .with('changed', (cte) =>
      cte
        .insertInto('post_viewers')
        .values({ post_id: postId, viewer_id: viewerId, viewed_at: now })
        .onConflict((conflict) => conflict.columns(['post_id', 'viewer_id']).doNothing())
        .returning('post_id'),
    )
    .with('counted', (cte) =>
      cte
        .updateTable('post_counters')
        .from('changed')
        .set((eb) => ({ views: eb('post_counters.views', '+', 1) }))
        .whereRef('post_counters.post_id', '=', 'changed.post_id')
        .returning('post_counters.post_id'),
    )
    .with('dated', () => countInPeriod({ what: 'views', by: 1, at: sql`${now}::timestamptz` }))
    .with('newcomer', (cte) =>
      cte
        .insertInto('organization_viewers')
        .columns(['organization_id', 'viewer_id', 'viewed_at'])
        .expression((eb) =>
          eb
            .selectFrom('counted')
            .select([
              sql<string>`${organizationId}::uuid`.as('organization_id'),
              sql<string>`${viewerId}::uuid`.as('viewer_id'),
              sql<Date>`${now}::timestamptz`.as('at'),
            ]),
        )
        .onConflict((conflict) => conflict.columns(['organization_id', 'viewer_id']).doNothing())
        .returning('viewer_id'),
    )
    .selectNoFrom((eb) => [
      eb.exists(eb.selectFrom('counted').select('post_id')).$castTo<boolean>().as('isFirst'),
      eb.exists(eb.selectFrom('newcomer').select('viewer_id')).$castTo<boolean>().as('isNewViewer'),
    ])
    .executeTakeFirstOrThrow();
}

/** Whether a published post of another user exists that the viewer has not looked at. */
export async function isUnseen(db: Db, postId: string, viewerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', postId)
    .where('creator_id', '<>', viewerId)
    .where((eb) => eb('is_active', '=', eb.lit(true)))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('post_viewers')
            .select('viewer_id')
            .where('post_id', '=', postId)
            .where('viewer_id', '=', viewerId),
        ),
      ),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** How many have looked at a post. */
export async function countViews(db: Db, postId: string): Promise<number> {
  const row = await db
    .selectFrom('post_counters')
    .select('views')
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return row?.views ?? 0;
}

interface ViewersQuery {
  /** What they looked at: a post, or anything of an organization. */
  of: { postId: string } | { organizationId: string };
  /** Who asks: those are left out whom this one may not find. */
  viewerId: string;
  /** Words that their names have to have, or beginnings of them; any name without. */
  words: readonly string[];
  limit: number;
  cursor: KeysetCursor | undefined;
}

/** A page of those who have looked at something, newest first. */
export async function findViewers(db: Db, { of, viewerId, words, limit, cursor }: ViewersQuery) {
  const views =
    'postId' in of
      ? db.selectFrom('post_viewers').select(['viewer_id', 'viewed_at']).where('post_id', '=', of.postId)
      : db
          .selectFrom('organization_viewers')
          .select(['viewer_id', 'viewed_at'])
          .where('organization_id', '=', of.organizationId);
  const rows = await db
    .selectFrom(views.as('v'))
    .select(['v.viewer_id', 'v.viewed_at'])
    .where(mayFind('v.viewer_id', viewerId))
    .where(isNamed(words, 'v.viewer_id'))
    .where((eb) =>
      cursor ? afterCursor(eb.ref('v.viewed_at'), eb.ref('v.viewer_id'), cursor) : eb.lit(true),
    )
    .orderBy('v.viewed_at', 'desc')
    .orderBy('v.viewer_id', 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({ at: row.viewed_at, id: row.viewer_id }));
}

/** How many have looked at anything of an organization, and for how many the first time was after an instant. */
export function summarizeViewers(db: Db, organizationId: string, since: Date) {
  return db
    .selectNoFrom((eb) => [
      totalOf('viewers', organizationId).as('totalViewers'),
      eb
        .selectFrom('organization_viewers')
        .select(eb.fn.countAll<number>().as('count'))
        .where('organization_id', '=', organizationId)
        .where('viewed_at', '>', since)
        .$asScalar()
        .$notNull()
        .as('totalNewViewers'),
    ])
    .executeTakeFirstOrThrow();
}
