import { type Kysely, sql } from 'kysely';

/** Endorsements, memberships, who may write to whom, and friendships in the order in which lists show them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // The unique pair makes endorsing idempotent and answers "does a endorse b".
  sql`create table endorsements (
    id uuid primary key,
    endorser_id uuid not null references users on delete cascade,
    endorsee_id uuid not null references users on delete cascade,
    created_at timestamptz(3) not null,
    unique (endorser_id, endorsee_id),
    check (endorser_id <> endorsee_id)
  )`,
  // The endorsers list, newest first, and the count of new ones.
  sql`create index endorsements_endorsers on endorsements (endorsee_id, created_at desc, endorser_id desc)`,
  // The endorsees list, newest first.
  sql`create index endorsements_endorsees on endorsements (endorser_id, created_at desc, endorsee_id desc)`,

  // Somebody's friends and requests, newest first, from either side.
  sql`create index friendships_sent on friendships
    (sender_id, status, (coalesce(accepted_at, created_at)) desc, id desc)`,
  sql`create index friendships_received on friendships
    (receiver_id, status, (coalesce(accepted_at, created_at)) desc, id desc)`,

  sql`create table memberships (
    id uuid primary key,
    individual_id uuid not null references users on delete cascade,
    organization_id uuid not null references users on delete cascade,
    membership_type text not null check (membership_type in ('board', 'committee', 'volunteer', 'employee')),
    status text not null check (status in ('pending', 'accepted', 'rejected')),
    start_month integer not null,
    end_month integer check (end_month > start_month),
    requested_by text not null check (requested_by in ('individual', 'organization')),
    created_at timestamptz(3) not null,
    check (individual_id <> organization_id)
  )`,
  // The same membership is asked for once, unless it was rejected. Also: is somebody a member of an organization.
  sql`create unique index memberships_once on memberships
    (individual_id, organization_id, membership_type, start_month) where status <> 'rejected'`,
  // Either side's list, newest first.
  sql`create index memberships_of_individual on memberships (individual_id, created_at desc, id desc)`,
  sql`create index memberships_of_organization on memberships (organization_id, created_at desc, id desc)`,

  sql`create table connections (
    sender_id uuid not null references users on delete cascade,
    receiver_id uuid not null references users on delete cascade,
    granted_at timestamptz(3),
    written_at timestamptz(3),
    primary key (sender_id, receiver_id),
    check (sender_id <> receiver_id)
  )`,
  // Deleting an account deletes what it granted.
  sql`create index connections_by_receiver on connections (receiver_id)`,
];
