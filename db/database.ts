import { type Kysely, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import type { Precondition } from './precondition.ts';
import type { Database } from './schema.ts';

/** The database, or a transaction in it. Query functions take one as their first argument. */
export type Db = Kysely<Database>;

/** A transaction. Functions that must run in one require this type. */
export type Trx = Transaction<Database>;

/**
 * Brings the database to the newest migration; does nothing where it is there already, or further: a newer version has
 * been there, beside which this one still works. Returns the names of the migrations that it ran. Throws the error of the
 * one that failed.
 */
export async function migrateToLatest(db: Db): Promise<string[]> {
  if (await areMigrationsCurrent(db)) return [];
  const { error, results = [] } = await migratorOf(db).migrateToLatest();
  if (error) throw error;
  return results.map(({ migrationName }) => migrationName);
}

/** Brings an empty database to this migration. Throws the error of the one that failed. */
export async function migrateTo(db: Db, name: string): Promise<void> {
  const { error } = await migratorOf(db).migrateTo(name);
  if (error) throw error;
}

/** What time it is by the database's clock; never ahead of it. */
export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{
    now: Date;
  }>`select date_trunc('milliseconds', clock_timestamp()) as now`.execute(db);
  return rows[0]?.now ?? new Date(0);
}

/** Whether the database has every migration that this code knows. */
export async function areMigrationsCurrent(db: Db): Promise<boolean> {
  const known = await migratorOf(db).getMigrations();
  return known.every(({ executedAt }) => executedAt !== undefined);
}

const migratorOf = (db: Db) => new Migrator({ db, provider: { getMigrations: async () => migrations } });

/** How work runs on an engine whose requests have a context. */
export interface Runners {
  /** Leaves the context of the request that starts the work. */
  shared<T>(work: () => T): T;
  /** Lets the first statement of the work carry its precondition. Absent where that would save no round trip. */
  under?: <T>(precondition: Precondition, work: () => Promise<T>) => Promise<T>;
}

/** By what a database has in common with its transactions and with those that only have other plugins. */
const runnersOf = new WeakMap<object, Runners>();
const engineOf = (db: Db): object => db.getExecutor().adapter;

/** Sets how work runs on this database. */
export function setRunners(db: Db, runners: Runners): void {
  runnersOf.set(engineOf(db), runners);
}

/** Runs work that several requests wait for: what holds for one of them, such as its deadline, does not hold for it. */
export const runShared = <T>(db: Db, work: () => T): T =>
  (runnersOf.get(engineOf(db))?.shared ?? ((run) => run()))(work);

/** Whether `runUnder` can be used. */
export const carriesPreconditions = (db: Db): boolean => runnersOf.get(engineOf(db))?.under !== undefined;

/**
 * Runs work on something that is taken for granted, and resolves to what it returns once that was found to hold. Throws
 * `PreconditionFailed` otherwise, whatever the work returned or threw; a transaction of its own that it had not begun
 * before is undone.
 */
export async function runUnder<T>(db: Db, precondition: Precondition, work: () => Promise<T>): Promise<T> {
  const under = runnersOf.get(engineOf(db))?.under;
  if (!under) throw new Error('This database carries no preconditions.');
  try {
    return await under(precondition, work);
  } finally {
    await precondition.verify((statement) => db.executeQuery(statement));
  }
}
