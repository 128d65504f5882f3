import { type Kysely, sql } from 'kysely';

/** A wallet for everybody, and the ledger of what came into it and left it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // The check is the last word on the rule that nobody spends what they do not have.
  sql`create table wallets (
    user_id uuid primary key references users on delete cascade,
    balance integer not null default 0 check (balance >= 0)
  )`,

  sql`create table wallet_entries (
    id uuid primary key,
    user_id uuid not null references wallets on delete cascade,
    coins integer not null check (coins <> 0),
    reason text not null,
    created_at timestamptz(3) not null
  )`,
  // One wallet's entries, in their order; and what goes when an account is deleted.
  sql`create index wallet_entries_of_wallet on wallet_entries (user_id, created_at, id)`,

  sql`create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'rows of % never change', tg_table_name;
    end
  $$`,
  sql`create trigger wallet_entries_never_change before update on wallet_entries
    for each statement execute function refuse_change()`,

  // Who was here before there were coins gets what new accounts get.
  sql`insert into wallets (user_id, balance) select id, 100 from users`,
  sql`insert into wallet_entries (id, user_id, coins, reason, created_at)
    select gen_random_uuid(), id, 100, 'start', now() from users`,
];
