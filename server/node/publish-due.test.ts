import { assert, expect, test, vi } from 'vitest';
import { setUpWorld } from '#server/testing/cast.ts';
import { publishAmongDeaths, readPublished, readReminded } from './testing/publishing.ts';
import { migrateJobs } from './workers.ts';

vi.setConfig({ testTimeout: 600_000 });

const world = setUpWorld();

// With 8 processes, 20 deaths and 10,000 posts it is tried by `npm run chaos`.
test('4 processes with wrong clocks, of which some are killed, publish each scheduled post, notify of it and send each reminder once', async () => {
  const { connectionString } = world.database;
  assert(connectionString);
  await migrateJobs(connectionString, world.ports.log);
  const organizations = await Promise.all(
    Array.from({ length: 8 }, (_, index) => world.organization(`carol${index}`)),
  );
  for (const { _id: followingId } of organizations) {
    const alice = await world.individual('alice');
    await world.as(alice).follows.follow({ followerId: alice._id, followingId });
  }
  const done = await publishAmongDeaths({
    db: world.db,
    connectionString,
    creatorIds: organizations.map(({ _id }) => _id),
    posts: 240,
    remindedPosts: 60,
    processes: 4,
    deaths: 3,
    standstillMs: 60_000,
  });
  expect(await readPublished(world.db, done)).toMatchObject({
    posts: 240,
    waiting: 0,
    early: 0,
    unsure: 0,
    misinformed: 0,
  });
  const reminded = await readReminded(world.db, done);
  expect(reminded).toMatchObject({ reminders: 60, waiting: 0, early: 0, misinformed: 0, unmailed: 0 });
  // A mail goes out before its job is marked as done: of each process that dies, as many as it sends at a time.
  expect(reminded.mailedAgain).toBeLessThanOrEqual(2 * 3);
});
