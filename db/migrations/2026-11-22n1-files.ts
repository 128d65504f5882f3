import { type Kysely, sql } from 'kysely';

/** Files that are uploaded piece by piece, and belong to the message that names them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // A file outlives its message and its owner until it is deleted from the store: both are only taken from the row.
  sql`create table files (
    id uuid primary key,
    user_id uuid references users on delete set null,
    kind text not null check (kind in ('image', 'file')),
    file_name text not null,
    bytes integer not null check (bytes > 0),
    received integer not null default 0 check (received between 0 and bytes),
    width integer,
    height integer,
    message_id uuid references messages on delete set null,
    position integer,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null
  )`,
  // The unused ones of a user are counted; and what is left when an account is deleted.
  sql`create index files_of_user on files (user_id)`,
  sql`create index files_of_message on files (message_id, position) where message_id is not null`,
  // What no message names any more, or yet.
  sql`create index files_unused on files (expires_at) where message_id is null`,

  sql`create table file_parts (
    file_id uuid not null references files on delete cascade,
    start integer not null,
    bytes integer not null,
    name uuid not null,
    primary key (file_id, start)
  )`,

  // They were never filled.
  sql`drop table message_images`,
  sql`drop table message_attachments`,
];
