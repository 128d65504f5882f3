import { type Kysely, sql } from 'kysely';

/** Conversations of two, their messages, and what each member has read and deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // The unique pair makes one conversation of two who write to each other at once.
  sql`create table conversations (
    id uuid primary key,
    user_a uuid not null references users on delete cascade,
    user_b uuid not null references users on delete cascade,
    last_seq integer not null default 0,
    created_at timestamptz(3) not null,
    first_sender_id uuid,
    first_at timestamptz(3),
    is_answered boolean not null default false,
    unique (user_a, user_b),
    check (user_a < user_b)
  )`,
  // What goes when an account is deleted; the pair has the other side.
  sql`create index conversations_of_user_b on conversations (user_b)`,
  // How many people a sender has written to lately who have not answered.
  sql`create index conversations_unanswered on conversations (first_sender_id, first_at) where not is_answered`,

  sql`create table conversation_members (
    conversation_id uuid not null references conversations on delete cascade,
    user_id uuid not null references users on delete cascade,
    other_id uuid not null,
    listed_at timestamptz(3),
    cleared_seq integer not null default 0,
    read_seq integer not null default 0,
    last_seq integer not null default 0,
    unread integer not null default 0 check (unread >= 0),
    primary key (conversation_id, user_id)
  )`,
  // A member's list, newest first; and what goes when an account is deleted.
  sql`create index conversation_members_listed on conversation_members
    (user_id, listed_at desc, conversation_id desc)`,

  sql`create table unread_messages (
    user_id uuid primary key references users on delete cascade,
    unread integer not null check (unread >= 0)
  )`,

  // The sender is a member, so a message goes with its conversation. A reference of its own would need one more index
  // over all messages, for nothing.
  sql`create table messages (
    id uuid primary key,
    conversation_id uuid not null references conversations on delete cascade,
    seq integer not null check (seq > 0),
    sender_id uuid not null,
    text text not null,
    post_link text,
    organization_link text,
    created_at timestamptz(3) not null,
    unique (conversation_id, seq)
  )`,

  sql`create table message_images (
    message_id uuid not null references messages on delete cascade,
    position integer not null,
    path text not null,
    width integer not null,
    height integer not null,
    primary key (message_id, position)
  )`,
  sql`create table message_attachments (
    message_id uuid not null references messages on delete cascade,
    position integer not null,
    path text not null,
    file_name text not null,
    extension text not null,
    bytes integer not null,
    primary key (message_id, position)
  )`,
];
