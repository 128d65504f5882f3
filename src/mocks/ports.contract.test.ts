import { expect, test, vi } from 'vitest';
import { executeTogether } from '#db/batch.ts';
import { runJob } from '#server/job-handlers.ts';
import type { Job } from '#server/jobs.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { describePorts } from '#server/testing/ports-contract.ts';
import { createJobQueue } from './jobs.ts';
import { createSharedPorts, portsByClock } from './ports.ts';
import { createMockedTables, withMockedTables } from './tables.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };

async function openMockedDatabase() {
  const database = await openTestDatabase();
  await createMockedTables(database.db);
  return database;
}

// A browser's decoding of pictures is tried in a browser: e2e/pictures.spec.ts.
describePorts(
  'the ports of the mocked mode',
  async () => {
    const { db, close } = await openMockedDatabase();
    const queue = createJobQueue({
      db,
      log,
      perform: ({ name, payload }) =>
        runJob({ db, ports, settings: { publicUrl: 'https://gatherwell.test' } }, name, payload),
    });
    const ports = portsByClock(createSharedPorts(db, log), queue, 0);
    return {
      ports,
      db,
      runJobs: () => queue.run(),
      mails: () => withMockedTables(db).selectFrom('mocked.mails').select('recipient as to').execute(),
      close,
    };
  },
  { hasPictures: false },
);

const job: Job = { name: 'recover-password', payload: { email: 'alice@example.org' } };

test('a job that fails is retried, by the clock under which it was added', async () => {
  await using database = await disposable();
  const perform = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('not now'));
  const queue = createJobQueue({ db: database.db, log, perform, firstDelay: 1 });
  await database.db.transaction().execute((trx) => executeTogether(trx, [queue.add(trx, [job], 3_600_000)]));
  await queue.run();
  await vi.waitFor(() => expect(perform).toHaveBeenCalledTimes(2));
  expect(perform).toHaveBeenLastCalledWith(job, 3_600_000);
  await vi.waitFor(async () => expect(await countJobs(database.db)).toBe(0));
});

test('a job outlives the page that added it', async () => {
  await using database = await disposable();
  const options = { db: database.db, log, firstDelay: 1 };
  const closed = createJobQueue({ ...options, perform: async () => {} });
  await database.db.transaction().execute((trx) => executeTogether(trx, [closed.add(trx, [job], 0)]));

  const perform = vi.fn(async () => {});
  await createJobQueue({ ...options, perform }).run();
  expect(perform).toHaveBeenCalledExactlyOnceWith(job, 0);
});

async function disposable() {
  const { db, close } = await openMockedDatabase();
  return { db, [Symbol.asyncDispose]: close };
}

async function countJobs(db: Parameters<typeof withMockedTables>[0]): Promise<number> {
  return (await withMockedTables(db).selectFrom('mocked.jobs').select('id').execute()).length;
}
