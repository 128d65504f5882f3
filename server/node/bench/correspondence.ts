import { sql } from 'kysely';
import { type Db, migrateToLatest, type Trx } from '#db/database.ts';
import { type Member, signIn } from './crowd.ts';

/** A user with a session, a conversation with many messages, and others with few. */
export interface Correspondent extends Member {
  /** One with 200 messages. */
  conversationId: string;
  /** With whom there are conversations. */
  otherIds: string[];
}

/** How many people there are for so many messages: each has the same number of conversations, however many there are. */
const messagesPerPerson = 500;
const othersPerPerson = 25;
const messagesPerConversation = 20;

/** How many have sessions: a user may ask 1,200 times a minute. */
const correspondents = 200;

/** Fills an empty database with people who write to each other: so many messages, in conversations of 20. */
export async function fillCorrespondence(
  db: Db,
  { messages, passwordHash }: { messages: number; passwordHash: string },
): Promise<Correspondent[]> {
  await migrateToLatest(db);
  const people = Math.max(messages / messagesPerPerson, 2 * othersPerPerson + 2);
  await db.transaction().execute(async (trx) => {
    await sql`create temporary table person on commit drop as
      select n, gen_random_uuid() as id from generate_series(0, ${people}::int - 1) n`.execute(trx);
    await sql`create unique index on person (n)`.execute(trx);
    await sql`insert into users (id, user_type, email, password_hash, created_at)
      select id, 'individual', id || '@mail.gatherwell.example', ${passwordHash}, now() - interval '1 year'
      from person`.execute(trx);
    await sql`insert into user_heads (user_id) select id from person`.execute(trx);
    await sql`insert into wallets (user_id, balance) select id, 0 from person`.execute(trx);
    await sql`insert into individuals (user_id, first_name, last_name) select id, 'Person', 'Number ' || n
      from person`.execute(trx);
    await addConversations(trx, people);
  });
  await sql`vacuum (analyze)`.execute(db);
  // What filling has left to be written is not a part of what is measured.
  await sql`checkpoint`.execute(db);
  const { rows } = await sql<{ id: string; conversationId: string; otherIds: string[] }>`
    select m.user_id as id, min(m.conversation_id::text) filter (where m.last_seq = 200) as "conversationId",
      array_agg(m.other_id) as "otherIds"
    from conversation_members m
    where m.user_id in (select user_id from conversation_members where last_seq = 200)
    group by m.user_id having count(*) filter (where m.last_seq = 200) > 0
    limit ${correspondents}`.execute(db);
  const members: Correspondent[] = [];
  for (const row of rows) members.push({ ...row, ...(await signIn(db, row.id)) });
  return members;
}

/**
 * Has so many people write to each other, who have nothing of the kind yet: those of the transaction's temporary table
 * `person`, which numbers them (`n`, from 0 on). Each pair is connected, so that messages cost nothing.
 */
export async function addConversations(trx: Trx, people: number): Promise<void> {
  // The index of words takes new ones in few large portions.
  await sql`select set_config('gin_pending_list_limit', '512MB', true), set_config('work_mem', '512MB', true)`.execute(
    trx,
  );
  await sql`insert into unread_messages (user_id, unread) select id, 0 from person`.execute(trx);
  await sql`create temporary table talk on commit drop as
    select gen_random_uuid() as id, a.id as one, b.id as other, row_number() over () as n,
      case when step = 1 and a.n < ${correspondents} then 200 else ${messagesPerConversation}::int end as messages
    from person a, generate_series(1, ${othersPerPerson}) step, person b
    where b.n = (a.n + step) % ${people}::int`.execute(trx);
  await sql`insert into conversations
      (id, user_a, user_b, last_seq, created_at, first_sender_id, first_at, is_answered)
    select id, least(one, other), greatest(one, other), messages, now() - interval '1 year', one,
      now() - interval '1 year', true
    from talk`.execute(trx);
  await sql`insert into conversation_members (conversation_id, user_id, other_id, listed_at, last_seq, read_seq)
    select talk.id, side.user_id, side.other_id, now() - n * interval '1 second', messages, messages
    from talk, lateral (values (one, other), (other, one)) as side (user_id, other_id)`.execute(trx);
  await sql`insert into connections (sender_id, receiver_id, written_at)
    select one, other, now() from talk union all select other, one, now() from talk`.execute(trx);
  await sql`insert into messages (id, conversation_id, seq, sender_id, text, created_at)
    select gen_random_uuid(), id, seq, case when seq % 2 = 0 then one else other end,
      'Message ' || seq || ' of ' || n || ': see you at the kitchen, with soup and bread',
      now() - n * interval '1 second' - (messages - seq) * interval '1 minute'
    from talk, generate_series(1, messages) seq`.execute(trx);
}
