import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateToLatest } from '#db/database.ts';
import { createPgliteDb, dropTemplates, startPglite } from '#db/pglite.ts';
import type { TestDatabaseSource } from './database.ts';
import { type Shared, startShared } from './shared-setup.ts';

/** Hands out a file with the data of a migrated PGlite, from which each test file loads its own. */
export default async function setUpPglite(project: TestProject) {
  const { provided, stop } = await startShared('pglite', dumpPglite);
  project.provide('database', provided);
  return stop;
}

async function dumpPglite(): Promise<Shared<TestDatabaseSource>> {
  const folder = await mkdtemp(join(tmpdir(), 'gatherwell-test-'));
  const dump = join(folder, 'pglite.tar');
  const pglite = await startPglite();
  const db = createPgliteDb(pglite);
  await migrateToLatest(db);
  await dropTemplates(pglite);
  await pglite.exec('checkpoint');
  await writeFile(dump, new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer()));
  await db.destroy();
  return {
    provided: { engine: 'pglite', dump },
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}
