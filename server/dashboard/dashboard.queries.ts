import { type Expression, sql } from 'kysely';
import { compileOnce } from '#db/batch.ts';
import type { Db } from '#db/database.ts';
import { hidden } from '#db/hidden.ts';
import { mayFind, maySeeActivity } from '../access.ts';
import { selectFriendEndorserCount } from '../endorsements/endorsements.queries.ts';
import { selectFriendFollowerCount } from '../follows/follows.queries.ts';
import { hydrated, type PostRow } from '../hydrate/posts.ts';
import type { NameRow } from '../hydrate/profiles.ts';
import { totalOf } from '../relations/relations.queries.ts';
import { selectBalance } from '../wallet/wallet.queries.ts';
import { dashboardLimits } from './dashboard.schema.ts';

interface DashboardQuery {
  organizationId: string;
  now: Date;
  /** Since when a follower, an endorser or a viewer is new. */
  since: Date;
}

interface SummaryRow {
  totalFollowers: number;
  totalFriendsFollowers: number;
  totalNewFollowers: number;
  totalEndorsers: number;
  totalFriendsEndorsers: number;
  totalNewEndorsers: number;
  totalViewers: number;
  totalNewViewers: number;
  walletCoin: number;
}

/** Returns the statement that finds the numbers of an organization. Totals come from counters. */
export const selectSummary = (db: Db, query: DashboardQuery) => {
  const { organizationId, since } = query;
  return compileOnce('select dashboard summary', { organizationId, since }, (hole) => {
    const organization = hidden(hole.organizationId, 'uuid');
    const own = { userId: organization, viewerId: organization };
    const countSince = (table: string, owner: string, at: string) =>
      sql`(
        select count(*) from ${sql.table(table)}
        where ${sql.ref(owner)} = ${organization} and ${sql.ref(at)} > ${hole.since}
      )`;
    return sql<SummaryRow>`
      select ${totalOf('followers', organization)} as "totalFollowers",
        ${selectFriendFollowerCount(db, own)} as "totalFriendsFollowers",
        ${countSince('follows', 'following_id', 'created_at')} as "totalNewFollowers",
        ${totalOf('endorsers', organization)} as "totalEndorsers",
        ${selectFriendEndorserCount(db, own)} as "totalFriendsEndorsers",
        ${countSince('endorsements', 'endorsee_id', 'created_at')} as "totalNewEndorsers",
        ${totalOf('viewers', organization)} as "totalViewers",
        ${countSince('organization_viewers', 'organization_id', 'viewed_at')} as "totalNewViewers",
        coalesce(${selectBalance(db, hole.organizationId)}, 0) as "walletCoin"`;
  });
};

/** How many posts of each kind, and how many people of each post that is over. */
const posts = sql.lit(dashboardLimits.posts);
const people = sql.lit(dashboardLimits.people);

/** Published posts that are over, with their place: the latest end first. */
const selectEnded = (organization: Expression<string>, now: Expression<Date>) => sql`
  select id, row_number() over (order by end_at desc, id desc) as place
  from posts where creator_id = ${organization} and is_active and end_at <= ${now}
  order by end_at desc, id desc limit ${posts}`;

/** Returns the statement that finds the posts that a dashboard shows, of each kind in order. */
export const selectDashboardPosts = ({ organizationId, now }: DashboardQuery) =>
  compileOnce('select dashboard posts', { organizationId, now }, (hole) => {
    const organization = hidden(hole.organizationId, 'uuid');
    const present = hidden(hole.now, 'timestamptz');
    return sql<{ kind: 'upcoming' | 'ended'; post: PostRow }>`
      with shown as materialized (
        select 'upcoming' as kind, * from (
          select id, row_number() over (order by start_at, id) as place
          from posts where creator_id = ${organization} and is_active and start_at >= ${present}
          order by start_at, id limit ${posts}
        ) upcoming
        union all
        select 'ended', * from (${selectEnded(organization, present)}) ended
      ),
      page as materialized (select distinct id as post_id from shown),
      ${hydrated(organization)}
      select shown.kind, hydrated.post from shown join hydrated on hydrated.post_id = shown.id
      order by shown.place`;
  });

/**
 * Returns the statement that finds who reacted last to each of the posts that are over, the newest reaction first: people
 * whom the organization may see doing so. The newest by any reaction are among the newest by each, and those come straight
 * from an index.
 */
export const selectLastReactors = ({ organizationId, now }: DashboardQuery) =>
  compileOnce('select last reactors', { organizationId, now }, (hole) => {
    const organization = hidden(hole.organizationId, 'uuid');
    const newestBy = (at: string) => sql`(
      select i.user_id, ${sql.ref(`i.${at}`)} as reacted_at from post_interests i
      where i.post_id = post.id and ${sql.ref(`i.${at}`)} is not null
        and ${mayFind('i.user_id', organization)} and ${maySeeActivity('i.user_id', organization)}
      order by ${sql.ref(`i.${at}`)} desc, i.user_id desc limit ${people}
    )`;
    return sql<NameRow & { postId: string }>`
      select post.id as "postId", u.id, u.user_type, i.first_name, i.last_name, o.name,
        coalesce(o.profile_picture, i.profile_picture) as profile_picture
      from (${selectEnded(organization, hidden(hole.now, 'timestamptz'))}) post
      cross join lateral (
        select user_id, max(reacted_at) as reacted_at from (
          ${newestBy('liked_at')} union all ${newestBy('interested_at')} union all ${newestBy('going_at')}
        ) reaction
        group by user_id order by reacted_at desc, user_id desc limit ${people}
      ) newest
      join users u on u.id = newest.user_id
      left join individuals i on i.user_id = u.id
      left join organizations o on o.user_id = u.id
      order by post.place, newest.reacted_at desc, newest.user_id desc`;
  });
