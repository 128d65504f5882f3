import type pg from 'pg';
import { instant, list } from './json.ts';
import { hashOf, isSession } from './session.ts';

/*
 * The first page of a feed as quickly as we know how to return it: one prepared statement, which also looks up the session
 * and writes the JSON. It knows nothing of later pages, or of posts that were shared before they were published.
 */

/** The reader, hidden from the planner, so that one plan serves everybody. */
const reader = '(select $1::uuid)';

const since = '(select at from since)';

const page = `
  shared as materialized (
    select distinct on (s.post_id) s.post_id, s.created_at as at, s.user_id
    from friends f
    join individuals i on i.user_id = f.friend_id and i.show_activity <> 'no-one'
    join shares s on s.user_id = f.friend_id
    where f.user_id = ${reader}
    order by s.post_id, s.created_at desc, s.user_id desc
  ),
  followed as materialized (
    select o.user_id, o.last_published_at as at
    from (select following_id as id from follows where follower_id = ${reader} union all select ${reader}) f
    join organizations o on o.user_id = f.id
    where o.last_published_at is not null
  ),
  since as materialized (
    select coalesce((select at from followed order by at desc offset 30 limit 1), '-infinity') as at
  ),
  entries as (
    select s.post_id, s.at, s.user_id as shared_by
    from shared s join posts p on p.id = s.post_id and p.is_active
    where s.at >= ${since}
    union all
    select p.id, p.published_at, null
    from followed f cross join lateral (
      select id, published_at from posts
      where creator_id = f.user_id and is_active and published_at >= ${since}
        and id not in (select post_id from shared)
      order by published_at desc, id desc limit 31
    ) p
    where f.at >= ${since}
    union all
    select p.post_id, p.published_at, null
    from user_impact_areas mine cross join lateral (
      select post_id, published_at from post_impact_areas
      where impact_area_id = mine.impact_area_id and published_at >= ${since}
        and post_id not in (select post_id from shared)
      order by published_at desc, post_id desc limit 31
    ) p
    where mine.user_id = ${reader}
  ),
  page as materialized (
    select distinct on (at, post_id) * from entries order by at desc, post_id desc limit 31
  )`;

/** The post of a row of `page`, which has a `post_id`, and with `shared_by` and `at` who shared it and when. */
export const post = `
  select p.id as _id, p.post_type as "postType", p.title, p.description,
    ${list(`
      select path, width, height, description, ${instant('created_at')} as "createdAt"
      from post_images where post_id = p.id order by position
    `)} as images,
    ${list(`
      select a.id as _id, a.name from post_impact_areas pa join impact_areas a on a.id = pa.impact_area_id
      where pa.post_id = p.id order by a.name
    `)} as "impactAreas",
    ${list(`
      select s.id as _id, s.name from post_skills ps join skills s on s.id = ps.skill_id
      where ps.post_id = p.id order by s.name
    `)} as skills,
    p.keywords, ${instant('p.start_at')} as "startDateTime", ${instant('p.end_at')} as "endDateTime",
    p.time_zone as "timeZone",
    case when p.full_address is not null then (
      select row_to_json(a) from (select p.full_address as "fullAddress", p.latitude, p.longitude) a
    ) end as address,
    p.creator_id as "creatorId", o.name as "organizationName", o.profile_picture as "organizationProfilePicture",
    ${instant('p.created_at')} as "createdAt", ${instant('p.published_at')} as "publishedAt",
    p.is_active as "isActive", p.top_need as "topNeed", p.post_url as "postURL", p.contact,
    p.expected_required_hours as "expectedRequiredHours",
    ${list(`
      select name, requirement, needed_by as "neededBy" from post_required_items
      where post_id = p.id order by position
    `)} as "requiredItems",
    p.petition_link as "petitionLink",
    p.post_type in ('event', 'project', 'volunteering', 'advocacy') as addable,
    exists (select from scheduler_entries where user_id = ${reader} and post_id = p.id) as "isAdded",
    (select minutes from reminders where post_id = p.id and user_id = ${reader}) as reminder, c.views,
    exists (select from follows where follower_id = ${reader} and following_id = p.creator_id) as follows,
    p.scheduled_publish as "scheduledPublish",
    ${instant('p.scheduled_publish_at')} as "scheduledPublishDateTime",
    page.shared_by as "sharedBy",
    nullif(concat_ws(' ', friend.first_name, friend.last_name), '') as "sharedByName",
    case when page.shared_by is not null then ${instant('page.at')} end as "sharedAt",
    ${list(`
      select user_id as "userId", liked_at is not null as liked, interested_at is not null as interested,
        going_at is not null as going
      from post_interests
      where post_id = p.id and user_id = ${reader} and num_nonnulls(liked_at, interested_at, going_at) > 0
    `)} as interests,
    (select row_to_json(n) from (select c.liked, c.interested, c.going) n) as counts
  from posts p
  join organizations o on o.user_id = p.creator_id
  join post_counters c on c.post_id = p.id
  left join individuals friend on friend.user_id = page.shared_by
  where p.id = page.post_id`;

const statement = `with ${page}
  select row_to_json(post)::text as post, page.post_id as id,
    (extract(epoch from page.at) * 1000)::bigint as at, (select count(*) from page) as found
  from (select * from page order by at desc, post_id desc limit 30) page cross join lateral (${post}) post
  where ${isSession('$1', '$2', '$3')}
  order by page.at desc, page.post_id desc`;

interface Row {
  post: string;
  id: string;
  at: string;
  found: string;
}

/** The JSON of `data` in the server's answer. */
export async function readFeed(pool: pg.Pool, readerId: string, token: string): Promise<string> {
  const values = [readerId, hashOf(token), new Date()];
  const { rows } = await pool.query<Row>({ name: 'feed', text: statement, values });
  const last = rows.at(-1);
  const cursor =
    last && Number(last.found) > rows.length ? `"${Number(last.at).toString(36)}_${last.id}"` : 'null';
  return `{"items":[${rows.map((row) => row.post).join()}],"cursor":${cursor}}`;
}
