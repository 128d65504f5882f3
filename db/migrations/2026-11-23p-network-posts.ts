import { type Kysely, sql } from 'kysely';

/** What becomes of posts at social networks, what is to be deleted there, and warnings of connections that end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // The key bounds a post to one row for each network.
  sql`create table network_posts (
    post_id uuid not null references posts on delete cascade,
    network text not null check (network in ('facebook', 'twitter', 'linked-in')),
    organization_id uuid not null references users on delete cascade,
    state text not null check (state in ('waiting', 'posted', 'failed', 'unavailable')),
    reason text,
    wants_edit boolean not null default false,
    due_at timestamptz(3) not null,
    next_at timestamptz(3),
    attempt integer not null default 0,
    tries integer not null default 0,
    looks integer not null default 0,
    sent_at timestamptz(3),
    account_id text,
    author_id text,
    text text,
    link text,
    has_pictures boolean not null default false,
    remote_id text,
    remote_link text,
    posted_at timestamptz(3),
    primary key (post_id, network),
    check ((state = 'posted') = (remote_id is not null)),
    check (sent_at is null or text is not null)
  )`,

  // Finds what is to be done at a network, the longest due first.
  sql`create index on network_posts (network, next_at) where next_at is not null`,

  // Finds what of an organization waits, when the network takes no more calls of it for a while.
  sql`create index on network_posts (organization_id, network) where next_at is not null`,

  // Not of the post, which is gone by then.
  sql`create table network_removals (
    id uuid primary key,
    organization_id uuid not null references users on delete cascade,
    network text not null check (network in ('facebook', 'twitter', 'linked-in')),
    title text not null,
    reason text,
    next_at timestamptz(3),
    attempt integer not null default 0,
    tries integer not null default 0,
    looks integer not null default 0,
    account_id text not null,
    author_id text not null,
    sent_at timestamptz(3),
    text text not null,
    link text,
    remote_id text,
    remote_link text,
    check (remote_id is not null or sent_at is not null)
  )`,
  sql`create index on network_removals (network, next_at) where next_at is not null`,
  sql`create index on network_removals (organization_id)`,

  sql`alter table social_connections
    add column checked_at timestamptz(3),
    add column warned_at timestamptz(3)`,

  // Finds connections whose end their organizations do not know of yet.
  sql`create index on social_connections (broken_at) where broken_at is not null and warned_at is null`,
  sql`create index on social_connections (expires_at) where expires_at is not null and warned_at is null`,
];
