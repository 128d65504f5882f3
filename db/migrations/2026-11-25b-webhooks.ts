import { type Kysely, sql } from 'kysely';

/** Webhooks of organizations, and what is on its way to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table webhooks (
    id uuid primary key,
    organization_id uuid not null references users on delete cascade,
    url text not null check (url like 'https://%' and length(url) <= 500),
    events text[] not null check (cardinality(events) > 0),
    sealed_secret text not null,
    sealed_previous text,
    previous_until timestamptz(3),
    created_at timestamptz(3) not null,
    rests_until timestamptz(3) not null,
    failures integer not null default 0,
    failing_since timestamptz(3),
    disabled_at timestamptz(3),
    check ((sealed_previous is null) = (previous_until is null))
  )`,
  // An organization's own list, and to whom an event goes.
  sql`create index webhooks_by_organization on webhooks (organization_id)`,
  sql`create table webhook_deliveries (
    id uuid primary key,
    webhook_id uuid not null references webhooks on delete cascade,
    event text not null,
    subject text not null,
    body text not null check (length(body) <= 2000),
    created_at timestamptz(3) not null,
    state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
    attempts integer not null default 0,
    next_at timestamptz(3) not null,
    last_at timestamptz(3),
    response_status integer,
    problem text,
    -- What is toggled is reported once.
    unique (webhook_id, event, subject)
  )`,
  // The next one to be sent to a webhook.
  sql`create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at) where state = 'pending'`,
  // A webhook's list, newest first.
  sql`create index webhook_deliveries_listed on webhook_deliveries (webhook_id, created_at desc, id desc)`,
  // What is swept.
  sql`create index webhook_deliveries_by_age on webhook_deliveries (created_at)`,
];
