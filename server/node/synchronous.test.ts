import { isTrackedEnvelope } from '@trpc/server';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, assert, beforeAll, describe, expect, it, vi } from 'vitest';
import { migrateToLatest } from '#db/database.ts';
import { createPool, createPostgresDb } from '#db/postgres.ts';
import { createWorld, type Person, type World } from '#server/testing/world.ts';
import { onDatabase } from './database.ts';
import { startReplication, type TestReplica } from './testing/replication.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

/** The statement timeout of requests, in milliseconds. */
const timeoutMs = 1_600;

const opened = new AsyncDisposableStack();
let replica: TestReplica;
let world: World;
let alice: Person;
let carol: Person;

beforeAll(async () => {
  const replication = await startReplication(1, (connectionString) =>
    onDatabase({ connectionString, name: 'test', max: 1, timeoutMs: undefined }, async (db) => {
      await migrateToLatest(db);
    }),
  );
  opened.defer(() => replication.close());
  const [only] = replication.replicas;
  assert(only);
  replica = only;
  const { connectionString } = replication;
  const pool = createPool({ connectionString, name: 'test', max: 10, timeoutMs, onIdleError: () => {} });
  const database = { db: createPostgresDb(pool), connectionString, close: () => pool.end() };
  await sql`alter system set synchronous_standby_names = '*'`.execute(database.db);
  await sql`select pg_reload_conf()`.execute(database.db);
  await vi.waitFor(async () => {
    const { rows } = await sql<{
      state: string;
    }>`select sync_state as state from pg_stat_replication`.execute(database.db);
    expect(rows).toEqual([{ state: 'sync' }]);
  }, 30_000);
  world = await createWorld({ database });
  opened.defer(() => world.close());
  [alice, carol] = [await world.individual('alice'), await world.organization('carol')];
});
afterEach(() => replica.thaw());
afterAll(() => opened.disposeAsync());

const follow = (opId: string) =>
  world.request('/api/follows/follow', {
    method: 'POST',
    as: alice,
    body: { followerId: alice._id, followingId: carol._id },
    headers: { 'idempotency-key': opId },
  });
const unfollow = () =>
  world.request('/api/follows/unfollow', {
    method: 'POST',
    as: alice,
    body: { followerId: alice._id, followingId: carol._id },
  });
const countFollows = async () => (await world.db.selectFrom('follows').selectAll().execute()).length;

/** Ends the wait of a commit for the replica, as an operator may who cancels what hangs. */
const cancelWait = () =>
  vi.waitFor(
    async () => {
      const { rows } =
        await sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`.execute(
          world.db,
        );
      expect(rows).toHaveLength(1);
    },
    { timeout: 1_500, interval: 20 },
  );

describe('a primary whose synchronous replica confirms nothing', () => {
  it('reports no write as done, sent again or not, until the replica has it', async () => {
    const opId = uuid();
    await replica.freeze();
    const [first] = await Promise.all([follow(opId), cancelWait()]);
    expect(first).toMatchObject({ status: 503, success: false });
    // It is committed on the primary alone, and would be lost with it.
    expect(await countFollows()).toBe(1);
    expect(await follow(opId)).toMatchObject({ status: 503, success: false });
    await replica.thaw();
    const done = await follow(opId);
    expect(done).toMatchObject({ status: 200, success: true });
    expect(done.headers.get('idempotent-replayed')).toBe('true');
    expect(await countFollows()).toBe(1);
  });

  it('serves reads meanwhile', async () => {
    await replica.freeze();
    expect(await world.request(`/api/users/${carol._id}/public-info`, { as: alice })).toMatchObject({
      status: 200,
    });
  });
});

const headAt = (at: World) => at.as(alice).events.head();

describe('a primary whose synchronous replica is there', () => {
  it('reports what both have', async () => {
    await unfollow();
    const before = await countFollows();
    expect(await follow(uuid())).toMatchObject({ status: 200, success: true });
    expect(await countFollows()).toBe(before + 1);
  });
});

describe('a replica that takes over', () => {
  it('begins an epoch of the event log: its numbers may mean something else', async () => {
    const before = await headAt(world);
    expect(await headAt(world)).toEqual(before);
    await replica.run('select pg_promote()');
    const { connectionString } = replica;
    const pool = createPool({ connectionString, name: 'test', max: 2, timeoutMs, onIdleError: () => {} });
    const promoted = await createWorld({
      database: { db: createPostgresDb(pool), connectionString, close: () => pool.end() },
    });
    opened.defer(() => promoted.close());
    const after = await headAt(promoted);
    expect(after.seq).toBe(before.seq);
    expect(after.epoch).not.toBe(before.epoch);
    expect(await headAt(promoted)).toEqual(after);
    const { epoch, seq: since } = before;
    const received = [];
    for await (const message of await promoted.as(alice).events.stream({ epoch, since }))
      received.push(isTrackedEnvelope(message) ? message[1] : message);
    expect(received).toEqual([{ kind: 'reset' }]);
  });
});
