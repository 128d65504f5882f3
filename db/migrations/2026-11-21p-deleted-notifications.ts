import { type Kysely, sql } from 'kysely';

/** Notifications that are deleted: out of every list at once, gone for good after the time to think again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table notifications add column delete_after timestamptz(3)`,
  // What is due to go, the longest due first.
  sql`create index notifications_deleted on notifications (delete_after, id) where delete_after is not null`,

  // Who told whom of what is kept when the notification goes: it is not to be told again.
  sql`alter table notification_senders drop constraint notification_senders_pkey`,
  sql`alter table notification_senders drop constraint notification_senders_user_id_type_object_id_sender_id_key`,
  sql`alter table notification_senders add primary key (user_id, type, object_id, sender_id)`,
  sql`alter table notification_senders alter column notification_id drop not null`,
  // Deleting a post forgets who told of it, too.
  sql`create index notification_senders_detached on notification_senders (object_id) where notification_id is null`,
];
