import { type Kysely, sql } from 'kysely';

/** Who has a live stream open, and in which process. Unlogged: after a crash the processes store it again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create unlogged table presence_processes (
    id uuid primary key,
    alive_until timestamptz(3) not null
  )`,
  // The key returns whether a user is connected, in whatever process.
  sql`create unlogged table presences (
    user_id uuid not null references users on delete cascade,
    process_id uuid not null references presence_processes on delete cascade,
    primary key (user_id, process_id)
  )`,
  // A process that is gone takes its users with it.
  sql`create index presences_by_process on presences (process_id)`,
];
