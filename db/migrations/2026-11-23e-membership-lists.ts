import { type Kysely, sql } from 'kysely';

/** When a membership was answered, and an organization's memberships by their state and by their type. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table memberships add column answered_at timestamptz(3)`,
  // An organization's list of one state or of one type, newest first.
  sql`create index memberships_by_status on memberships (organization_id, status, created_at desc, id desc)`,
  sql`create index memberships_by_type on memberships (organization_id, membership_type, created_at desc, id desc)`,
];
