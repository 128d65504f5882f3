import { type Kysely, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import type { Database } from './schema.ts';

/** The database, or a transaction in it. Query functions take one as their first argument. */
export type Db = Kysely<Database>;

/** A transaction. Functions that must run in one require this type. */
export type Trx = Transaction<Database>;

/**
 * Brings the database to the newest migration; does nothing where it is there already. Throws the error of the
 * migration that failed.
 */
export async function migrateToLatest(db: Db): Promise<void> {
  const { error } = await migratorOf(db).migrateToLatest();
  if (error) throw error;
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

type Runner = <T>(work: () => T) => T;

const outsideOf = new WeakMap<Db, Runner>();

/** Sets how work on this database leaves the context of the request that starts it, where requests have one. */
export function setSharedRunner(db: Db, run: Runner): void {
  outsideOf.set(db, run);
}

/** Runs work that several requests wait for: what holds for one of them, such as its deadline, does not hold for it. */
export const runShared = <T>(db: Db, work: () => T): T => (outsideOf.get(db) ?? ((run) => run()))(work);
