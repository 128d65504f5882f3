import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Kysely, PGliteDialect } from 'kysely';
import { withBatches } from './batch.ts';
import type { Db } from './database.ts';
import type { Database } from './schema.ts';

/**
 * Starts a Postgres as WebAssembly, with the extensions that migrations need. Its files are in memory, so of the usual
 * 128 MB of buffers, which are filled with zeros at the start, it needs few.
 */
export const startPglite = (
  options: Omit<PGliteOptions, 'extensions' | 'startParams'> = {},
): Promise<PGlite> =>
  PGlite.create({
    ...options,
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
    extensions: { pg_trgm },
  });

/**
 * Drops the databases that others are made of. In a dump that is loaded again and again they are half of the files
 * and more, and nothing is made of them.
 */
export async function dropTemplates(pglite: PGlite): Promise<void> {
  await pglite.exec('update pg_database set datistemplate = false');
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`);
}

/** The database over PGlite: Postgres as WebAssembly, for the mocked mode and for tests without a server. */
export function createPgliteDb(pglite: PGlite): Db {
  return new Kysely<Database>({
    dialect: withBatches(new PGliteDialect({ pglite }), { canPipeline: false }),
  });
}
