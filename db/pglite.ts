import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Kysely, PGliteDialect } from 'kysely';
import { withBatches } from './batch.ts';
import type { Db } from './database.ts';
import type { Database } from './schema.ts';

/** Starts a Postgres as WebAssembly, with the extensions that migrations need. */
export const startPglite = (options: Omit<PGliteOptions, 'extensions'> = {}): Promise<PGlite> =>
  PGlite.create({ ...options, extensions: { pg_trgm } });

/** The database over PGlite: Postgres as WebAssembly, for the mocked mode and for tests without a server. */
export function createPgliteDb(pglite: PGlite): Db {
  return new Kysely<Database>({
    dialect: withBatches(new PGliteDialect({ pglite }), { canPipeline: false }),
  });
}
