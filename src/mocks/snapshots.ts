import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/**
 * Snapshots of the database, taken in an instant: nothing is copied until a table is written to, and then only that
 * table. Restoring one touches the tables that changed since, and in them the rows that differ.
 */

/** What is the server's own bookkeeping, and is not restored. */
const untracked = [
  'public.event_epoch',
  'public.kysely_migration',
  'public.kysely_migration_lock',
  'mocked.fresh_communities',
  'mocked.unfinished_seeds',
  'mocked.snapshots',
  'mocked.tracked_tables',
  'mocked.copies',
];

/** Makes what snapshots need, where it is not there yet. Forgets snapshots of tables that have other columns now. */
export async function prepareSnapshots(db: Db): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await sql`select mocked.track_tables(${untracked}::text[])`.execute(db);
}

/** Takes a snapshot. Returns its number. */
export async function takeSnapshot(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`select mocked.take_snapshot(${now})::text as id`.execute(db);
  return Number(rows[0]?.id);
}

/** Returns the first snapshot, which `reset` goes back to; undefined where there is none. */
export async function findFirstSnapshot(db: Db): Promise<{ id: number; takenAt: Date } | undefined> {
  const { rows } = await sql<{ id: string; taken_at: Date }>`
    select id::text as id, taken_at from mocked.snapshots order by snapshots.id limit 1`.execute(db);
  return rows[0] && { id: Number(rows[0].id), takenAt: rows[0].taken_at };
}

/**
 * Brings every table back to what it was at a snapshot. Devices notice by the epoch of the event log that what they
 * have is of another database. Returns false where there is no such snapshot.
 */
export async function restoreSnapshot(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select mocked.restore_snapshot(${id}) as found`.execute(db);
  return rows[0]?.found === true;
}

/** Forgets every snapshot but the first. */
export async function forgetLaterSnapshots(db: Db): Promise<void> {
  await sql`select mocked.forget_later_snapshots()`.execute(db);
}

/** Rows are kept as texts, which have to be written in one way in every session. */
const sameTexts = sql.raw(
  "set timezone = 'UTC' set datestyle = 'ISO' set intervalstyle = 'postgres' set bytea_output = 'hex' set extra_float_digits = 1",
);

const statements = [
  sql`create schema if not exists mocked`,
  sql`create table if not exists mocked.snapshots (
    id bigint generated always as identity primary key,
    taken_at timestamptz(3) not null,
    sequences jsonb not null
  )`,
  sql`create sequence if not exists mocked.versions`,
  // Two moments at which a table has the same version are moments at which it has the same rows.
  sql`create table if not exists mocked.tracked_tables (
    name text primary key,
    columns text not null,
    version bigint not null default 0,
    has_copy boolean not null default false
  )`,
  // What a table was at a snapshot, and at those before it back to the write before.
  sql`create table if not exists mocked.copies (
    name text,
    snapshot_id bigint,
    version bigint not null,
    content text[] not null,
    primary key (name, snapshot_id)
  )`,
  sql`alter table mocked.copies alter column content set storage external`,

  sql`create or replace function mocked.keep_copy(table_name text) returns void language plpgsql ${sameTexts} as $$
  declare
    newest bigint := (select max(id) from mocked.snapshots);
    present text[];
    table_version bigint;
  begin
    select version into table_version from mocked.tracked_tables where name = table_name and not has_copy;
    if not found or newest is null then return; end if;
    execute format('select coalesce(array_agg(t::text), ''{}'') from %s t', table_name) into present;
    insert into mocked.copies values (table_name, newest, table_version, present);
    update mocked.tracked_tables set has_copy = true where name = table_name;
  end $$`,

  sql`create or replace function mocked.before_write() returns trigger language plpgsql as $$
  declare table_name text := quote_ident(tg_table_schema) || '.' || quote_ident(tg_table_name);
  begin
    perform mocked.keep_copy(table_name);
    update mocked.tracked_tables set version = nextval('mocked.versions') where name = table_name;
    return null;
  end $$`,

  sql`create or replace function mocked.track_tables(untracked text[]) returns void language plpgsql as $$
  declare t record;
  begin
    for t in
      with present as (
        select c.oid, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name,
          string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relkind in ('r', 'p') and n.nspname in ('public', 'mocked')
        group by 1, 2
      )
      select present.name, present.columns, tracked.columns as known
      from present left join mocked.tracked_tables tracked on tracked.name = present.name
      where present.name <> all (untracked) and tracked.columns is distinct from present.columns
    loop
      if t.known is not null then
        delete from mocked.copies;
        delete from mocked.snapshots;
      end if;
      insert into mocked.tracked_tables (name, columns) values (t.name, t.columns)
        on conflict (name) do update set columns = excluded.columns, version = nextval('mocked.versions');
      execute format(
        'create or replace trigger mocked_before_write before insert or update or delete or truncate on %s
         for each statement execute function mocked.before_write()', t.name);
    end loop;
  end $$`,

  sql`create or replace function mocked.take_snapshot(at timestamptz) returns bigint language plpgsql as $$
  declare taken bigint;
  begin
    insert into mocked.snapshots (taken_at, sequences)
      select at, coalesce(jsonb_object_agg(format('%I.%I', schemaname, sequencename), last_value), '{}')
      from pg_sequences
      where schemaname in ('public', 'mocked') and sequencename not in ('versions', 'snapshots_id_seq')
      returning id into taken;
    update mocked.tracked_tables set has_copy = false where has_copy;
    return taken;
  end $$`,

  sql`create or replace function mocked.restore_snapshot(wanted bigint) returns boolean language plpgsql ${sameTexts} as $$
  declare
    known jsonb;
    t record;
  begin
    select sequences into known from mocked.snapshots where id = wanted;
    if not found then return false; end if;
    -- Without triggers and checks between tables: all of them are right again at the end.
    perform set_config('session_replication_role', 'replica', true);
    for t in
      select copy.name, copy.version, copy.content, tracked.columns
      from (
        select distinct on (name) * from mocked.copies where snapshot_id >= wanted order by name, snapshot_id
      ) copy
      join mocked.tracked_tables tracked on tracked.name = copy.name and tracked.version <> copy.version
    loop
      perform mocked.keep_copy(t.name);
      execute format('delete from %s t where not exists (select from unnest($1) w (r) where w.r = t::text)', t.name)
        using t.content;
      execute format(
        'insert into %1$s (%2$s) overriding system value
         select %2$s from unnest(array(
           select w.r::%1$s from unnest($1) w (r) where not exists (select from %1$s t where t::text = w.r)))',
        t.name, t.columns)
        using t.content;
      update mocked.tracked_tables set version = t.version where name = t.name;
    end loop;
    for t in select key, value from jsonb_each_text(known) loop
      perform setval(t.key::regclass, coalesce(t.value::bigint, 1), t.value is not null);
    end loop;
    update event_epoch set epoch = gen_random_uuid();
    perform set_config('session_replication_role', 'origin', true);
    return true;
  end $$`,

  sql`create or replace function mocked.forget_later_snapshots() returns void language sql as $$
    delete from mocked.snapshots where id > (select min(id) from mocked.snapshots);
    delete from mocked.copies where snapshot_id not in (select id from mocked.snapshots);
    update mocked.tracked_tables t set has_copy = exists (select from mocked.copies c where c.name = t.name);
  $$`,
];
