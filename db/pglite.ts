import type { PGliteDialectConfig } from 'kysely';
import { Kysely, PGliteDialect } from 'kysely';
import type { Db } from './database.ts';
import type { Database } from './schema.ts';

/** The database over PGlite: Postgres as WebAssembly, for the mocked mode and for tests without a server. */
export function createPgliteDb(pglite: PGliteDialectConfig['pglite']): Db {
  return new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) });
}
