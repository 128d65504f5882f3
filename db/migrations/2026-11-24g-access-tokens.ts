import { type Kysely, sql } from 'kysely';

/** Personal access tokens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table access_tokens (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    name text not null check (length(name) between 1 and 60),
    hash text not null unique,
    last_four text not null check (length(last_four) = 4),
    scopes text[] not null check (cardinality(scopes) > 0),
    allowed_origins text[] not null,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    last_used_at timestamptz(3),
    revoked_at timestamptz(3),
    check (expires_at > created_at)
  )`,
  // A user's own list, and how many are in force.
  sql`create index access_tokens_by_user on access_tokens (user_id)`,
  // Whether a preflight from an origin is allowed by any token.
  sql`create index access_tokens_by_origin on access_tokens using gin (allowed_origins)
    where revoked_at is null and allowed_origins <> '{}'`,
  // What is swept.
  sql`create index access_tokens_by_end on access_tokens (least(expires_at, revoked_at))`,
];
