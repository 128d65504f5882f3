import { assert, expect, test, vi } from 'vitest';
import { setUpWorld } from '#server/testing/cast.ts';
import { shareAmongDeaths } from './testing/sharing.ts';
import { migrateJobs } from './workers.ts';

vi.setConfig({ testTimeout: 180_000 });

const world = setUpWorld();

// More than a hundred posts, since a network rejects each 97th. Of 10,000 it is tried with
// `npm run chaos -- --networks 10000`.
test('two processes, of which some are killed, share each post once at three networks that fail them', async () => {
  const { connectionString } = world.database;
  assert(connectionString);
  await migrateJobs(connectionString, world.ports.log);
  const shared = await shareAmongDeaths({
    db: world.db,
    connectionString,
    organizations: 4,
    posts: 110,
    processes: 2,
    deaths: 3,
    timeoutMs: 150_000,
  });
  expect(shared).toMatchObject({ expected: 330, waiting: 0, wrong: 0, early: 0 });
  // Some are rejected for good, and nothing else is lost.
  expect(shared.failed).toBeLessThan(16);
});
