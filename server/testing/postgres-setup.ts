import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateToLatest } from '#db/database.ts';
import { createPool, createPostgresDb } from '#db/postgres.ts';
import { startEmbeddedPostgres } from '#server/node/embedded-postgres/embedded-postgres.ts';
import { databaseAt, type TestDatabaseSource } from './database.ts';
import { type Shared, startShared } from './shared-setup.ts';

/** Hands out one Postgres for all test files, with the migrated database that each of them gets a copy of. */
export default async function setUpPostgres(project: TestProject) {
  const { provided, stop } = await startShared('postgres', startPostgres);
  project.provide('database', provided);
  return stop;
}

async function startPostgres(): Promise<Shared<TestDatabaseSource>> {
  const folder = await mkdtemp(join(tmpdir(), 'gatherwell-test-'));
  await chmod(folder, 0o711);
  const log = { info: () => {}, warn: console.warn, error: console.error };
  const server = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log, durable: false });
  console.log('The test database runs with fsync, full_page_writes and synchronous_commit off.');
  await migrate(server.connectionString);
  return {
    provided: {
      engine: 'postgres',
      // The copied database must not be the one that the statements for copying are sent through.
      server: databaseAt(server.connectionString, 'postgres'),
      template: new URL(server.connectionString).pathname.slice(1),
    },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function migrate(connectionString: string): Promise<void> {
  const onIdleError = (error: Error) => console.error(error.message);
  const db = createPostgresDb(
    createPool({ connectionString, name: 'migrate', max: 1, timeoutMs: undefined, onIdleError }),
  );
  await migrateToLatest(db);
  await db.destroy();
}
