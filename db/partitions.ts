import { sql } from 'kysely';
import type { Db } from './database.ts';

/*
 * Tables whose rows are kept for a while are split by week: what is over goes with its partition, without a row being
 * deleted. Rows of no week that has a partition are in a default one, where they are deleted by rows.
 *
 * Partitions are in a schema of their own, so that whatever lists the tables of the product finds each of them once.
 */

/** How a table is split. */
interface Split {
  key: string;
  type: 'uuid' | 'timestamptz';
  /** Returns the least value of the key that stands for this moment or for a later one. */
  bound(moment: Date): string;
}

const splits = {
  operations: { key: 'op_id', type: 'uuid', bound: firstIdOf },
  user_events: { key: 'created_at', type: 'timestamptz', bound: (moment) => moment.toISOString() },
} satisfies Record<string, Split>;

/** A table that has partitions. */
export type PartitionedTable = keyof typeof splits;

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** How many weeks ahead of the present one have partitions. */
const weeksAhead = 2;

/** Weeks that begin earlier than so many milliseconds from now are left to the default partition, as migrations do. */
const leadMs = 24 * 60 * 60 * 1000;

/**
 * Milliseconds that making or dropping a partition waits for each of its locks. Whoever writes to the table meanwhile
 * waits behind it. Shorter than the database takes to look for deadlocks, so that it is never others who are undone.
 */
const mostWait = 200;

/** When the week of a moment began: where partitions begin and end. */
export const weekOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / weekMs) * weekMs);

/** The least UUID of version 7 of a moment, and of any version with the same beginning. */
export function firstIdOf(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/**
 * Makes the partitions of the coming weeks, drops those of weeks that ended before `oldest` and have no row since, and
 * deletes rows of the default partition that are older. What others have locked for long is left to the next call.
 *
 * The present week gets no partition: where it has none, it is in the default one, and moving it would take long.
 */
export async function keepPartitions(
  db: Db,
  table: PartitionedTable,
  { now, oldest, log }: { now: Date; oldest: Date; log: Log },
): Promise<void> {
  const postponed: string[] = [];
  const attempt = async (name: string, statement: string) => {
    try {
      await sql.raw(statement).execute(db);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      postponed.push(name);
    }
  };
  const known = await findPartitions(db, table);
  for (const week of comingWeeks(now)) {
    const name = nameOf(table, week.from);
    if (!known.includes(name)) await attempt(name, addition(table, name, week));
  }
  for (const name of await findOver(db, table, oldest)) await attempt(name, removal(table, name, oldest));
  await sql`delete from ${sql.table(`partitions.${table}_default`)} where created_at < ${oldest}`.execute(db);
  if (postponed.length > 0)
    log.warn({ partitions: postponed }, 'partitions are locked, and are made or dropped another time');
}

/** Where it is said what could not be done. */
interface Log {
  warn(fields: Record<string, unknown>, message: string): void;
}

interface Week {
  from: Date;
  to: Date;
}

function comingWeeks(now: Date): Week[] {
  const first = Math.floor((now.getTime() + leadMs) / weekMs) + 1;
  return Array.from({ length: weeksAhead }, (_, index) => ({
    from: new Date((first + index) * weekMs),
    to: new Date((first + index + 1) * weekMs),
  }));
}

const nameOf = (table: PartitionedTable, from: Date) =>
  `${table}_${from.toISOString().slice(0, 10).replaceAll('-', '')}`;

/** Resolves to the partitions of a table but for the default one, oldest first. */
async function findPartitions(db: Db, table: PartitionedTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = ${table}::regclass and c.relname <> ${`${table}_default`}
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** Resolves to the partitions that end before a moment and have no row of it or later, oldest first. */
async function findOver(db: Db, table: PartitionedTable, oldest: Date): Promise<string[]> {
  const { type, bound } = splits[table];
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = ${table}::regclass
      and substring(pg_get_expr(c.relpartbound, c.oid) from $$TO [(]'(.+)'[)]$$)::${sql.raw(type)} <= ${bound(oldest)}
    order by 1`.execute(db);
  const over: string[] = [];
  for (const { name } of rows) {
    const young = await sql`
      select from ${sql.table(`partitions.${name}`)} where created_at >= ${oldest} limit 1`.execute(db);
    if (young.rows.length === 0) over.push(name);
  }
  return over;
}

/**
 * A block of statements. Sent as one, it is a transaction that ends with its last statement, whatever becomes of the
 * process that sent it: one that stops in the middle would leave everybody waiting for its locks.
 */
const block = (statements: string) => `do $block$ begin
  perform set_config('lock_timeout', '${mostWait}', true);
  ${statements}
end $block$`;

/**
 * Makes a partition of rows that came before it was there, and of those to come. Writers go on meanwhile, but for those
 * of rows that belong to the default partition.
 */
function addition(table: PartitionedTable, name: string, { from, to }: Week): string {
  const { key, bound } = splits[table];
  const range = [bound(from), bound(to)];
  return block(`
  lock table partitions.${table}_default in access exclusive mode;
  -- Another process may have been faster.
  if to_regclass('partitions.${name}') is null then
    create table partitions.${name} (like public.${table} including defaults);
    with early as (
      delete from partitions.${table}_default where ${key} >= '${range[0]}' and ${key} < '${range[1]}' returning *
    )
    insert into partitions.${name} select * from early;
    alter table public.${table} attach partition partitions.${name} for values from ('${range[0]}') to ('${range[1]}');
  end if;`);
}

/**
 * Drops a partition, unless it got a row since it was looked at: with the locks nobody is left who could still commit
 * one. The table first, as everybody locks it, and for as long as this takes: what is dropped is removed afterwards.
 */
function removal(table: PartitionedTable, name: string, oldest: Date): string {
  return block(`
  lock table only public.${table} in access exclusive mode;
  if to_regclass('partitions.${name}') is not null then
    lock table partitions.${name} in access exclusive mode;
    if not exists (select from partitions.${name} where created_at >= '${oldest.toISOString()}') then
      drop table partitions.${name};
    end if;
  end if;`);
}

/** Whether a statement has waited for a lock for as long as it may. */
function isLockTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === '55P03') || isLockTimeout(error.cause);
}
