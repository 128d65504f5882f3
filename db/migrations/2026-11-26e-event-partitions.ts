import { type Kysely, sql } from 'kysely';

/**
 * Splits the event log by week. The table as it was becomes the default partition, in which the present week stays:
 * nothing is copied. What takes long in a large table can be made before, with `create unique index concurrently`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const first = Math.ceil((Date.now() + 24 * 60 * 60 * 1000) / weekMs);
  const [from, to] = [new Date(first * weekMs), new Date((first + count) * weekMs)];
  const weeks = Array.from({ length: count }, (_, index) => new Date((first + index) * weekMs));
  const statements = [
    ...split,
    ...weeks.map(addWeek),
    // Some clocks run ahead.
    sql`with early as (
      delete from partitions.user_events_default
        where created_at >= ${sql.lit(from.toISOString())} and created_at < ${sql.lit(to.toISOString())} returning *
    )
    insert into user_events select * from early`,
    sql`alter table user_events attach partition partitions.user_events_default default`,
  ];
  for (const statement of statements) await statement.execute(db);
}

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** As many as old rows are kept for. Later ones are made when the default partition, which each reads, is small. */
const count = 4;

function addWeek(from: Date) {
  const name = `user_events_${from.toISOString().slice(0, 10).replaceAll('-', '')}`;
  const to = new Date(from.getTime() + weekMs);
  return sql`create table partitions.${sql.ref(name)} partition of user_events
    for values from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`;
}

const split = [
  // Both tables or none, and again and again: processes that write meanwhile are neither held up for long nor undone.
  sql`do $$ begin
    for attempt in 1..600 loop
      begin
        set local lock_timeout to '100ms';
        lock table users, user_events in access exclusive mode;
        set local lock_timeout to default;
        return;
      exception when lock_not_available then
        perform pg_sleep(0.05);
      end;
    end loop;
    raise exception 'The tables users and user_events are locked all the time.';
  end $$`,
  sql`create unique index if not exists user_events_by_number on user_events (user_id, seq, created_at)`,
  sql`alter table user_events set schema partitions`,
  sql`alter table partitions.user_events rename to user_events_default`,
  sql`alter table partitions.user_events_default drop constraint user_events_pkey`,
  sql`alter table partitions.user_events_default
    add constraint user_events_default_pkey primary key using index user_events_by_number`,
  sql`create table user_events (
    like partitions.user_events_default including defaults,
    constraint user_events_pkey primary key (user_id, seq, created_at),
    constraint user_events_user_id_fkey foreign key (user_id) references users on delete cascade
  ) partition by range (created_at)`,
];
