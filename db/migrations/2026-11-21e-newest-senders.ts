import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A notification shows its newest senders and says how many there are.
  await sql`create index notification_senders_newest
    on notification_senders (notification_id, created_at desc, sender_id desc)`.execute(db);
}
