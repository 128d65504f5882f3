import { type Kysely, sql } from 'kysely';

/** Messages to many people, which are sent in batches, and the coins that are kept for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table bulk_messages (
    id uuid primary key,
    sender_id uuid not null references users on delete cascade,
    text text not null,
    created_at timestamptz(3) not null,
    total integer not null check (total > 0),
    cost integer not null check (cost >= 0),
    done integer not null default 0 check (done <= total),
    sent integer not null default 0,
    spent integer not null default 0 check (spent <= cost),
    finished_at timestamptz(3)
  )`,
  // A sender's own, newest first; and what goes when an account is deleted.
  sql`create index bulk_messages_of_sender on bulk_messages (sender_id, created_at desc, id desc)`,

  // Arrays, because a row for each recipient would make the request that begins it take seconds.
  sql`create table bulk_batches (
    bulk_id uuid not null references bulk_messages on delete cascade,
    number integer not null,
    free_ids uuid[] not null,
    paid_ids uuid[] not null,
    primary key (bulk_id, number)
  )`,

  // Added without a scan of the table: the default is not stored.
  sql`alter table wallets add column reserved integer not null default 0`,
  sql`alter table wallets add constraint wallets_reserved check (reserved between 0 and balance)`,

  // A member's list of those with unread messages: few of the rows have any.
  sql`create index conversation_members_unread on conversation_members
    (user_id, listed_at desc, conversation_id desc) where unread > 0 and listed_at is not null`,
];
