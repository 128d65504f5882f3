import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/*
 * A like in one prepared statement: the rows that the server writes, with contents of about the same size. Of a post
 * that the user has not reacted to, and of which the organization has read nothing yet.
 */
const statement = `
  with post as (
    select id, creator_id, post_type, title from posts where id = $1 and is_active
  ),
  operation as (
    insert into operations (user_id, op_id, request_hash, result, created_at)
    select $2, $3, encode(sha256(id::text::bytea), 'hex'),
      json_build_object('data', json_build_object('postId', id, 'interests', json_build_array(json_build_object(
        'userId', $2::uuid, 'liked', true, 'interested', false, 'going', false)))), $4
    from post
  ),
  reaction as (
    insert into post_interests (post_id, user_id, liked_at)
    select id, $2, $4 from post
    returning post_id
  ),
  counter as (
    update post_counters set liked = liked + 1 from reaction where post_counters.post_id = reaction.post_id
    returning post_counters.post_id, liked, interested, going
  ),
  line as (
    insert into notifications (id, user_id, type, post_id, latest_at)
    select $5, creator_id, 'like', id, $4 from post
    on conflict (user_id, type, post_id) where is_open do update set latest_at = excluded.latest_at
    returning id, user_id, post_id
  ),
  sender as (
    insert into notification_senders (notification_id, user_id, type, object_id, sender_id, created_at)
    select id, user_id, 'like', post_id, $2, $4 from line
  ),
  head as (
    insert into user_heads (user_id, seq)
    select $2::uuid, 2 union all select creator_id, 2 from post
    on conflict (user_id) do update set seq = user_heads.seq + excluded.seq
    returning user_id, seq
  ),
  event as (
    insert into user_events (user_id, seq, type, payload, op_id, created_at)
    select head.user_id, head.seq - step,
      case when head.user_id = $2 then 'post-interest' else 'notification-upserted' end,
      json_build_object('notification', json_build_object('_id', $5::uuid, 'type', 'like', 'isRead', false,
        'createdAt', $4::timestamptz, 'senders', json_build_array(json_build_object('_id', $2::uuid)),
        'totalSenders', 1, 'postId', json_build_object('_id', post.id, 'postType', post.post_type, 'title', post.title))),
      case when head.user_id = $2 then $3::uuid end, $4
    from head, post, generate_series(0, 1) step
  )
  select row_to_json(counter)::text as state from counter`;

/** Answers the new counts as JSON. */
export async function like(
  pool: pg.Pool,
  { postId, userId }: { postId: string; userId: string },
): Promise<string> {
  const values = [postId, userId, randomUUID(), new Date(), randomUUID()];
  const { rows } = await pool.query<{ state: string }>({ name: 'like', text: statement, values });
  return rows[0]?.state ?? 'null';
}
