import { readFile } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { inject } from 'vitest';
import type { Db } from '#db/database.ts';
import { createPgliteDb, startPglite } from '#db/pglite.ts';
import { createPool, createPostgresDb } from '#db/postgres.ts';

/** What the global set-up hands to the test files: where to get a database, migrated and empty, from. */
export type TestDatabaseSource =
  | {
      engine: 'postgres';
      /** The server, as its owner. */
      server: string;
      /** The database that is copied. */
      template: string;
    }
  | {
      engine: 'pglite';
      /** A file with the data folder that is loaded. */
      dump: string;
    };

declare module 'vitest' {
  interface ProvidedContext {
    database: TestDatabaseSource;
  }
}

export interface TestDatabase {
  db: Db;
  /** Only on Postgres: the pool behind `db`. */
  pool?: pg.Pool;
  /** Only on Postgres: for tests that want connections or pools of their own. End those before `close`. */
  connectionString?: string;
  close(): Promise<void>;
}

/** Opens a database of its own for a test file: migrated, empty, on the engine that the project runs on. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const source = inject('database');
  return source.engine === 'postgres' ? openPostgres(source) : openPglite(source);
}

/** The same with nothing in it: for tests of migrations. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  const source = inject('database');
  if (source.engine === 'postgres') return openPostgres({ ...source, template: 'template0' });
  return openedPglite(await startPglite());
}

async function openPostgres(source: TestDatabaseSource & { engine: 'postgres' }): Promise<TestDatabase> {
  const name = `test_${process.pid}_${crypto.randomUUID().slice(0, 8)}`;
  // Copying the files takes less than half of what writing them to the log takes.
  await onServer(source.server, `create database ${name} template ${source.template} strategy file_copy`);
  const connectionString = databaseAt(source.server, name);
  const pool = createPool({
    connectionString,
    name: 'test',
    max: 10,
    timeoutMs: undefined,
    onIdleError: (error) => console.error(error.message),
  });
  const db = createPostgresDb(pool);
  return {
    db,
    pool,
    connectionString,
    close: async () => {
      await pool.end();
      await onServer(source.server, `drop database ${name} with (force)`);
    },
  };
}

const openPglite = async (source: TestDatabaseSource & { engine: 'pglite' }): Promise<TestDatabase> =>
  openedPglite(await startPglite({ loadDataDir: new Blob([await readFile(source.dump)]) }));

function openedPglite(pglite: PGlite): TestDatabase {
  const db = createPgliteDb(pglite);
  return { db, close: () => db.destroy() };
}

/** The address of another database on the same server. */
export function databaseAt(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * How often a property is tried that is to be tried so often on Postgres: a third as often on PGlite, where it takes
 * several times as long. Engines differ in what they do with a statement, and each run sends most of them.
 */
export const runsOf = (times: number): number =>
  inject('database').engine === 'postgres' ? times : Math.ceil(times / 3);
