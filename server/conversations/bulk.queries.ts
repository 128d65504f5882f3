import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { afterCursor, cutPage, type KeysetCursor } from '#db/keyset.ts';
import type { BulkMessagesTable } from '#db/tables/conversations.ts';
import { isBlockedBetween, isConnected, mayFindIndividual, mayReach } from '../access.ts';
import { selectConnected } from '../connections/connections.queries.ts';
import { type BulkMessageView, type Group, isMembershipType } from './bulk.schema.ts';
import { type NumberedConversation, numberNext } from './conversations.queries.ts';

/**
 * To whom a sender writes: users by their ids, by what they are to the sender, or those whom a query selects as `id`,
 * each of whom the sender may find.
 */
export type Recipients = { receiverIds: readonly string[] } | { people: RawBuilder<unknown> } | GroupAtTime;

/** A group, and what it depends on: since when somebody is new, and the current month, which memberships last in. */
type GroupAtTime = Group & { newSince: Date; month: number };

export interface RecipientQuery {
  senderId: string;
  recipients: Recipients;
  onlyConnected: boolean;
}

/** How many are sent to in one transaction. */
const batchSize = 200;

/** Selects whom a message can reach, as `id`, with whether they are connected. */
function selectRecipients(db: Db, { senderId, recipients, onlyConnected }: RecipientQuery) {
  const found =
    'receiverIds' in recipients
      ? selectNamed(senderId, recipients)
      : 'people' in recipients
        ? selectFound(db, senderId, recipients)
        : selectGroup(db, senderId, recipients);
  return sql<{ id: string; isConnected: boolean }>`
    select id, is_connected from (${found}) as found where ${onlyConnected ? sql`is_connected` : sql`true`}`;
}

const selectNamed = (senderId: string, { receiverIds }: { receiverIds: readonly string[] }) => sql`
  select u.id, ${isConnected(senderId, 'u.id')} as is_connected
  from users as u
  where u.id = any(${receiverIds}::uuid[]) and u.id <> ${senderId} and ${mayReach('u.id', senderId)}`;

const selectFound = (db: Db, senderId: string, { people }: { people: RawBuilder<unknown> }) => sql`
  select found.id, k.id is not null as is_connected
  from (${people}) as found left join (${selectConnected(db, senderId)}) as k on k.id = found.id
  where found.id <> ${senderId} and ${isUnblocked('found.id', senderId)}`;

/** Whether there is no block between the sender and any of many users. */
const isUnblocked = (user: string, senderId: string) => sql`${sql.ref(user)} not in (
  select blocked_user_id from blocks where user_id = ${senderId}
  union all select user_id from blocks where blocked_user_id = ${senderId}
)`;

/** Everybody of a group. What holds for each is found for all at once: there may be 100,000 of them. */
function selectGroup(db: Db, senderId: string, group: GroupAtTime) {
  const { connection, connectionType, newSince } = group;
  const isOfType =
    connectionType === 'new'
      ? sql`g.at > ${newSince}`
      : connectionType === 'individual' || connectionType === 'organization'
        ? sql`u.user_type = ${connectionType}`
        : sql`true`;
  // The other lists are shown to their owner as a whole; who viewed something is shown as far as they can be found.
  const isVisible =
    connection === 'viewers'
      ? sql`(k.id is not null or i.user_id is null or ${mayFindIndividual('i', senderId)})`
      : sql`true`;
  return sql`
    select u.id, k.id is not null as is_connected
    from (${groups[connection](senderId, group)}) as g
    join users as u on u.id = g.id
    left join individuals as i on i.user_id = g.id
    left join (${selectConnected(db, senderId)}) as k on k.id = g.id
    where g.id <> ${senderId} and ${isOfType} and ${isVisible}
      and ${isUnblocked('g.id', senderId)}`;
}

/** People as `id`, with since when they are what they are to the sender as `at`. */
const groups: Record<Group['connection'], (senderId: string, group: GroupAtTime) => RawBuilder<unknown>> = {
  followers: (id) => sql`select follower_id as id, created_at as at from follows where following_id = ${id}`,
  followings: (id) => sql`select following_id as id, created_at as at from follows where follower_id = ${id}`,
  endorsers: (id) =>
    sql`select endorser_id as id, created_at as at from endorsements where endorsee_id = ${id}`,
  viewers: (id) =>
    sql`select viewer_id as id, viewed_at as at from organization_viewers where organization_id = ${id}`,
  friends: (id) => sql`
    select receiver_id as id, accepted_at as at from friendships where sender_id = ${id} and status = 'accepted'
    union all
    select sender_id, accepted_at from friendships where receiver_id = ${id} and status = 'accepted'`,
  members: (id, { connectionType, month }) => sql`
    select individual_id as id, max(coalesce(answered_at, created_at)) as at
    from memberships
    where organization_id = ${id} and status = 'accepted'
      and start_month <= ${month} and coalesce(end_month, ${month}) >= ${month}
      and ${isMembershipType(connectionType) ? sql`membership_type = ${connectionType}` : sql`true`}
    group by individual_id`,
};

/** How many recipients there are, and how many of them are connected. */
export async function countRecipients(
  db: Db,
  query: RecipientQuery,
): Promise<{ total: number; connected: number }> {
  const { rows } = await sql<{ total: number; connected: number }>`
    select count(*) as total, count(*) filter (where is_connected) as connected
    from (${selectRecipients(db, query)}) as recipient`.execute(db);
  return rows[0] ?? { total: 0, connected: 0 };
}

/**
 * Stores the recipients of a bulk message in batches. Returns how many there are, and to how many of them who are not
 * connected the sender has never written.
 */
export async function insertRecipients(
  trx: Trx,
  { bulkId, ...query }: RecipientQuery & { bulkId: string },
): Promise<{ total: number; connected: number; begun: number }> {
  const { senderId } = query;
  const { rows } = await sql<{ total: number; connected: number; begun: number }>`
    with recipient as materialized (
      select id, is_connected, (row_number() over (order by id) - 1) / ${batchSize}::int as number
      from (${selectRecipients(trx, query)}) as recipients
    ), batch as (
      insert into bulk_batches (bulk_id, number, free_ids, paid_ids)
      select ${bulkId}::uuid, number,
        coalesce(array_agg(id order by id) filter (where is_connected), '{}'),
        coalesce(array_agg(id order by id) filter (where not is_connected), '{}')
      from recipient group by number
    )
    select count(*) as total, count(*) filter (where is_connected) as connected,
      count(*) filter (where not is_connected and not coalesce((
        select first_sender_id is not null from conversations
        where user_a = least(recipient.id, ${senderId}::uuid) and user_b = greatest(recipient.id, ${senderId}::uuid)
      ), false)) as begun
    from recipient`.execute(trx);
  return rows[0] ?? { total: 0, connected: 0, begun: 0 };
}

/** A bulk message that begins. */
export interface NewBulkMessage {
  id: string;
  senderId: string;
  text: string;
  now: Date;
}

/** A row of `bulk_messages`. */
type BulkMessageRow = Selectable<BulkMessagesTable>;

/** Inserts a bulk message without recipients yet. Returns whether its id was free. */
export async function insertBulkMessage(
  trx: Trx,
  { id, senderId, text, now }: NewBulkMessage,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('bulk_messages')
    // What it costs and who gets it is only known once its batches are stored, which refer to it.
    .values({ id, sender_id: senderId, text, created_at: now, total: 1, cost: 0, finished_at: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Sets to how many it goes, and what it costs at most. */
export const updateRecipients = (
  trx: Trx,
  { id, total, cost }: { id: string; total: number; cost: number },
) =>
  trx
    .updateTable('bulk_messages')
    .set({ total, cost })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** The bulk message of this id, whosever it is. */
export const findBulkMessage = (db: Db, id: string): Promise<BulkMessageRow | undefined> =>
  db.selectFrom('bulk_messages').selectAll().where('id', '=', id).executeTakeFirst();

/** A page of a sender's bulk messages, the newest first. */
export async function findBulkMessages(
  db: Db,
  { senderId, limit, cursor }: { senderId: string; limit: number; cursor: KeysetCursor | undefined },
) {
  const rows = await db
    .selectFrom('bulk_messages')
    .selectAll()
    .where('sender_id', '=', senderId)
    .where((eb) => (cursor ? afterCursor(eb.ref('created_at'), eb.ref('id'), cursor) : eb.lit(true)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }));
}

export const presentBulkMessage = (row: BulkMessageRow): BulkMessageView => ({
  _id: row.id,
  text: row.text,
  total: row.total,
  done: row.done,
  sent: row.sent,
  cost: row.cost,
  spent: row.spent,
  state: row.finished_at ? 'done' : 'sending',
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});

/**
 * Takes a batch, so that nobody else sends to it once the transaction is committed. Returns undefined where that was
 * done already; waits for who is doing it.
 */
export function takeBatch(
  trx: Trx,
  { bulkId, number }: { bulkId: string; number: number },
): Promise<{ free_ids: string[]; paid_ids: string[] } | undefined> {
  return trx
    .deleteFrom('bulk_batches')
    .where('bulk_id', '=', bulkId)
    .where('number', '=', number)
    .returning(['free_ids', 'paid_ids'])
    .executeTakeFirst();
}

/** The same as `numberMessage` for many receivers: leaves out whom the sender cannot reach any more. */
export const numberMessages = ({
  ids,
  senderId,
  receiverIds,
  now,
}: {
  ids: readonly string[];
  senderId: string;
  receiverIds: readonly string[];
  now: Date;
}) => sql<Omit<NumberedConversation, 'isAnswered'> & { receiverId: string }>`
  insert into conversations (id, user_a, user_b, last_seq, created_at, first_sender_id, first_at)
  select given.id, least(${senderId}::uuid, u.id), greatest(${senderId}::uuid, u.id), 1,
    ${now}::timestamptz, ${senderId}::uuid, ${now}::timestamptz
  from unnest(${ids}::uuid[], ${receiverIds}::uuid[]) as given (id, receiver_id)
  join users as u on u.id = given.receiver_id
  where not ${isBlockedBetween('u.id', senderId)}
  -- All who lock several lock them in this order.
  order by 2, 3
  ${numberNext}
  returning id, last_seq as seq, case when user_a = ${senderId} then user_b else user_a end as "receiverId"`;

/** A message of the same text to each of these. */
export interface NewMessages {
  senderId: string;
  text: string;
  now: Date;
  messages: readonly { id: string; conversationId: string; seq: number; receiverId: string }[];
}

/** Returns the statements that do what those of `insertMessage` do, for many. The last returns counts. */
export function insertMessages({ senderId, text, now, messages }: NewMessages) {
  const given = sql`unnest(
    ${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ conversationId }) => conversationId)}::uuid[],
    ${messages.map(({ seq }) => seq)}::int[], ${messages.map(({ receiverId }) => receiverId)}::uuid[]
  ) as given (id, conversation_id, seq, receiver_id)`;
  return [
    sql<never>`
      insert into messages (id, conversation_id, seq, sender_id, text, created_at)
      select id, conversation_id, seq, ${senderId}::uuid, ${text}::text, ${now}::timestamptz from ${given}`,
    sql<never>`
      insert into conversation_members (conversation_id, user_id, other_id, listed_at, last_seq, unread)
      select conversation_id, side.user_id, side.other_id, ${now}::timestamptz, seq, side.unread
      from ${given}, lateral (values
        (${senderId}::uuid, receiver_id, 0), (receiver_id, ${senderId}::uuid, 1)
      ) as side (user_id, other_id, unread)
      order by conversation_id, side.user_id
      on conflict (conversation_id, user_id) do update set
        listed_at = excluded.listed_at,
        last_seq = excluded.last_seq,
        unread = conversation_members.unread + excluded.unread`,
    sql<{ userId: string; unread: number }>`
      insert into unread_messages (user_id, unread)
      select receiver_id, 1 from ${given} order by receiver_id
      on conflict (user_id) do update set unread = unread_messages.unread + 1
      returning user_id as "userId", unread`,
  ] as const;
}

/** Returns the statement that adds a batch to what was done, and returns the row. */
export const updateProgress = (
  trx: Trx,
  { id, done, sent, spent, now }: { id: string; done: number; sent: number; spent: number; now: Date },
) =>
  trx
    .updateTable('bulk_messages')
    .set((eb) => ({
      done: eb('done', '+', done),
      sent: eb('sent', '+', sent),
      spent: eb('spent', '+', spent),
      finished_at: sql<Date | null>`case when done + ${done} >= total then ${now}::timestamptz end`,
    }))
    .where('id', '=', id)
    .returningAll();
