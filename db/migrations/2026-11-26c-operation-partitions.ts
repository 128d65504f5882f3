import { type Kysely, sql } from 'kysely';

/**
 * Splits named writes by the week in which they were named, which their names tell. The table as it was becomes the
 * default partition: nothing is copied. The present week stays in it, under the constraint that processes of before know
 * by its name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const first = firstWeek();
  const weeks = Array.from({ length: count }, (_, index) => new Date(first.getTime() + index * weekMs));
  const [from, to] = [firstId(first), firstId(new Date(first.getTime() + count * weekMs))];
  const statements = [
    ...split,
    ...weeks.map(addWeek),
    // Names of other versions are spread over all times, and some clocks run ahead.
    sql`with early as (
      delete from partitions.operations_default where op_id >= ${sql.lit(from)} and op_id < ${sql.lit(to)} returning *
    )
    insert into operations select * from early`,
    sql`alter table operations attach partition partitions.operations_default default`,
  ];
  for (const statement of statements) await statement.execute(db);
}

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** As many as old rows are kept for. Later ones are made when the default partition, which each reads, is small. */
const count = 8;

/** The first week that begins when no process of before runs any more. */
const firstWeek = () => new Date(Math.ceil((Date.now() + 24 * 60 * 60 * 1000) / weekMs) * weekMs);

/** The least name that is given at a moment: a UUID of version 7 begins with its milliseconds. */
function firstId(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

function addWeek(from: Date) {
  const name = `operations_${from.toISOString().slice(0, 10).replaceAll('-', '')}`;
  const [first, last] = [firstId(from), firstId(new Date(from.getTime() + weekMs))];
  return sql`create table partitions.${sql.ref(name)} partition of operations
    for values from (${sql.lit(first)}) to (${sql.lit(last)})`;
}

const split = [
  // Both tables or none, and again and again: processes that write meanwhile are neither held up for long nor undone.
  sql`do $$ begin
    for attempt in 1..600 loop
      begin
        set local lock_timeout to '100ms';
        lock table users, operations in access exclusive mode;
        set local lock_timeout to default;
        return;
      exception when lock_not_available then
        perform pg_sleep(0.05);
      end;
    end loop;
    raise exception 'The tables users and operations are locked all the time.';
  end $$`,
  sql`create schema if not exists partitions`,
  sql`alter table operations set schema partitions`,
  sql`alter table partitions.operations rename to operations_default`,
  sql`create table operations (
    like partitions.operations_default including defaults,
    constraint operations_key unique nulls not distinct (user_id, op_id),
    constraint operations_user_id_fkey foreign key (user_id) references users on delete cascade
  ) partition by range (op_id)`,
  sql`create index operations_by_age on operations (created_at)`,
];
