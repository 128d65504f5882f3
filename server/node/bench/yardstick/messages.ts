import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { instant } from './json.ts';
import { hashOf, isSession } from './session.ts';

/*
 * Reading and sending messages, in one prepared statement each: what the server reads and writes, with the same contents.
 * Each looks up the session. Sending also looks up whether either has blocked the other and whether they are connected; it
 * numbers and stores the message, puts the conversation on top of both lists, counts it, notes that the receiver may
 * write back, stores the key with the result, and appends the events of both.
 */

/** The text that is sent. */
export const sentText = 'Shall we meet at the kitchen at six?';

const person = (id: string) => `(
  select json_build_object('_id', u.id, 'userType', u.user_type,
    'name', coalesce(o.name, concat_ws(' ', i.first_name, i.last_name)), 'firstName', i.first_name,
    'lastName', i.last_name, 'profilePicture', coalesce(o.profile_picture, i.profile_picture))
  from users u left join individuals i on i.user_id = u.id left join organizations o on o.user_id = u.id
  where u.id = ${id}
)`;

const files = (kind: 'image' | 'file') => `coalesce((
  select json_agg(json_build_object('id', id) order by position) from files where message_id = g.id and kind = '${kind}'
), '[]')`;

/** A message `g` as the member `m` has it. */
const entity = `json_build_object('_id', g.id, 'isRead', g.sender_id = m.user_id or g.seq <= m.read_seq, 'message',
  json_build_object('_id', g.id, 'conversationId', g.conversation_id, 'seq', g.seq, 'senderId', g.sender_id,
    'receiverId', case when g.sender_id = m.user_id then m.other_id else m.user_id end, 'text', g.text,
    'images', ${files('image')}, 'attachments', ${files('file')}, 'postLink', g.post_link,
    'organizationLink', g.organization_link, 'createdAt', ${instant('g.created_at')}))`;

/** A conversation `c` as the member `m` has it, with `entity` as its last message. */
const conversation = (last: string, otherRead: string) => `json_build_object('_id', c.id,
  'members', json_build_array(${person('m.user_id')}, ${person('m.other_id')}), 'lastMessageEntity', ${last},
  'unread', m.unread, 'readUpTo', m.read_seq, 'otherReadUpTo', ${otherRead},
  'createdAt', ${instant('c.created_at')}, 'updatedAt', ${instant('m.listed_at')})`;

const history = `
  with m as (
    select user_id, other_id, cleared_seq, read_seq from conversation_members
    where conversation_id = $1 and user_id = $2 and listed_at is not null and ${isSession('$2', '$3', '$4')}
  ), page as (
    select g.* from messages g, m
    where g.conversation_id = $1 and g.seq > m.cleared_seq order by g.seq desc limit 31
  )
  select json_build_object('messageUserEntity', (
    select json_agg(${entity} order by g.seq) from (select * from page order by seq desc limit 30) g, m
  ), 'hasMore', (select count(*) > 30 from page))::text as data`;

const list = `
  with page as (
    select * from conversation_members
    where user_id = $1 and listed_at is not null and ${isSession('$1', '$2', '$3')} order by listed_at desc, conversation_id desc limit 31
  )
  select json_build_object('items', json_agg(${conversation(`(select ${entity})`, 'o.read_seq')}
    order by m.listed_at desc, m.conversation_id desc), 'cursor', case when (select count(*) from page) > 30 then '' end
  )::text as data
  from (select * from page order by listed_at desc, conversation_id desc limit 30) m
  join conversations c on c.id = m.conversation_id
  join conversation_members o on o.conversation_id = m.conversation_id and o.user_id = m.other_id
  left join messages g on g.conversation_id = m.conversation_id and g.seq = m.last_seq`;

const send = `
  with receiver as (
    select id from users
    where id = $1
      and ${isSession('$2', '$6', '$4')}
      and not exists (
        select from blocks where user_id = $1 and blocked_user_id = $2 or user_id = $2 and blocked_user_id = $1
      )
      and exists (select from connections where sender_id = $2 and receiver_id = $1 and written_at is not null)
  ),
  c as (
    insert into conversations (id, user_a, user_b, last_seq, created_at, first_sender_id, first_at)
    select gen_random_uuid(), least($2, id), greatest($2, id), 1, $4, $2, $4 from receiver
    on conflict (user_a, user_b) do update set
      last_seq = conversations.last_seq + 1,
      is_answered = conversations.is_answered or conversations.first_sender_id <> excluded.first_sender_id
    returning id, last_seq as seq, created_at
  ),
  g as (
    insert into messages (id, conversation_id, seq, sender_id, text, created_at)
    select $5, id, seq, $2, '${sentText}', $4 from c
    returning *
  ),
  m as (
    insert into conversation_members (conversation_id, user_id, other_id, listed_at, last_seq, unread)
    select id, $2::uuid, $1::uuid, $4::timestamptz, seq, 0 from c union all select id, $1, $2, $4, seq, 1 from c
    on conflict (conversation_id, user_id) do update set
      listed_at = excluded.listed_at, last_seq = excluded.last_seq,
      unread = conversation_members.unread + excluded.unread
    returning *
  ),
  counted as (
    insert into unread_messages (user_id, unread) select id, 1 from receiver
    on conflict (user_id) do update set unread = unread_messages.unread + 1
    returning unread
  ),
  written as (
    insert into connections (sender_id, receiver_id, written_at) select id, $2, $4 from receiver
    on conflict (sender_id, receiver_id) do update set written_at = excluded.written_at
    where connections.written_at is null
  ),
  shown as (
    select m.user_id, ${conversation(entity, '(select read_seq from m as o where o.user_id = m.other_id)')} as view
    from m, c, g
  ),
  result as (
    select json_build_object('message', view->'lastMessageEntity'->'message', 'conversation', view) as data
    from shown where user_id = $2
  ),
  operation as (
    insert into operations (user_id, op_id, request_hash, result, created_at)
    select $2, $3, encode(sha256($1::text::bytea), 'hex'), json_build_object('data', data), $4 from result
  ),
  head as (
    insert into user_heads (user_id, seq) select user_id, 2 from shown order by user_id
    on conflict (user_id) do update set seq = user_heads.seq + 2
    returning user_id, seq
  ),
  draft as (
    select user_id, 1 as back, 'message-added' as type, json_build_object('conversation', view)::jsonb as payload,
      case when user_id = $2 then $3::uuid end as op_id
    from shown
    union all select $2, 0, 'operation-done', '{}', $3 from c
    union all select $1, 0, 'message-count', jsonb_build_object('onlyNew', unread), null from counted
  ),
  event as (
    insert into user_events (user_id, seq, type, payload, bytes, op_id, created_at)
    select head.user_id, head.seq - back, type, payload, octet_length(payload::text), op_id, $4
    from head join draft on draft.user_id = head.user_id
  )
  select data::text as data from result`;

async function one(pool: pg.Pool, name: string, text: string, values: unknown[]): Promise<string> {
  const { rows } = await pool.query<{ data: string }>({ name, text, values });
  const data = rows[0]?.data;
  if (data === undefined) throw new Error(`The statement "${name}" returned nothing.`);
  return data;
}

/** The newest 30 messages of a conversation, for one of its members. */
export const readHistory = (pool: pg.Pool, { id, userId }: { id: string; userId: string }, token: string) =>
  one(pool, 'history', history, [id, userId, hashOf(token), new Date()]);

/** The newest 30 conversations of a user. */
export const readConversations = (pool: pg.Pool, userId: string, token: string) =>
  one(pool, 'conversations', list, [userId, hashOf(token), new Date()]);

/** Sends a message. */
export const sendMessage = (
  pool: pg.Pool,
  { receiverId, userId }: { receiverId: string; userId: string },
  token: string,
) => one(pool, 'send', send, [receiverId, userId, randomUUID(), new Date(), randomUUID(), hashOf(token)]);
