import { type Kysely, sql } from 'kysely';

/** Organizations' accounts at social networks, and logins there that are under way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // The key bounds what one session can leave behind, and finds the login that a network returns from.
  sql`create table social_authorizations (
    session_id text not null references sessions on delete cascade,
    network text not null check (network in ('facebook', 'twitter', 'linked-in')),
    state_hash text not null,
    return_to text not null,
    sealed text,
    is_granted boolean not null default false,
    created_at timestamptz(3) not null,
    primary key (session_id, network)
  )`,

  // The key finds an organization's accounts.
  sql`create table social_connections (
    organization_id uuid not null references users on delete cascade,
    network text not null check (network in ('facebook', 'twitter', 'linked-in')),
    credentials text not null,
    expires_at timestamptz(3),
    broken_at timestamptz(3),
    account_id text not null,
    account_name text not null,
    account_handle text,
    account_picture text,
    account_link text,
    page_id text,
    page_name text,
    connected_at timestamptz(3) not null,
    primary key (organization_id, network),
    check ((page_id is null) = (page_name is null))
  )`,
];
