import { type Kysely, sql } from 'kysely';

/** Invitations to follow an organization. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table follow_invitation_batches (
    id uuid primary key,
    organization_id uuid not null references users on delete cascade,
    message text not null,
    created_at timestamptz(3) not null,
    total integer not null check (total > 0),
    cost integer not null check (cost >= 0),
    notified integer not null default 0 check (notified <= total),
    after uuid
  )`,
  sql`create index follow_invitation_batches_of_organization on follow_invitation_batches
    (organization_id, created_at desc, id desc)`,

  // Nobody is invited twice by the same organization.
  sql`create table follow_invitations (
    organization_id uuid not null references users on delete cascade,
    invitee_id uuid not null references users on delete cascade,
    batch_id uuid not null references follow_invitation_batches on delete cascade,
    created_at timestamptz(3) not null,
    primary key (organization_id, invitee_id),
    check (organization_id <> invitee_id)
  )`,
  // Those of a batch are notified in this order.
  sql`create index follow_invitations_of_batch on follow_invitations (batch_id, invitee_id)`,
  // Deleting an account deletes what it got.
  sql`create index follow_invitations_by_invitee on follow_invitations (invitee_id)`,
];
