import { assert, expect, test, vi } from 'vitest';
import { setUpWorld } from '#server/testing/cast.ts';
import { shareAmongDeaths } from './testing/sharing.ts';
import { migrateJobs } from './workers.ts';

vi.setConfig({ testTimeout: 600_000 });

const world = setUpWorld();

// Of 10,000 it is tried with `npm run chaos -- --networks 10000`.
test('two processes, of which some are killed, share each post once at three networks that fail them', async () => {
  const { connectionString } = world.database;
  assert(connectionString);
  await migrateJobs(connectionString, world.ports.log);
  const shared = await shareAmongDeaths({
    db: world.db,
    connectionString,
    organizations: 4,
    posts: 60,
    processes: 2,
    deaths: 3,
    standstillMs: 60_000,
  });
  expect(shared).toMatchObject({ expected: 180, waiting: 0, wrong: 0, early: 0 });
  // Each network rejects two to four for good, but for those that it has from before; nothing else is lost.
  expect(shared.failed).toBeGreaterThan(0);
  expect(shared.failed).toBeLessThan(13);
});
