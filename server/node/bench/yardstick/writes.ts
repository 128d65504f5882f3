import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { usualReminders } from '#server/reminders/reminder-rules.schema.ts';
import { hashOf } from './session.ts';

/*
 * The writes that people do most, in one prepared statement each: what the server reads and the rows that it writes,
 * with the same contents. That is the session of who writes, whether the post is there to be seen and the sender lets
 * the receiver know, the key with its result, the effect and its counters (for all time and by month,
 * of the post and of its organization), the notification with its latest senders, the receiver's counts, the usual reminder
 * of who goes, deliveries to webhooks, and the events of both. Left out is what takes more than one statement: locks that put writers in
 * order, and a fresh look after them. Each is new: nobody has reacted, followed or shared before, and nobody's privacy
 * depends on who their friends are.
 *
 * `$1` is what it is done to, `$2` who does it, `$3` the idempotency key, `$4` now, `$5` an id for a new row and `$6` the
 * hash of the session's token.
 */

const signedIn = `exists (
    select from sessions s join users u on u.id = s.user_id
    where s.bearer_hash = $6 and s.user_id = $2 and s.expires_at > $4 and u.user_type = 'individual'
  )`;

/** Stores the key with `data`, a column of the one row of `from`. */
const operation = (from: string) => `
  operation as (
    insert into operations (user_id, op_id, request_hash, result, created_at)
    select $2, $3, encode(sha256($1::text::bytea), 'hex'), jsonb_build_object('data', data), $4 from ${from}
  )`;

interface Notification {
  type: string;
  /** Has the receiver as `user_id`, the post as `post_id`, and the post's `summary`, where there is one. */
  from: string;
  /** Whether the sender is one whom the receiver may know of, with `i` for the sender's row of `individuals`. */
  visible: string;
  /** Type and payload of the event for who writes, and of the one that the receiver gets beside the notification. */
  events: {
    own: [type: string, payload: string];
    /** A second one for who writes, with where it comes from: one row. */
    further?: { type: string; payload: string; from: string } | undefined;
    receiver?: [type: string, payload: string];
  };
}

/** How many further events there are. */
const countOf = (further: Notification['events']['further']) =>
  further ? `(select count(*) from ${further.from})` : '0';

/** Notifies the receiver, and appends events to the logs of both. */
const notification = ({ type, from, visible, events: { own, further, receiver } }: Notification) => `
  line as (
    insert into notifications (id, user_id, type, post_id, latest_at)
    select $5, f.user_id, '${type}', f.post_id, $4 from ${from} f
    where exists (select from individuals i where i.user_id = $2 and ${visible})
      and not exists (
        select from notification_senders
        where user_id = f.user_id and type = '${type}' and object_id = coalesce(f.post_id, f.user_id) and sender_id = $2
      )
    on conflict (user_id, type, post_id) where is_open do update set latest_at = excluded.latest_at
    returning id, user_id, post_id, (id = $5)::int as began
  ),
  sender as (
    insert into notification_senders (notification_id, user_id, type, object_id, sender_id, created_at)
    select id, user_id, '${type}', coalesce(post_id, user_id), $2, $4 from line
  ),
  head as (
    insert into user_heads (user_id, seq)
    select * from (
      select $2::uuid as user_id, 2 + ${countOf(further)} as seq
      union all select user_id, ${receiver ? 3 : 2} from line
    ) changed order by user_id
    on conflict (user_id) do update set seq = user_heads.seq + excluded.seq
    returning user_id, seq
  ),
  draft as (
    select $2::uuid as user_id, 1 + ${countOf(further)} as back, '${own[0]}' as type, ${own[1]} as payload,
      $3::uuid as op_id
    from ${from}
    ${further ? `union all select $2, 1, '${further.type}', ${further.payload}, $3 from ${further.from}` : ''}
    union all select $2, 0, 'operation-done', '{}', $3
    ${receiver ? `union all select user_id, 2, '${receiver[0]}', ${receiver[1]}, null from line` : ''}
    union all
    select line.user_id, 1, 'notification-upserted', jsonb_build_object('notification', jsonb_build_object(
      '_id', line.id, 'type', '${type}', 'isRead', false, 'isDeleted', false, 'createdAt', $4::timestamptz,
      'senders', (
        select jsonb_agg(jsonb_build_object('createdAt', s.created_at, 'userId', jsonb_build_object(
          '_id', s.sender_id, 'userType', 'individual', 'basicInfo', jsonb_build_object(
            'name', concat_ws(' ', i.first_name, i.last_name), 'firstName', i.first_name, 'lastName', i.last_name,
            'profilePicture', i.profile_picture))))
        from (
          select $2::uuid as sender_id, $4::timestamptz as created_at
          union all (
            select sender_id, created_at from notification_senders
            where notification_id = line.id order by created_at desc, sender_id desc limit 2
          )
        ) s join individuals i on i.user_id = s.sender_id
      ),
      'totalSenders', (select count(*) + 1 from notification_senders where notification_id = line.id),
      'senderId', $2::uuid, 'userType', 'individual', 'postId', f.summary)), null
    from line, ${from} f
    union all
    select line.user_id, 0, 'notification-count', (
      select jsonb_build_object(
        'total', count(*) + line.began, 'onlyNew', count(*) filter (where not is_read) + line.began)
      from notifications own where own.user_id = line.user_id and delete_after is null
    ), null
    from line
  ),
  event as (
    insert into user_events (user_id, seq, type, payload, bytes, op_id, created_at)
    select head.user_id, head.seq - back, type, payload, octet_length(payload::text), op_id, $4
    from head join draft on draft.user_id = head.user_id
  )`;

const reaction = (column: 'liked' | 'going', type: 'like' | 'going') => `
  with post as (
    select id as post_id, creator_id as user_id, jsonb_build_object('_id', id, 'postType', post_type, 'title', title,
      'isInvited', exists (
        select from post_invitations where post_id = $1 and invitee_id = creator_id and inviter_id = $2
      )) as summary
    from posts where id = $1 and is_active and ${signedIn}
  ),
  reaction as (
    insert into post_interests (post_id, user_id, ${column}_at)
    select post_id, $2, $4 from post
    on conflict (post_id, user_id) do update set ${column}_at = excluded.${column}_at
    returning post_id, liked_at, interested_at, going_at
  ),
  counter as (
    update post_counters c set ${column} = ${column} + 1 from reaction r
    where c.post_id = r.post_id
    returning jsonb_build_object(
      'postId', c.post_id, 'interests', jsonb_build_array(jsonb_build_object('userId', $2::uuid, 'liked',
        liked_at is not null, 'interested', interested_at is not null, 'going', going_at is not null)),
      'counts', jsonb_build_object('liked', liked, 'interested', interested, 'going', going)) as data
  ),
  dated as (
    insert into post_statistics as s (post_id, period, ${column})
    select post_id, statistics_period($4), 1 from reaction
    on conflict (post_id, period) do update set ${column} = s.${column} + 1
  ),
  dated_together as (
    insert into organization_statistics as s (organization_id, period, ${column})
    select user_id, statistics_period($4), 1 from post
    on conflict (organization_id, period) do update set ${column} = s.${column} + 1
  ),
  ${column === 'going' ? `${reminderAndReport},` : ''}
  ${operation('counter')},
  ${notification({
    type,
    from: 'post',
    visible: `is_user_searchable and show_on_search = 'always' and show_activity = 'Public'`,
    events: {
      own: ['post-interest', '(select data from counter)'],
      further: column === 'going' ? remindedEvent : undefined,
    },
  })}
  select data::text as state from counter`;

/** Who goes is reminded as is usual, and the organization's webhooks are told. */
const reminderAndReport = `
  reminded as (
    insert into reminders (post_id, user_id, minutes, due_at)
    select id, $2, minutes, start_at - minutes * interval '1 minute'
    from posts cross join lateral (
      select case
        when start_at - interval '${usualReminders.first} minutes' > $4 then ${usualReminders.first}
        when start_at - interval '${usualReminders.second} minutes' > $4 then ${usualReminders.second}
      end as minutes
    ) usual
    where id in (select post_id from reaction) and creator_id <> $2 and minutes is not null
    on conflict do nothing
    returning post_id, minutes
  ),
  reported as (
    insert into webhook_deliveries (id, webhook_id, event, subject, body, created_at, next_at)
    select gen_random_uuid(), w.id, 'going.added', post_id || ' ' || $2,
      json_build_object('type', 'going.added', 'timestamp', $4::timestamptz, 'data', json_build_object('postId', post_id)), $4, $4
    from post join webhooks w on w.organization_id = post.user_id
    where 'going.added' = any (w.events) and w.disabled_at is null
    on conflict (webhook_id, event, subject) do nothing
  )`;

const remindedEvent = {
  type: 'reminder-changed',
  payload: `(select jsonb_build_object('postId', post_id, 'reminder', minutes) from reminded)`,
  from: 'reminded',
};

const statements = {
  like: reaction('liked', 'like'),
  going: reaction('going', 'going'),
  follow: `
    with followed as (
      select id as user_id, null::uuid as post_id, null::jsonb as summary from users
      where id = $1 and ${signedIn}
        and not exists (
          select from blocks
          where user_id = $1 and blocked_user_id = $2 or user_id = $2 and blocked_user_id = $1
        )
    ),
    follow as (
      insert into follows (id, follower_id, following_id, created_at)
      select gen_random_uuid(), $2, user_id, $4 from followed
      returning jsonb_build_object('isFollowing', true, 'follow', jsonb_build_object('_id', id, 'createdAt', created_at,
        'followerId', follower_id, 'followingId', following_id), 'totalFollowers',
        (select count(*) + 1 from follows where following_id = $1)) as data
    ),
    ${operation('follow')},
    ${notification({
      type: 'follow',
      from: 'followed',
      visible: 'true',
      events: {
        own: ['follow-changed', `jsonb_build_object('userId', user_id, 'follows', true)`],
        receiver: ['followers-changed', `'{}'`],
      },
    })}
    select data::text as state from follow`,
  share: `
    with post as (select id from posts where id = $1 and is_active and ${signedIn}),
    share as (
      insert into shares (id, user_id, post_id, created_at)
      select $5, $2, id, $4 from post
      returning id, jsonb_build_object('_id', id, 'userId', user_id, 'postId', post_id, 'createdAt', created_at) as data
    ),
    ${operation('share')},
    job as materialized (
      select graphile_worker.add_job('announce-share', json_build_object('shareId', id, 'after', null)) from share
    ),
    head as (
      insert into user_heads (user_id, seq) values ($2, 1)
      on conflict (user_id) do update set seq = user_heads.seq + 1
      returning user_id, seq
    ),
    event as (
      insert into user_events (user_id, seq, type, payload, bytes, op_id, created_at)
      select user_id, seq, 'operation-done', '{}', 2, $3, $4 from head
    )
    select data::text as state from share where (select count(*) from job) > 0`,
};
export type YardstickWrite = keyof typeof statements;

/** Resolves to the new state as JSON. */
export async function write(
  pool: pg.Pool,
  name: YardstickWrite,
  { targetId, userId }: { targetId: string; userId: string },
  token: string,
): Promise<string> {
  const values = [targetId, userId, randomUUID(), new Date(), randomUUID(), hashOf(token)];
  const { rows } = await pool.query<{ state: string }>({ name, text: statements[name], values });
  return rows[0]?.state ?? 'null';
}
