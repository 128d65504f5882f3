import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { mayFind, maySeeActivity } from '../access.ts';
import { selectFriendEndorserCount } from '../endorsements/endorsements.queries.ts';
import { selectFriendFollowerCount } from '../follows/follows.queries.ts';
import { totalOf } from '../relations/relations.queries.ts';
import { selectBalance } from '../wallet/wallet.queries.ts';

interface OverviewQuery {
  organizationId: string;
  now: Date;
  /** Since when a follower, an endorser or a viewer is new. */
  since: Date;
  /** How many posts of each kind. */
  limit: number;
}

interface OverviewRow {
  totalFollowers: number;
  totalFriendsFollowers: number;
  totalNewFollowers: number;
  totalEndorsers: number;
  totalFriendsEndorsers: number;
  totalNewEndorsers: number;
  totalViewers: number;
  totalNewViewers: number;
  walletCoin: number;
  /** Ids of posts that are still to begin, the next one first. */
  upcoming: string[];
  /** Ids of posts that are over, the latest end first. */
  ended: string[];
}

/** Returns the numbers of an organization and which posts its dashboard shows. Totals come from counters. */
export async function findOverview(
  db: Db,
  { organizationId, now, since, limit }: OverviewQuery,
): Promise<OverviewRow> {
  const own = { userId: organizationId, viewerId: organizationId };
  const countSince = (table: string, owner: string, at: string) =>
    sql`(
      select count(*) from ${sql.table(table)}
      where ${sql.ref(owner)} = ${organizationId} and ${sql.ref(at)} > ${since}
    )`;
  const { rows } = await sql<OverviewRow>`
    select ${totalOf('followers', organizationId)} as "totalFollowers",
      ${selectFriendFollowerCount(db, own)} as "totalFriendsFollowers",
      ${countSince('follows', 'following_id', 'created_at')} as "totalNewFollowers",
      ${totalOf('endorsers', organizationId)} as "totalEndorsers",
      ${selectFriendEndorserCount(db, own)} as "totalFriendsEndorsers",
      ${countSince('endorsements', 'endorsee_id', 'created_at')} as "totalNewEndorsers",
      ${totalOf('viewers', organizationId)} as "totalViewers",
      ${countSince('organization_viewers', 'organization_id', 'viewed_at')} as "totalNewViewers",
      coalesce(${selectBalance(db, organizationId)}, 0) as "walletCoin",
      array(
        select id from posts where creator_id = ${organizationId} and is_active and start_at >= ${now}
        order by start_at, id limit ${limit}
      ) as upcoming,
      array(
        select id from posts where creator_id = ${organizationId} and is_active and end_at <= ${now}
        order by end_at desc, id desc limit ${limit}
      ) as ended`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A query without a table returned no row.');
  return row;
}

/**
 * Returns who reacted last to each of some posts, the newest reaction first: people whom the viewer may see doing so. The
 * newest by any reaction are among the newest by each, and those come straight from an index.
 */
export async function findLastReactors(
  db: Db,
  { postIds, viewerId, limit }: { postIds: readonly string[]; viewerId: string; limit: number },
): Promise<{ postId: string; userId: string }[]> {
  const newestBy = (at: string) => sql`(
    select i.user_id, ${sql.ref(`i.${at}`)} as reacted_at from post_interests i
    where i.post_id = post.id and ${sql.ref(`i.${at}`)} is not null
      and ${mayFind('i.user_id', viewerId)} and ${maySeeActivity('i.user_id', viewerId)}
    order by ${sql.ref(`i.${at}`)} desc, i.user_id desc limit ${limit}
  )`;
  const { rows } = await sql<{ postId: string; userId: string }>`
    select post.id as "postId", newest.user_id as "userId"
    from unnest(${postIds}::uuid[]) with ordinality as post(id, place)
    cross join lateral (
      select user_id, max(reacted_at) as reacted_at from (
        ${newestBy('liked_at')} union all ${newestBy('interested_at')} union all ${newestBy('going_at')}
      ) reaction
      group by user_id order by reacted_at desc, user_id desc limit ${limit}
    ) newest
    order by post.place, newest.reacted_at desc, newest.user_id desc`.execute(db);
  return rows;
}
