import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { PostType } from '#db/tables/posts.ts';
import type { MembershipType } from '#db/tables/relations.ts';
import { isBlockedBetween } from '../access.ts';
import { type TimelineKind, timelineKinds } from './prospects.schema.ts';

/** A place in a timeline: an entry of it. */
export interface TimelinePlace {
  at: Date;
  kind: TimelineKind;
  /** Of what the entry is about. */
  id: string;
}

/** An entry of a timeline. */
export interface TimelineRow extends TimelinePlace {
  post: { _id: string; postType: PostType; title: string } | null;
  list: { _id: string; title: string } | null;
  membershipType: MembershipType | null;
}

interface TimelineQuery {
  userId: string;
  organizationId: string;
  limit: number;
  from: TimelinePlace | undefined;
  /** Since when it is known who left lists. */
  departedSince: Date;
}

/**
 * All that there is between a user and an organization. Each part reads a range of an index that is about the user or
 * about the two, and none reads what others do. When somebody who is back on a list joined it is told by the list's own
 * row.
 */
const selectEntries = ({ userId, organizationId, departedSince }: TimelineQuery) => sql`
  select said_as.kind, said_as.at, p.id, p.id as post_id, null::uuid as list_id, null::text as membership_type
  from post_interests as said
  join posts as p on p.id = said.post_id
  cross join lateral (values
    ('liked', said.liked_at), ('interested', said.interested_at), ('going', said.going_at)
  ) as said_as (kind, at)
  where said.user_id = ${userId} and p.creator_id = ${organizationId} and said_as.at is not null
  union all
  select 'shared', s.created_at, s.id, p.id, null, null
  from shares as s join posts as p on p.id = s.post_id
  where s.user_id = ${userId} and p.creator_id = ${organizationId}
  union all
  select 'followed', created_at, id, null, null, null
  from follows where follower_id = ${userId} and following_id = ${organizationId}
  union all
  select 'endorsed', created_at, id, null, null, null
  from endorsements where endorser_id = ${userId} and endorsee_id = ${organizationId}
  union all
  select 'invited-to-follow', created_at, batch_id, null, null, null
  from follow_invitations where organization_id = ${organizationId} and invitee_id = ${userId}
  union all
  select 'invited-to-view', v.created_at, p.id, p.id, null, null
  from post_invitations as v join posts as p on p.id = v.post_id
  where v.invitee_id = ${userId} and v.inviter_id = ${organizationId}
    and (p.is_active or p.creator_id = ${organizationId})
  union all
  select case requested_by when 'individual' then 'membership-requested' else 'membership-offered' end,
    created_at, id, null, null, membership_type
  from memberships where individual_id = ${userId} and organization_id = ${organizationId}
  union all
  select 'membership-accepted', answered_at, id, null, null, membership_type
  from memberships
  where individual_id = ${userId} and organization_id = ${organizationId} and status = 'accepted'
    and answered_at is not null
  union all
  select 'conversation', mine.listed_at, c.id, null, null, null
  from conversations as c
  join conversation_members as mine on mine.conversation_id = c.id and mine.user_id = ${organizationId}
  where c.user_a = least(${userId}::uuid, ${organizationId}::uuid)
    and c.user_b = greatest(${userId}::uuid, ${organizationId}::uuid)
    and mine.listed_at is not null and mine.last_seq > mine.cleared_seq
  union all
  select case when l.rules is null then 'added-to-list' else 'joined-list' end, listed.added_at, l.id, null, l.id, null
  from cultivation_users as listed join cultivations as l on l.id = listed.cultivation_id
  where listed.user_id = ${userId} and l.creator_id = ${organizationId}
  union all
  select gone_as.kind, gone_as.at, l.id, null, l.id, null
  from cultivation_departures as gone
  join cultivations as l on l.id = gone.cultivation_id
  cross join lateral (values ('joined-list', gone.joined_at), ('left-list', gone.left_at)) as gone_as (kind, at)
  where gone.user_id = ${userId} and l.creator_id = ${organizationId} and gone.left_at >= ${departedSince}::timestamptz
    and not ${isBlockedBetween('gone.user_id', organizationId)}
    and (gone_as.kind = 'left-list' or not exists (
      select from cultivation_users as back where back.cultivation_id = l.id and back.user_id = gone.user_id
    ))`;

const rankOf = (kind: TimelineKind): number => timelineKinds.indexOf(kind) + 1;

/** Entries of a timeline after a place, the newest first. One statement. */
export async function findTimeline(db: Db, query: TimelineQuery): Promise<TimelineRow[]> {
  const { from, limit } = query;
  const place = from
    ? sql`(at, rank, id) < (${from.at}::timestamptz, ${rankOf(from.kind)}::int, ${from.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<TimelineRow>`
    with entry as materialized (
      select * from (
        select found.*, array_position(${[...timelineKinds]}::text[], kind) as rank
        from (${selectEntries(query)}) as found
      ) as ranked
      where ${place} order by at desc, rank desc, id desc limit ${limit}
    )
    select entry.at, entry.kind, entry.id, entry.membership_type as "membershipType",
      case when p.id is not null then json_build_object('_id', p.id, 'postType', p.post_type, 'title', p.title) end
        as post,
      case when l.id is not null then json_build_object('_id', l.id, 'title', l.title) end as list
    from entry
    left join posts as p on p.id = entry.post_id
    left join cultivations as l on l.id = entry.list_id
    order by at desc, rank desc, entry.id desc`.execute(db);
  return rows;
}
