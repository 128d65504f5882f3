import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { afterCursor, cutPage, type KeysetCursor } from '#db/keyset.ts';
import { mayFind } from '../access.ts';

/** Notes and counts that somebody has looked at a post. The second time changes nothing. */
export async function insertView(
  trx: Trx,
  view: { postId: string; organizationId: string; viewerId: string; now: Date },
): Promise<void> {
  const { postId, organizationId, viewerId, now } = view;
  const counted = await trx
    .with('first', (cte) =>
      cte
        .insertInto('post_viewers')
        .values({ post_id: postId, viewer_id: viewerId, viewed_at: now })
        .onConflict((conflict) => conflict.columns(['post_id', 'viewer_id']).doNothing())
        .returning('post_id'),
    )
    .updateTable('post_counters')
    .from('first')
    .set((eb) => ({ views: eb('post_counters.views', '+', 1) }))
    .whereRef('post_counters.post_id', '=', 'first.post_id')
    .returning('post_counters.post_id')
    .executeTakeFirst();
  if (!counted) return;
  await trx
    .insertInto('organization_viewers')
    .values({ organization_id: organizationId, viewer_id: viewerId, viewed_at: now })
    .onConflict((conflict) => conflict.columns(['organization_id', 'viewer_id']).doNothing())
    .execute();
}

/** Whether a published post of somebody else exists that the viewer has not looked at. */
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
  limit: number;
  cursor: KeysetCursor | undefined;
}

/** A page of those who have looked at something, newest first. */
export async function findViewers(db: Db, { of, viewerId, limit, cursor }: ViewersQuery) {
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
    .selectFrom('organization_viewers')
    .select((eb) => [
      eb.fn.countAll<number>().as('totalViewers'),
      eb.fn.countAll<number>().filterWhere('viewed_at', '>', since).as('totalNewViewers'),
    ])
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
}

/** What happened to posts in one month. */
export interface MonthRow {
  /** Its first instant, UTC. */
  month: Date;
  views: number;
  liked: number;
  interested: number;
  going: number;
}

/** What happened to a post, or to all posts of an organization, in each month from one on; months without are left out. */
export async function countByMonth(
  db: Db,
  of: { postId: string } | { organizationId: string },
  from: Date,
): Promise<MonthRow[]> {
  const posts =
    'postId' in of
      ? sql`select ${of.postId}::uuid as id`
      : sql`select id from posts where creator_id = ${of.organizationId}`;
  const { rows } = await sql<MonthRow>`
    with own as (${posts}),
    happened as (
      select v.viewed_at as at, 'views' as what from own join post_viewers v on v.post_id = own.id
        where v.viewed_at >= ${from}
      union all select i.liked_at, 'liked' from own join post_interests i on i.post_id = own.id
        where i.liked_at >= ${from}
      union all select i.interested_at, 'interested' from own join post_interests i on i.post_id = own.id
        where i.interested_at >= ${from}
      union all select i.going_at, 'going' from own join post_interests i on i.post_id = own.id
        where i.going_at >= ${from}
    )
    select date_trunc('month', at, 'UTC') as month,
      count(*) filter (where what = 'views') as views,
      count(*) filter (where what = 'liked') as liked,
      count(*) filter (where what = 'interested') as interested,
      count(*) filter (where what = 'going') as going
    from happened group by 1`.execute(db);
  return rows;
}
