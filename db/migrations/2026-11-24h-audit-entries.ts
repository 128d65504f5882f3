import { type Kysely, sql } from 'kysely';

/** The audit log, which the database keeps append-only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table audit_entries (
    id uuid primary key,
    at timestamptz(3) not null default date_trunc('milliseconds', clock_timestamp()),
    action text not null check (length(action) between 1 and 40),
    actor_id uuid,
    subject_id uuid,
    details jsonb not null
      check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 2000),
    ip_address text check (length(ip_address) <= 64),
    request_id text check (length(request_id) <= 64)
  )`,
  // Newest first: of all, of who did it, of whose account, of one action.
  sql`create index audit_entries_by_time on audit_entries (at desc, id desc)`,
  sql`create index audit_entries_by_actor on audit_entries (actor_id, at desc, id desc)`,
  sql`create index audit_entries_by_subject on audit_entries (subject_id, at desc, id desc)`,
  sql`create index audit_entries_by_action on audit_entries (action, at desc, id desc)`,
  // Network addresses that are removed when their time is over.
  sql`create index audit_entries_with_address on audit_entries (at) where ip_address is not null`,

  // The setting alone opens nothing young: entries and addresses stay for 30 days, whatever an application asks for.
  sql`create function protect_audit_entries() returns trigger language plpgsql as $$
    begin
      if tg_level = 'ROW' and current_setting('gatherwell.audit_sweep', true) = 'on' then
        if old.at < now() - interval '30 days' then
          if tg_op = 'DELETE' then return old; end if;
          if tg_op = 'UPDATE' and new.ip_address is null
            and to_jsonb(new) - 'ip_address' = to_jsonb(old) - 'ip_address' then return new; end if;
        end if;
      end if;
      raise exception 'audit_entries is append-only' using errcode = 'restrict_violation';
    end
  $$`,
  sql`create trigger audit_entries_are_kept before update or delete on audit_entries
    for each row execute function protect_audit_entries()`,
  sql`create trigger audit_entries_are_not_truncated before truncate on audit_entries
    for each statement execute function protect_audit_entries()`,

  sql`create function sweep_audit_entries(keep_days integer, address_days integer) returns void
    language plpgsql as $$
    begin
      perform set_config('gatherwell.audit_sweep', 'on', true);
      delete from audit_entries where at < now() - make_interval(days => keep_days);
      update audit_entries set ip_address = null
        where at < now() - make_interval(days => address_days) and ip_address is not null;
      perform set_config('gatherwell.audit_sweep', '', true);
    end
  $$`,
];
