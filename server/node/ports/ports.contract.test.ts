import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { assert, expect, vi } from 'vitest';
import { openTestDatabase } from '#server/testing/database.ts';
import { describePorts } from '#server/testing/ports-contract.ts';
import { migrateJobs, startWorkers } from '../workers.ts';
import { createNodePorts } from './index.ts';

describePorts('the ports of Node', async () => {
  const { db, pool, connectionString, close } = await openTestDatabase();
  assert(pool && connectionString);
  const folder = await mkdtemp(join(tmpdir(), 'gatherwell-ports-'));
  const settings = {
    mail: { kind: 'mailbox' as const, folder: join(folder, 'mailbox'), from: 'no-reply@gatherwell.test' },
    media: { kind: 'folder' as const, folder: join(folder, 'media') },
    places: undefined,
    networks: { facebook: undefined, twitter: undefined, linkedIn: undefined },
    secureCookies: true,
  };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  await migrateJobs(connectionString, log);
  const ports = await createNodePorts({ settings, pool, connectionString, log });
  const deps = { db, ports, settings: { publicUrl: 'https://gatherwell.test' } };
  const workers = await startWorkers({ deps, connectionString });
  return {
    ports,
    db,
    runJobs: () => vi.waitFor(async () => expect(await countJobs(pool)).toBe(0), { timeout: 10_000 }),
    async mails() {
      const files = await readdir(settings.mail.folder);
      const texts = await Promise.all(
        files.map((file) => readFile(join(settings.mail.folder, file), 'utf8')),
      );
      return texts.map((text) => ({ to: /^To: (.*)$/m.exec(text)?.[1] ?? '' }));
    },
    async close() {
      await workers.stop();
      await ports.close();
      await close();
      await rm(folder, { recursive: true });
    },
  };
});

async function countJobs(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ count: number }>('select count(*) from graphile_worker.jobs');
  return rows[0]?.count;
}
