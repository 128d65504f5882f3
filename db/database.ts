import type { Kysely, Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import type { Database } from './schema.ts';

/** The database, or a transaction in it. Query functions take one as their first argument. */
export type Db = Kysely<Database>;

/** A transaction. Functions that must run in one ask for it by this type. */
export type Trx = Transaction<Database>;

/**
 * Brings the database to the newest migration; does nothing where it is there already. Throws the error of the
 * migration that failed.
 */
export async function migrateToLatest(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
