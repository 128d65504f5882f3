import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/*
 * The writes that people do most, in one prepared statement each: the rows that the server writes, with contents of
 * about the same size. Each is new: nobody has reacted, followed or shared before. `$1` is what it is done to, `$2` who
 * does it, `$3` the idempotency key, `$4` now and `$5` an id for a new row.
 */

const operation = (from: string) => `
  operation as (
    insert into operations (user_id, op_id, request_hash, result, created_at)
    select $2, $3, encode(sha256(id::text::bytea), 'hex'),
      json_build_object('data', json_build_object('id', id, 'interests', json_build_array(json_build_object(
        'userId', $2::uuid, 'liked', true, 'interested', false, 'going', false)))), $4
    from ${from}
  )`;

/** Notifies the receiver, a column of `from`, and appends two events to the log of each of the two. */
const notification = ({
  from,
  receiver,
  type,
  post,
}: Record<'from' | 'receiver' | 'type' | 'post', string>) => `
  line as (
    insert into notifications (id, user_id, type, post_id, latest_at)
    select $5, ${receiver}, '${type}', ${post}, $4 from ${from}
    on conflict (user_id, type, post_id) where is_open do update set latest_at = excluded.latest_at
    returning id, user_id, post_id
  ),
  sender as (
    insert into notification_senders (notification_id, user_id, type, object_id, sender_id, created_at)
    select id, user_id, '${type}', coalesce(post_id, user_id), $2, $4 from line
  ),
  head as (
    insert into user_heads (user_id, seq)
    select $2::uuid, 2 union all select ${receiver}, 2 from ${from}
    on conflict (user_id) do update set seq = user_heads.seq + excluded.seq
    returning user_id, seq
  ),
  event as (
    insert into user_events (user_id, seq, type, payload, op_id, created_at)
    select head.user_id, head.seq - step,
      case when head.user_id = $2 then 'post-interest' else 'notification-upserted' end,
      json_build_object('notification', json_build_object('_id', $5::uuid, 'type', '${type}', 'isRead', false,
        'createdAt', $4::timestamptz, 'senders', json_build_array(json_build_object('_id', $2::uuid)),
        'totalSenders', 1, 'postId', row_to_json(${from}))),
      case when head.user_id = $2 then $3::uuid end, $4
    from head, ${from}, generate_series(0, 1) step
  )`;

const reaction = (column: 'liked' | 'going', type: 'like' | 'going') => `
  with post as (
    select id, creator_id, post_type, title from posts where id = $1 and is_active
  ),
  ${operation('post')},
  reaction as (
    insert into post_interests (post_id, user_id, ${column}_at)
    select id, $2, $4 from post
    on conflict (post_id, user_id) do update set ${column}_at = excluded.${column}_at
    returning post_id
  ),
  counter as (
    update post_counters set ${column} = ${column} + 1 from reaction
    where post_counters.post_id = reaction.post_id
    returning post_counters.post_id, liked, interested, going
  ),
  ${notification({ from: 'post', receiver: 'creator_id', type, post: 'id' })}
  select row_to_json(counter)::text as state from counter`;

const statements = {
  like: reaction('liked', 'like'),
  going: reaction('going', 'going'),
  follow: `
    with followed as (select id, user_type from users where id = $1),
    ${operation('followed')},
    follow as (
      insert into follows (id, follower_id, following_id, created_at)
      select gen_random_uuid(), $2, id, $4 from followed
      returning id, follower_id, following_id
    ),
    ${notification({ from: 'followed', receiver: 'id', type: 'follow', post: 'null::uuid' })}
    select json_build_object('follow', row_to_json(follow), 'totalFollowers',
      (select count(*) + 1 from follows where following_id = $1))::text as state from follow`,
  share: `
    with post as (select id from posts where id = $1 and is_active),
    ${operation('post')},
    share as (
      insert into shares (id, user_id, post_id, created_at)
      select $5, $2, id, $4 from post
      returning id, user_id, post_id
    ),
    job as materialized (
      select graphile_worker.add_job('announce-share', json_build_object('shareId', id, 'after', null)) from share
    ),
    head as (
      insert into user_heads (user_id, seq) values ($2, 1)
      on conflict (user_id) do update set seq = user_heads.seq + 1
      returning user_id, seq
    ),
    event as (
      insert into user_events (user_id, seq, type, payload, op_id, created_at)
      select user_id, seq, 'operation-done', '{}', $3, $4 from head
    )
    select row_to_json(share)::text as state from share where (select count(*) from job) > 0`,
};
export type YardstickWrite = keyof typeof statements;

/** Resolves to the new state as JSON. */
export async function write(
  pool: pg.Pool,
  name: YardstickWrite,
  { targetId, userId }: { targetId: string; userId: string },
): Promise<string> {
  const values = [targetId, userId, randomUUID(), new Date(), randomUUID()];
  const { rows } = await pool.query<{ state: string }>({ name, text: statements[name], values });
  return rows[0]?.state ?? 'null';
}
