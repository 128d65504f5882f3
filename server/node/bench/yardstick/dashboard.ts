import type pg from 'pg';
import { post } from './feed.ts';
import { list } from './json.ts';

/*
 * An organization's dashboard as quickly as we know how to return it: one prepared statement, which also writes the JSON.
 * It knows nothing of sessions and of privacy.
 */

const total = (column: string) => `coalesce((select ${column} from user_counters where user_id = $1), 0)`;
const recent = (table: string, owner: string, at: string) =>
  `(select count(*) from ${table} where ${owner} = $1 and ${at} > now() - interval '7 days')`;
const present = `date_trunc('month', now() at time zone $2::text)`;

const reactedBy = (column: string) => `(
  select user_id, ${column} as at from post_interests where post_id = page.post_id and ${column} is not null
  order by ${column} desc, user_id desc limit 3
)`;

const statement = `
  with page as materialized (
    (
      select 'upcoming' as kind, id as post_id, null::uuid as shared_by, null::timestamptz as at,
        row_number() over (order by start_at, id) as place
      from posts where creator_id = $1 and is_active and start_at >= now() order by start_at, id limit 5
    ) union all (
      select 'ended', id, null, null, row_number() over (order by end_at desc, id desc)
      from posts where creator_id = $1 and is_active and end_at <= now() order by end_at desc, id desc limit 5
    )
  ),
  months as materialized (
    select to_char(month, 'Mon YYYY') as label, coalesce(sum(views), 0) as views, coalesce(sum(liked), 0) as liked,
      coalesce(sum(interested), 0) as interested, coalesce(sum(going), 0) as going
    from generate_series(${present} - interval '5 months', ${present}, interval '1 month') month
    left join (
      select date_trunc('month', period at time zone $2::text) as month, views, liked, interested, going
      from organization_statistics
      where organization_id = $1 and period >= (${present} - interval '5 months') at time zone $2::text
    ) s using (month)
    group by month order by month
  )
  select row_to_json(data)::text as data from (select
    (select row_to_json(s) from (select
      ${total('followers')} as "totalFollowers", 0 as "totalFriendsFollowers",
      ${recent('follows', 'following_id', 'created_at')} as "totalNewFollowers",
      ${total('endorsers')} as "totalEndorsers", 0 as "totalFriendsEndorsers",
      ${recent('endorsements', 'endorsee_id', 'created_at')} as "totalNewEndorsers",
      ${total('viewers')} as "totalViewers",
      ${recent('organization_viewers', 'organization_id', 'viewed_at')} as "totalNewViewers",
      (select balance - reserved from wallets where user_id = $1) as "walletCoin"
    ) s) as summary,
    (select row_to_json(s) from (select
      ${list('select label, views from months')} as "viewerStatisticsOfLastSixMonths",
      ${list('select label, liked, interested, going from months')} as "interactionStatisticsOfLastSixMonths",
      $2::text as "timeZone"
    ) s) as statistics,
    array_to_json(array(
      select row_to_json(post) from page cross join lateral (${post}) post where kind = 'upcoming' order by place
    )) as upcoming,
    ${list(`
      select row_to_json(post) as post, ${list(`
        select u.id as "userId", u.user_type as "userType",
          coalesce(o.name, concat_ws(' ', i.first_name, i.last_name)) as "userName", i.first_name as "userFirstName",
          i.last_name as "userLastName", coalesce(o.profile_picture, i.profile_picture) as "userProfilePicture"
        from (
          select user_id, max(at) as at from (
            ${reactedBy('liked_at')} union all ${reactedBy('interested_at')} union all ${reactedBy('going_at')}
          ) reaction group by user_id order by at desc, user_id desc limit 3
        ) newest
        join users u on u.id = newest.user_id
        left join individuals i on i.user_id = u.id left join organizations o on o.user_id = u.id
        order by newest.at desc, newest.user_id desc
      `)} as "interactedUsers"
      from page cross join lateral (${post}) post where kind = 'ended' order by place
    `)} as "recentlyEnded"
  ) data`;

/** The JSON of `data` in the server's response. */
export async function readDashboard(pool: pg.Pool, organizationId: string): Promise<string> {
  const values = [organizationId, 'America/Toronto'];
  const { rows } = await pool.query<{ data: string }>({ name: 'dashboard', text: statement, values });
  return rows[0]?.data ?? 'null';
}
