import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { migrateToLatest } from '#db/database.ts';
import { createPool, createPostgresDb } from '#db/postgres.ts';
import { startEmbeddedPostgres } from '#server/node/embedded-postgres/embedded-postgres.ts';
import { isRunning } from '#server/node/embedded-postgres/processes.ts';
import { databaseAt, type TestDatabaseSource } from './database.ts';
import { type Shared, startShared } from './shared-setup.ts';

/** Hands out one Postgres for all test files, with the migrated database that each of them gets a copy of. */
export default async function setUpPostgres(project: TestProject) {
  const { provided, stop } = await startShared('postgres', startPostgres);
  project.provide('database', provided);
  return stop;
}

/** A file system in memory, and the bytes that must be free in it and in memory: the databases take a quarter of them. */
const memory = { folder: '/dev/shm', bytes: 2 * 1024 ** 3 };

async function startPostgres(): Promise<Shared<TestDatabaseSource>> {
  const folder = await makeFolder();
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

/**
 * Makes the folder of the database, in memory where there is room. Each test file copies a database of nine hundred files
 * and drops it: on a disk that took a tenth of the run.
 */
async function makeFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(memory.folder).catch(() => ({ bavail: 0, bsize: 0 }));
  const isRoomy = Math.min(bavail * bsize, process.availableMemory()) > memory.bytes;
  if (isRoomy) await removeLeftovers();
  const parent = isRoomy ? memory.folder : tmpdir();
  const folder = await mkdtemp(join(parent, `gatherwell-test-${process.pid}-`));
  await chmod(folder, 0o711);
  return folder;
}

/** Removes what runs that were killed have left in memory. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(memory.folder)) {
    const owner = /^gatherwell-test-(\d+)-/.exec(name)?.[1];
    if (owner !== undefined && !(await isRunning(Number(owner))))
      await rm(join(memory.folder, name), { recursive: true, force: true });
  }
}

async function migrate(connectionString: string): Promise<void> {
  const onIdleError = (error: Error) => console.error(error.message);
  const db = createPostgresDb(
    createPool({ connectionString, name: 'migrate', max: 1, timeoutMs: undefined, onIdleError }),
  );
  await migrateToLatest(db);
  // Each connection runs a statement a few times, and would plan it each time for its values: a tenth of the run.
  await sql`alter role current_user set plan_cache_mode = 'force_generic_plan'`.execute(db);
  await db.destroy();
}
