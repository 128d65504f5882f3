import { type Kysely, sql } from 'kysely';

/** Who invited whom to view which post. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // The key makes inviting idempotent: who was invited is neither paid for nor told again.
  sql`create table post_invitations (
    post_id uuid not null references posts on delete cascade,
    inviter_id uuid not null references users on delete cascade,
    invitee_id uuid not null references users on delete cascade,
    message text not null,
    created_at timestamptz(3) not null,
    primary key (post_id, inviter_id, invitee_id),
    check (inviter_id <> invitee_id)
  )`,
  // Deleting an account deletes what it wrote and what it got.
  sql`create index post_invitations_by_inviter on post_invitations (inviter_id)`,
  sql`create index post_invitations_by_invitee on post_invitations (invitee_id)`,
];
