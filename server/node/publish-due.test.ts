import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, assert, beforeAll, expect, test, vi } from 'vitest';
import { databaseTime } from '#db/database.ts';
import { createWorld, type Person, type World } from '#server/testing/world.ts';
import { migrateJobs } from './workers.ts';

// SCHEDULED_POSTS=5000 asks for more.
const postCount = Number(process.env['SCHEDULED_POSTS'] ?? 400);
const processCount = 8;
const organizationCount = 16;
vi.setConfig({ testTimeout: 120_000 });

let world: World;
let connectionString: string;
const processes = new Set<ChildProcess>();
beforeAll(async () => {
  world = await createWorld();
  assert(world.database.connectionString);
  connectionString = world.database.connectionString;
  await migrateJobs(connectionString, world.ports.log);
});
afterAll(async () => {
  await Promise.all([...processes].map(kill));
  await world.close();
});

/** Starts a process that works, with a clock that is up to an hour wrong. */
async function startProcess(): Promise<ChildProcess> {
  const skew = Math.round((Math.random() - 0.5) * 7_200_000);
  const child = fork(
    join(import.meta.dirname, 'testing/worker-process.ts'),
    [connectionString, String(skew)],
    {
      execArgv: [],
    },
  );
  processes.add(child);
  await once(child, 'message');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  processes.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Schedules posts, of each organization as many as of the others. */
async function schedulePosts(organizations: readonly Person[], dueAt: Date): Promise<void> {
  const now = world.ports.clock.now();
  const posts = Array.from({ length: postCount }, (_, index) => ({
    id: uuid(),
    creator_id: organizations[index % organizations.length]?._id ?? '',
    post_type: 'general' as const,
    title: `Post ${index}`,
    description: '',
    is_active: false,
    scheduled_publish: true,
    scheduled_publish_at: dueAt,
    social_media_sharing: '{}',
    created_at: now,
    updated_at: now,
  }));
  for (let from = 0; from < posts.length; from += 1_000) {
    const some = posts.slice(from, from + 1_000);
    await world.db.insertInto('posts').values(some).execute();
    await world.db
      .insertInto('post_counters')
      .values(some.map(({ id }) => ({ post_id: id })))
      .execute();
  }
}

async function countOf(query: ReturnType<typeof sql<{ n: number }>>): Promise<number> {
  return (await query.execute(world.db)).rows[0]?.n ?? Number.NaN;
}
const waiting = () => countOf(sql`select count(*) as n from posts where not is_active`);
const jobs = () => countOf(sql`select count(*) as n from graphile_worker._private_jobs`);
const repeated = () =>
  countOf(sql`select count(*) as n from (
    select payload->'post'->>'_id' from user_events where type = 'post-upserted' group by 1 having count(*) > 1) twice`);
const announced = () =>
  countOf(sql`select count(*) as n from user_events where type = 'notification-upserted'`);

test('8 processes with wrong clocks, of which some are killed, publish and announce each scheduled post once', async () => {
  const organizations = await Promise.all(
    Array.from({ length: organizationCount }, (_, index) => world.organization(`carol${index}`)),
  );
  for (const { _id: followingId } of organizations) {
    const alice = await world.individual('alice');
    await world.as(alice).follows.follow({ followerId: alice._id, followingId });
  }
  const before = await announced();
  await Promise.all(Array.from({ length: processCount }, startProcess));
  const dueAt = new Date((await databaseTime(world.db)).getTime() + 1_000);
  await schedulePosts(organizations, dueAt);

  // Whenever some more posts are out, one of the processes dies in the middle of its work, and another begins.
  for (let round = 1; round <= 5; round++) {
    await vi.waitFor(async () => expect(await waiting()).toBeLessThanOrEqual(postCount * (1 - round / 6)), {
      timeout: 30_000,
      interval: 10,
    });
    const [oldest] = processes;
    if (oldest) await kill(oldest);
    void startProcess();
  }
  await vi.waitFor(async () => expect([await waiting(), await jobs()]).toEqual([0, 0]), {
    timeout: 60_000,
    interval: 200,
  });

  expect(await repeated()).toBe(0);
  expect((await announced()) - before).toBe(postCount);
  const { rows } = await sql<{ early: number; p99: number }>`
    select count(*) filter (where published_at < ${dueAt}) as early,
      percentile_disc(0.99) within group (order by extract(epoch from published_at - ${dueAt}::timestamptz)::float8) as p99
    from posts`.execute(world.db);
  expect(rows[0]?.early).toBe(0);
  if (process.env['SCHEDULED_POSTS']) console.log(`p99 ${rows[0]?.p99} s late`);
});
