import { type RawBuilder, sql } from 'kysely';
import { compileOnce, executeAlone } from '#db/batch.ts';
import type { Db, Trx } from '#db/database.ts';
import { afterCursor, type KeysetCursor } from '#db/keyset.ts';
import { isBlockedBetween, isConnected } from '../access.ts';
import type { ConversationRow, MessageRow } from './conversations.present.ts';

/** The two of a message. */
interface Between {
  senderId: string;
  receiverId: string;
}

/** A conversation whose row is locked, with the number of the message that is being sent. */
export interface NumberedConversation {
  id: string;
  seq: number;
  isAnswered: boolean;
}

/** Gives a message its number in a conversation that may be there already. */
export const numberNext = sql`
  on conflict (user_a, user_b) do update set
    last_seq = conversations.last_seq + 1,
    first_sender_id = coalesce(conversations.first_sender_id, excluded.first_sender_id),
    first_at = coalesce(conversations.first_at, excluded.first_at),
    is_answered = conversations.is_answered
      or coalesce(conversations.first_sender_id <> excluded.first_sender_id, false)`;

/**
 * Returns the statement that numbers the next message of one user to another, in their conversation or a new one. Locks
 * the conversation until the transaction ends, so that messages are numbered in the order of commits. Returns no row
 * where there is no such receiver.
 */
export const numberMessage = ({ id, senderId, receiverId, now }: Between & { id: string; now: Date }) =>
  sql<NumberedConversation>`
    insert into conversations (id, user_a, user_b, last_seq, created_at, first_sender_id, first_at)
    select ${id}::uuid, least(${senderId}::uuid, id), greatest(${senderId}::uuid, id), 1,
      ${now}::timestamptz, ${senderId}::uuid, ${now}::timestamptz
    from users where id = ${receiverId}
    ${numberNext}
    returning id, last_seq as seq, is_answered as "isAnswered"`;

/** Returns the statement that finds what sending depends on. Returns no row where the receiver cannot be reached. */
export const selectSending = (
  { senderId, receiverId }: Between,
  links: { postId: string | null; organizationId: string | null },
) => sql<{
  isConnected: boolean;
  senderSince: Date;
  hasPost: boolean;
  hasOrganization: boolean;
}>`
  select ${isConnected(senderId, 'receiver.id')} as "isConnected", sender.created_at as "senderSince",
    exists (
      select from posts where id = ${links.postId}::uuid and (is_active or creator_id = ${senderId})
    ) as "hasPost",
    exists (select from organizations where user_id = ${links.organizationId}::uuid) as "hasOrganization"
  from users as receiver, users as sender
  where receiver.id = ${receiverId} and sender.id = ${senderId}
    and not ${isBlockedBetween('receiver.id', senderId)}`;

/** The other member of a conversation, whether or not the member has deleted it; undefined where it is not theirs. */
export async function findOtherMember(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('conversation_members')
    .select('other_id')
    .where('conversation_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.other_id;
}

/**
 * How many people a user has written to since an instant who have not answered, and when the first of them was. Those
 * whom waiting messages to many will reach count, too, but for one such message.
 */
export function countUnanswered(
  db: Db,
  { senderId, since, exceptBulkId }: { senderId: string; since: Date; exceptBulkId?: string | undefined },
) {
  const pending = db
    .selectFrom('bulk_batches as batch')
    .innerJoin('bulk_messages as bulk', 'bulk.id', 'batch.bulk_id')
    .select(sql<number>`coalesce(sum(cardinality(batch.paid_ids)), 0)`.as('count'))
    .where('bulk.sender_id', '=', senderId)
    .$if(exceptBulkId !== undefined, (query) => query.where('bulk.id', '!=', exceptBulkId ?? ''));
  return db
    .selectFrom('conversations')
    .select((eb) => [
      eb(eb.fn.countAll<number>(), '+', pending).as('count'),
      eb.fn.min('first_at').as('oldest'),
    ])
    .where('first_sender_id', '=', senderId)
    .where('first_at', '>', since)
    .where('is_answered', '=', false)
    .executeTakeFirstOrThrow();
}

/** A message to be stored. */
export interface NewMessage extends Between {
  id: string;
  conversationId: string;
  seq: number;
  text: string;
  postLink: string | null;
  organizationLink: string | null;
  now: Date;
}

/**
 * Returns the statements that store a message, put the conversation on top of both lists, and count it as unread. The
 * first returns a row, the third how many messages the receiver has not read; nothing but the first may be used where
 * the id was taken.
 */
export const insertMessage = (trx: Trx, { senderId, receiverId, ...message }: NewMessage) => {
  const { conversationId, seq, now } = message;
  const between = { senderId, receiverId };
  return [
    compileOnce('insert message', { senderId, ...message }, (hole) =>
      trx
        .insertInto('messages')
        .values({
          id: hole.id,
          conversation_id: hole.conversationId,
          seq: hole.seq,
          sender_id: hole.senderId,
          text: hole.text,
          post_link: hole.postLink,
          organization_link: hole.organizationLink,
          created_at: hole.now,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id'),
    ),
    compileOnce('upsert members of message', { ...between, conversationId, seq, now }, upsertMembers),
    compileOnce('count message as unread', { receiverId }, countAsUnread),
  ] as const;
};

const countAsUnread = ({ receiverId }: { receiverId: string }) => sql<{ unread: number }>`
  insert into unread_messages (user_id, unread) values (${receiverId}, 1)
  on conflict (user_id) do update set unread = unread_messages.unread + 1
  returning unread`;

const upsertMembers = ({
  senderId,
  receiverId,
  conversationId,
  seq,
  now,
}: Between & { conversationId: string; seq: number; now: Date }) => sql`
  insert into conversation_members (conversation_id, user_id, other_id, listed_at, last_seq, unread) values
    (${conversationId}, ${senderId}::uuid, ${receiverId}::uuid, ${now}::timestamptz, ${seq}, 0),
    (${conversationId}, ${receiverId}::uuid, ${senderId}::uuid, ${now}::timestamptz, ${seq}, 1)
  on conflict (conversation_id, user_id) do update set
    listed_at = excluded.listed_at,
    last_seq = excluded.last_seq,
    unread = conversation_members.unread + excluded.unread`;

/**
 * Makes the conversation of two where there is none, and puts it into the list of who begins it. Returns its id;
 * undefined where there is no such other one, or the id is another conversation's.
 */
export async function insertConversation(
  trx: Trx,
  { id, senderId, receiverId, now }: Between & { id: string; now: Date },
): Promise<string | undefined> {
  await sql`
    insert into conversations (id, user_a, user_b, created_at)
    select ${id}::uuid, least(${senderId}::uuid, id), greatest(${senderId}::uuid, id), ${now}::timestamptz
    from users where id = ${receiverId}
    on conflict do nothing`.execute(trx);
  const found = await sql<{ id: string }>`
    select id from conversations
    where user_a = least(${senderId}::uuid, ${receiverId}::uuid)
      and user_b = greatest(${senderId}::uuid, ${receiverId}::uuid)
    for no key update`.execute(trx);
  const conversationId = found.rows[0]?.id;
  if (conversationId === undefined) return undefined;
  await sql`
    insert into conversation_members (conversation_id, user_id, other_id, listed_at) values
      (${conversationId}, ${senderId}::uuid, ${receiverId}::uuid, ${now}::timestamptz),
      (${conversationId}, ${receiverId}::uuid, ${senderId}::uuid, null)
    on conflict (conversation_id, user_id) do update
    set listed_at = coalesce(conversation_members.listed_at, excluded.listed_at)`.execute(trx);
  return conversationId;
}

/** What a member has of a conversation that is in their list; locked until the transaction ends. */
export function lockMember(trx: Trx, { id, userId }: { id: string; userId: string }) {
  return trx
    .selectFrom('conversation_members')
    .select(['other_id as otherId', 'read_seq as readSeq', 'cleared_seq as clearedSeq'])
    .select(['last_seq as lastSeq', 'unread'])
    .where('conversation_id', '=', id)
    .where('user_id', '=', userId)
    .where('listed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the statement that stores up to where a member has read. It returns how many messages are left. */
export const updateRead = ({ id, userId, readSeq }: { id: string; userId: string; readSeq: number }) => sql<{
  unread: number;
}>`
  update conversation_members set
    read_seq = ${readSeq},
    unread = case when last_seq <= ${readSeq} then 0 else (
      select count(*) from messages
      where messages.conversation_id = ${id}
        and seq > greatest(${readSeq}, conversation_members.cleared_seq) and sender_id <> ${userId}
    ) end
  where conversation_id = ${id} and user_id = ${userId}
  returning unread`;

/** Returns the statement that takes a conversation out of a member's list, with all that is in it. */
export const clearMember = (trx: Trx, { id, userId }: { id: string; userId: string }) =>
  trx
    .updateTable('conversation_members')
    .set((eb) => ({
      listed_at: null,
      cleared_seq: eb.fn<number>('greatest', ['cleared_seq', 'last_seq']),
      last_seq: 0,
      unread: 0,
    }))
    .where('conversation_id', '=', id)
    .where('user_id', '=', userId);

/**
 * Returns the statement that brings a user's count in step with one of their conversations, which had so many unread
 * messages before. It returns the count.
 */
export const updateUnread = ({ id, userId, before }: { id: string; userId: string; before: number }) => sql<{
  unread: number;
}>`
  update unread_messages set unread = unread_messages.unread - ${before} + member.unread
  from conversation_members as member
  where unread_messages.user_id = ${userId} and member.conversation_id = ${id} and member.user_id = ${userId}
  returning unread_messages.unread`;

/** How many messages a user has not read. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('unread_messages')
    .select('unread')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.unread ?? 0;
}

/** Returns the statement that finds a conversation as each of its members has it who has it in the list. */
export const selectOfBoth = (conversationId: string) =>
  compileOnce('select conversation of both', { conversationId }, (hole) =>
    selectConversations(
      sql`m.conversation_id = ${hole.conversationId} and ${isListed}`,
      sql`order by m.user_id`,
    ),
  );

/** Returns the statement that finds the same of many conversations. */
export const selectOfMany = (ids: readonly string[]) =>
  selectConversations(sql`m.conversation_id = any(${ids}::uuid[]) and ${isListed}`, sql``);

/** Returns the statement that finds a conversation as one member has it, whether or not it is in the list. */
export const selectOfMember = ({ id, userId }: { id: string; userId: string }) =>
  selectConversations(sql`m.conversation_id = ${id} and m.user_id = ${userId}`, sql``);

/** A conversation as one member has it; undefined where it is not in their list. */
export async function findConversation(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<ConversationRow | undefined> {
  const isOwn = sql`m.conversation_id = ${id} and m.user_id = ${userId}`;
  const found = selectConversations(sql`${isOwn} and ${isListed}`, sql``);
  return (await found.execute(db)).rows[0];
}

/** Some of a member's conversations, those with the newest messages first. One statement, whatever they hold. */
export async function findConversations(
  db: Db,
  { userId, limit, cursor }: { userId: string; limit: number; cursor: KeysetCursor | undefined },
): Promise<ConversationRow[]> {
  const given = { userId, limit, at: cursor?.at, id: cursor?.id };
  const found = compileOnce(`find conversations, ${cursor ? 'going on' : 'first page'}`, given, (hole) =>
    selectConversations(
      sql`m.user_id = ${hole.userId} and ${isListed} and ${
        cursor
          ? sql`(m.listed_at, m.conversation_id) < (${hole.at}::timestamptz, ${hole.id}::uuid)`
          : sql`true`
      }`,
      sql`order by m.listed_at desc, m.conversation_id desc limit ${hole.limit}`,
      sql`${hole.userId}::uuid`,
    ),
  );
  return executeAlone(db, found);
}

const isListed = sql`m.listed_at is not null`;

/** @param memberId the member whose conversations they are, where they are all of one: that person is then read once */
const selectConversations = (
  where: RawBuilder<unknown>,
  rest: RawBuilder<unknown>,
  memberId: RawBuilder<unknown> = sql.ref('m.user_id'),
) => sql<ConversationRow>`
  select m.conversation_id as "conversationId", m.user_id as "userId", m.other_id as "otherId", m.unread,
    m.read_seq as "readSeq", coalesce(m.listed_at, c.created_at) as "listedAt", o.read_seq as "otherReadSeq", c.created_at as "startedAt",
    ${person(memberId)} as me, ${person(sql.ref('m.other_id'))} as other, ${messageColumns}
  from conversation_members m
  join conversations c on c.id = m.conversation_id
  join conversation_members o on o.conversation_id = m.conversation_id and o.user_id = m.other_id
  left join messages g on g.conversation_id = m.conversation_id and g.seq = m.last_seq
  where ${where}
  ${rest}`;

/** A message `g`, but for its files. */
const bareColumns = sql`
  g.id, g.seq, g.sender_id as "senderId", g.text, g.post_link as "postLink",
  g.organization_link as "organizationLink", g.created_at::text as "createdAt"`;

/** Files as JSON, in the order in which they are shown. */
const filesAsJson = sql`
  json_agg(
    json_build_object(
      'kind', kind, 'id', id, 'width', width, 'height', height, 'fileName', file_name, 'bytes', bytes
    ) order by position
  )`;

/** A message `g` with its files, pictures and others together. */
const messageColumns = sql`
  ${bareColumns}, (select ${filesAsJson} from files where message_id = g.id) as files`;

/** A person as JSON, for `presentName`. A query of its own: ten tables in one join take milliseconds to plan. */
const person = (id: RawBuilder<unknown>) => sql`(
  select json_build_object(
    'id', u.id, 'user_type', u.user_type, 'first_name', i.first_name, 'last_name', i.last_name, 'name', o.name,
    'profile_picture', coalesce(o.profile_picture, i.profile_picture)
  )
  from users as u
  left join individuals as i on i.user_id = u.id
  left join organizations as o on o.user_id = u.id
  where u.id = ${id}
)`;

/** Returns the statement that finds a message by its id, in whatever conversation it is. */
export const selectMessage = (id: string) => sql<MessageRow & { conversationId: string }>`
  select g.conversation_id as "conversationId", ${messageColumns} from messages g where g.id = ${id}`;

/** Whether there is a message of this id. */
export async function hasMessage(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('messages').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/**
 * Deletes some of the messages that both members of a conversation have deleted. Resolves to how many they were: 0 where
 * none is left.
 */
export async function deleteCleared(db: Db, conversationId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from messages where conversation_id = ${conversationId} and seq in (
      select seq from messages
      where conversation_id = ${conversationId} and seq <= (
        select min(cleared_seq) from conversation_members where conversation_id = ${conversationId}
      )
      order by seq limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Messages of a conversation in the member's list that the member has not deleted: the newest ones before a number, or
 * the oldest after one, in the order in which they were looked for; and what the member has read. Undefined where it is
 * not in their list. One statement, which looks for files once: few messages have any.
 */
export async function findHistory(
  db: Db,
  {
    id,
    userId,
    before,
    after,
    limit,
  }: { id: string; userId: string; before?: number | undefined; after?: number | undefined; limit: number },
): Promise<{ otherId: string; readSeq: number; messages: MessageRow[] } | undefined> {
  const ends = [...(before === undefined ? [] : ['before']), ...(after === undefined ? [] : ['after'])];
  const given = { id, userId, before, after, limit };
  const found = compileOnce(
    `find history ${ends.join(' ')}`,
    given,
    (hole) => sql<{ otherId: string; readSeq: number } & (MessageRow | { [Name in keyof MessageRow]: null })>`
    with page as materialized (
      select m.other_id as "otherId", m.read_seq as "readSeq", g.*
      from conversation_members m
      left join lateral (
        select ${bareColumns} from messages g
        where g.conversation_id = ${hole.id}
          and g.seq > m.cleared_seq
          and ${before === undefined ? sql`true` : sql`g.seq < ${hole.before}`}
          and ${after === undefined ? sql`true` : sql`g.seq > ${hole.after}`}
        order by g.seq ${after === undefined ? sql`desc` : sql`asc`}
        limit ${hole.limit}
      ) as g on true
      where m.conversation_id = ${hole.id} and m.user_id = ${hole.userId} and ${isListed}
    )
    select page.*, shown.files from page
    left join (
      select message_id, ${filesAsJson} as files from files
      where message_id = any(array(select id from page)) group by message_id
    ) as shown on shown.message_id = page.id
    order by page.seq ${after === undefined ? sql`desc` : sql`asc`}`,
  );
  const rows = await executeAlone(db, found);
  const [member] = rows;
  if (!member) return undefined;
  const messages = rows.filter((row): row is typeof row & MessageRow => row.id !== null);
  return { otherId: member.otherId, readSeq: member.readSeq, messages };
}

/** Some of a member's conversations: those with unread messages first, then the others, each newest first. */
export async function findTopConversations(
  db: Db,
  { userId, limit }: { userId: string; limit: number },
): Promise<ConversationRow[]> {
  const isOwn = sql`m.user_id = ${userId} and ${isListed}`;
  const newest = sql`order by m.listed_at desc, m.conversation_id desc limit ${limit}`;
  const own = sql`${userId}::uuid`;
  const unread = selectConversations(sql`${isOwn} and m.unread > 0`, newest, own);
  const read = selectConversations(sql`${isOwn} and m.unread = 0`, newest, own);
  // The second part is begun only where the first has too few, and then the unread ones are few.
  const { rows } = await sql<ConversationRow>`(${unread}) union all (${read}) limit ${limit}`.execute(db);
  return rows;
}

/** A message that was searched for, with whom it was written. */
export type FoundMessage = MessageRow & { conversationId: string; otherId: string };

/**
 * Messages with all of these words that a member has not deleted, the newest first. The last word may be the beginning of
 * one, where it is long enough to be selective.
 */
export async function searchMessages(
  db: Db,
  {
    userId,
    words,
    conversationId,
    limit,
    cursor,
  }: {
    userId: string;
    words: readonly string[];
    conversationId: string | undefined;
    limit: number;
    cursor: KeysetCursor | undefined;
  },
): Promise<FoundMessage[]> {
  const place = cursor ? afterCursor(sql.ref('g.created_at'), sql.ref('g.id'), cursor) : sql`true`;
  const { rows } = await sql<FoundMessage>`
    select found.conversation_id as "conversationId", found.other_id as "otherId", ${messageColumns}
    from (
      select g.id, g.conversation_id, g.created_at, m.other_id
      from conversation_members m
      join messages g on g.conversation_id = m.conversation_id and g.seq > m.cleared_seq
      where m.user_id = ${userId} and ${isListed}
        and ${conversationId === undefined ? sql`true` : sql`m.conversation_id = ${conversationId}`}
        and ${hasWords(words)}
        and ${place}
      order by g.created_at desc, g.id desc
      limit ${limit}
    ) as found
    join messages g on g.id = found.id
    order by g.created_at desc, g.id desc`.execute(db);
  return rows;
}

/**
 * Whether a message has all of these words. A beginning is looked up in the index only where it stands alone: the index
 * would collect all messages that have it, ten million of a common one, before it looks at the other words. `is true`
 * keeps the condition from the index.
 */
function hasWords(words: readonly string[]): RawBuilder<boolean> {
  const last = words.at(-1) ?? '';
  const terms = words.map((word) => `'${word}'`);
  if (last.length < shortestBeginning) return hasTerms(terms);
  const beginning = hasTerms([`'${last}':*`]);
  if (words.length === 1) return beginning;
  return sql`${hasTerms(terms.slice(0, -1))} and (${beginning}) is true`;
}

/** Words hold letters, marks and digits only, so that nothing in them is query language. */
const hasTerms = (terms: readonly string[]) =>
  sql<boolean>`message_words(g.text) @@ to_tsquery('simple', ${terms.join(' & ')})`;

/** How many letters the beginning of a word has at least, in characters; less would be in too many messages. */
const shortestBeginning = 3;

/** To which of these a message can be sent, and who of them is connected. One statement, however many they are. */
export async function findReceivers(
  db: Db,
  between: { senderId: string; receiverIds: readonly string[] },
): Promise<{ userId: string; isConnected: boolean }[]> {
  return (await selectReceivers(between).execute(db)).rows;
}

/** Returns the statement that finds them. */
export const selectReceivers = ({
  senderId,
  receiverIds,
}: {
  senderId: string;
  receiverIds: readonly string[];
}) => sql<{ userId: string; isConnected: boolean }>`
    select receiver.id as "userId", ${isConnected(senderId, 'receiver.id')} as "isConnected"
    from users as receiver
    where receiver.id = any(${receiverIds}::uuid[]) and receiver.id <> ${senderId}
      and not ${isBlockedBetween('receiver.id', senderId)}
    order by receiver.id`;

/** Since when a sender has an account. */
export async function findSenderSince(db: Db, senderId: string): Promise<Date> {
  const sender = db.selectFrom('users').select('created_at').where('id', '=', senderId);
  return (await sender.executeTakeFirstOrThrow()).created_at;
}
