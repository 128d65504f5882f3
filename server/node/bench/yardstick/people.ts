import type pg from 'pg';
import { instant, list } from './json.ts';

/*
 * A page of a list of people as quickly as we know how to return it: one prepared statement, which also writes the JSON
 * and where the pages around it begin. It knows nothing of sessions and of privacy, and no pages near the first one.
 */

/** Which page, of what order. */
export interface PeoplePage {
  listId: string;
  /** A column that lists are sorted by. */
  column: string;
  /** The first one of the page and the number of the page; absent for the first page. */
  from?: { key: string; id: string; page: number };
  /** Beginnings of words of the name, as a query of words. */
  search?: string;
}

const last = (column: string) => `
  (array_agg(said.post_id order by ${column} desc, said.post_id desc) filter (where ${column} is not null))[1]`;
const lastOf = (what: string) => `
  case when said.${what}_at is not null then json_build_object('${what}At', ${instant(`said.${what}_at`)}) end`;
const postOf = (what: string) => `(
  select row_to_json(post) from (
    select id as "_id", post_type as "postType", title from posts where id = said.${what}_post
  ) post
)`;

const user = `
  select u.id as "_id", u.user_type as "userType", (
      select row_to_json(b) from (select i.first_name as "firstName", i.last_name as "lastName",
        coalesce(o.name, concat_ws(' ', i.first_name, i.last_name)) as name,
        coalesce(o.profile_picture, i.profile_picture) as "profilePicture") b
    ) as "basicInfo",
    ${instant('listed.added_at')} as "addedAt", said.total as "totalInteractions",
    ${lastOf('liked')} as "lastLiked", ${postOf('liked')} as "lastLikedPost",
    ${lastOf('interested')} as "lastInterested", ${postOf('interested')} as "lastInterestedPost",
    ${lastOf('going')} as "lastGoing", ${postOf('going')} as "lastGoingPost",
    exists (select from follows where follower_id = u.id and following_id = l.creator_id) as follows,
    exists (select from endorsements where endorser_id = u.id and endorsee_id = l.creator_id) as endorses,
    exists (
      select from follow_invitations where organization_id = l.creator_id and invitee_id = u.id
    ) as invited
  from (select id, n from ahead where n <= 30) page
  join users u on u.id = page.id
  join cultivation_users listed on listed.cultivation_id = $1 and listed.user_id = u.id
  left join individuals i on i.user_id = u.id
  left join organizations o on o.user_id = u.id
  cross join lateral (
    select count(said.liked_at) + count(said.interested_at) + count(said.going_at) as total,
      max(said.liked_at) as liked_at, ${last('said.liked_at')} as liked_post,
      max(said.interested_at) as interested_at, ${last('said.interested_at')} as interested_post,
      max(said.going_at) as going_at, ${last('said.going_at')} as going_post
    from post_interests said join posts p on p.id = said.post_id
    where said.user_id = u.id and p.creator_id = l.creator_id
  ) said
  order by page.n`;

const keyTypes: Record<string, string> = {
  sort_name: 'text',
  interactions: 'integer',
  follows: 'boolean',
  endorses: 'boolean',
  invited: 'boolean',
};
const typeOf = (column: string) => keyTypes[column] ?? 'timestamptz';
const textOf = (column: string) =>
  typeOf(column) === 'timestamptz'
    ? `((extract(epoch from ${column}) * 1000)::bigint)::text`
    : `${column}::text`;
const valueOf = (column: string) =>
  typeOf(column) === 'timestamptz'
    ? 'to_timestamp($2::text::bigint / 1000.0)'
    : `$2::text::${typeOf(column)}`;

/** The order is descending. */
function statementFor({ column, from, search }: PeoplePage): string {
  const people = (where: string, order: 'asc' | 'desc', limit: number) => `
    select user_id as id, user_id || '_' || ${textOf(column)} as cursor,
      row_number() over (order by ${column} ${order}, user_id ${order}) as n
    from cultivation_users where cultivation_id = $1 and ${where}
    order by ${column} ${order}, user_id ${order} limit ${limit}`;
  const named = `user_id in (select user_id from individuals where name_words @@ $2::tsquery)`;
  const place = `(${column}, user_id) %s (${valueOf(column)}, $3::uuid)`;
  return `
    with ahead as materialized (${
      from ? people(place.replace('%s', '<='), 'desc', 121) : people(search ? named : 'true', 'desc', 151)
    })
    ${from ? `, behind as materialized (${people(place.replace('%s', '>'), 'asc', 120)})` : ''},
    counted as materialized (select count(*) as count from (
      ${from ? 'select from cultivation_users where cultivation_id = $1 limit 151' : 'select from ahead'}
    ) rows_of_list),
    starts as (${
      from
        ? `select $4::int - n / 30 as page, cursor from behind where n in (30, 60)
          union all select $4::int + (n - 1) / 30, cursor from ahead where n in (1, 31, 61)`
        : `select (n - 1) / 30 + 1 as page, case when n > 1 then cursor end as cursor from ahead
          where n % 30 = 1 and n <= 121`
    })
    select row_to_json(data)::text as data from (
      select l.id as "_id", l.title, l.description, ${instant('l.created_at')} as "createdAt",
        l.creator_id as "creatorId", c.people as "totalUsers", l.rules is not null as "keepsItself", l.rules,
        ${instant('l.filled_at')} as "filledAt", ${list(user)} as users, c.invited as "invitedUsers",
        c.followed as "followedAfterInvitation", ${from ? '$4::int' : '1'} as page,
        ${list('select page, cursor from starts order by page')} as pages,
        least(counted.count, 150) as total, counted.count <= 150 as "isTotalExact"
      from cultivations l join cultivation_counters c on c.cultivation_id = l.id, counted where l.id = $1
    ) data`;
}

/** The JSON of `data` in the server's response. */
export async function readPeople(pool: pg.Pool, page: PeoplePage): Promise<string> {
  const { listId, column, from, search } = page;
  const { rows } = await pool.query<{ data: string }>({
    name: `people ${column} ${from !== undefined} ${search !== undefined}`,
    text: statementFor(page),
    values: [listId, ...(from ? [from.key, from.id, from.page] : search ? [search] : [])],
  });
  return rows[0]?.data ?? 'null';
}
