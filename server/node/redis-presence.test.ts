import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, assert, beforeAll, describe, expect, it, vi } from 'vitest';
import { presenceOf } from '#server/connectivities/presence.ts';
import { watchConnectivities } from '#server/connectivities/watch.ts';
import { createContext, type Deps } from '#server/context.ts';
import { setUpWorld } from '#server/testing/cast.ts';
import type { Person } from '#server/testing/world.ts';
import { connectRedis, openRedis } from './ports/redis.ts';
import { createRedisDoorbell } from './ports/redis-doorbell.ts';
import { createRedisPresence } from './ports/redis-presence.ts';
import { type RedisServer, redisNote, redisServerPath, startRedisServer } from './testing/redis-server.ts';

const world = setUpWorld();
const program = new URL('./testing/presence-process.ts', import.meta.url);
const patient = { timeout: 30_000, interval: 50 };

describe.skipIf(redisServerPath === undefined)(`presence in Redis${redisNote}`, () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.close());

  let opened = new AsyncDisposableStack();
  afterEach(async () => {
    server.thaw();
    await opened.disposeAsync();
    opened = new AsyncDisposableStack();
  });

  const log = { info: () => {}, warn: () => {}, error: () => {} };

  /** Presence of another process, in this one. */
  async function openProcess(presence: Deps['settings']['presence'] = {}) {
    const redis = connectRedis({ url: server.url, log, proveEvery: 50, commandMs: 2_000, connectMs: 2_000 });
    opened.defer(() => redis.close());
    await redis.tried;
    const events = createRedisDoorbell({ redis, log, proveEvery: 50, timeoutMs: 2_000 });
    opened.defer(() => events.close());
    await events.tried;
    const settings = { ...world.deps.settings, presence: { lingerMs: 0, batchMs: 1, ...presence } };
    const ports = { ...world.ports, events, presence: createRedisPresence(redis) };
    const deps: Deps = { ...world.deps, settings, ports };
    opened.defer(() => presenceOf(deps).end());
    return deps;
  }

  /** Starts another process in which a user is online. */
  function startProcess(user: Person, expiryMs: number): ChildProcess {
    const { connectionString = '' } = world.database;
    const given = [connectionString, user._id, String(expiryMs), server.url];
    const child = fork(program, given, { execArgv: [] });
    opened.defer(() => kill(child));
    return child;
  }

  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Watches users; returns the last state of each that was sent. */
  async function watch(deps: Deps, viewer: Person, users: readonly Person[]) {
    const headers = new Headers({ authorization: `Bearer ${viewer.token}` });
    const context = createContext(deps, headers, { requestId: 'test', clientAddress: '192.0.2.1' });
    const session = await context.session();
    assert(session);
    const controller = new AbortController();
    const states = new Map<string, boolean>();
    const ids = users.map(({ _id }) => _id);
    const reading = (async () => {
      const messages = watchConnectivities({ ...context, viewer: session }, ids, controller.signal);
      for await (const message of messages)
        if (message.kind === 'connectivities')
          for (const { userId, isConnected } of message.connectivities) states.set(userId, isConnected);
    })();
    opened.defer(async () => {
      controller.abort();
      await reading;
    });
    return states;
  }

  /** In how many processes a user is online, by Redis, whether or not they still run. */
  async function countProcessesOf(user: Person): Promise<number> {
    const { client, close } = await openRedis({ url: server.url });
    let count = 0;
    for (const key of await client.keys('gatherwell:{presence}:*'))
      if ((await client.type(key)) === 'set') count += await client.sIsMember(key, user._id);
    close();
    return count;
  }
  const countInDatabase = async (user: Person) =>
    (await world.db.selectFrom('presences').select('process_id').where('user_id', '=', user._id).execute())
      .length;

  it('counts several processes as one, and frees the users of those that were killed', async () => {
    const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
    await world.befriend(alice, bob);
    const states = await watch(await openProcess({ heartbeatMs: 50 }), alice, [bob]);
    await vi.waitFor(() => expect(states.get(bob._id)).toBe(false), patient);
    const [first, second] = [startProcess(bob, 4_000), startProcess(bob, 4_000)];
    await vi.waitFor(async () => expect(await countProcessesOf(bob)).toBe(2), patient);
    await vi.waitFor(() => expect(states.get(bob._id)).toBe(true), patient);
    await kill(second);
    await vi.waitFor(async () => expect(await countProcessesOf(bob)).toBe(1), patient);
    expect(states.get(bob._id)).toBe(true);
    await kill(first);
    await vi.waitFor(() => expect(states.get(bob._id)).toBe(false), patient);
    expect(await countInDatabase(bob)).toBe(0);
  }, 120_000);

  it('is shown to friends, and never to strangers or across a block', async () => {
    const [alice, bob, carol] = [
      await world.individual('alice'),
      await world.individual('bob'),
      await world.individual('carol'),
    ];
    await world.befriend(alice, bob);
    const deps = await openProcess();
    const presence = presenceOf(deps);
    presence.enter(bob._id);
    const connected = async (viewer: Person) =>
      (await presence.connectedAmong(world.db, viewer._id, [bob._id, uuid()])).has(bob._id);
    await vi.waitFor(async () => expect(await connected(alice)).toBe(true), patient);
    expect(await connected(bob)).toBe(true);
    expect(await connected(carol)).toBe(false);
    const pair = { userId: bob._id, blockedUserId: alice._id };
    await world.as(bob).blocks.block(pair);
    expect(await connected(alice)).toBe(false);
    await world.as(bob).blocks.unblock(pair);
    expect(await connected(alice)).toBe(true);
  });

  it('ends when the last stream does, and with the last proof of a process that stopped', async () => {
    const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
    const [one, other] = [await openProcess({ expiryMs: 2_000 }), await openProcess()];
    const leave = [presenceOf(one).enter(alice._id), presenceOf(one).enter(alice._id)];
    presenceOf(one).enter(bob._id);
    const connected = async (user: Person) =>
      (await presenceOf(other).connectedAmong(world.db, user._id, [user._id])).size;
    for (const user of [alice, bob])
      await vi.waitFor(async () => expect(await connected(user)).toBe(1), patient);
    leave[0]?.();
    const carol = await world.individual('carol');
    presenceOf(one).enter(carol._id);
    await vi.waitFor(async () => expect(await connected(carol)).toBe(1), patient);
    expect(await connected(alice)).toBe(1);
    leave[1]?.();
    await vi.waitFor(async () => expect(await connected(alice)).toBe(0), patient);
    expect(await connected(bob)).toBe(1);
    await presenceOf(one).end();
    await vi.waitFor(async () => expect(await connected(bob)).toBe(0), patient);
  });

  it('stores more users than one command takes, and lets every key expire', async () => {
    const redis = connectRedis({ url: server.url, log, commandMs: 10_000 });
    opened.defer(() => redis.close());
    await redis.connected;
    const presence = createRedisPresence(redis);
    const [processId, people] = [uuid(), Array.from({ length: 20_000 }, () => uuid())];
    expect(await presence.save({ processId, entered: people, left: [] })).toBe(false);
    expect(await presence.keepAlive(processId, 60_000)).toBe(false);
    expect(await presence.save({ processId, entered: people, left: [] })).toBe(true);
    expect(await presence.keepAlive(processId, 60_000)).toBe(true);
    expect(new Set(await presence.connectedAmong(people))).toEqual(new Set(people));
    const { client, close } = await openRedis({ url: server.url });
    for (const key of await client.keys('gatherwell:{presence}:*'))
      expect(await client.pTTL(key)).toBeGreaterThan(0);
    close();
    await presence.remove(processId);
    expect(await presence.connectedAmong(people)).toEqual([]);
  });

  it.each(['is killed and started again', 'stands still and goes on'])(
    'goes on in the database while Redis %s, and without who left meanwhile afterwards',
    async (fault) => {
      const [alice, bob, carol] = [
        await world.individual('alice'),
        await world.individual('bob'),
        await world.individual('carol'),
      ];
      await world.befriend(alice, bob);
      await world.befriend(alice, carol);
      const deps = await openProcess({ heartbeatMs: 100 });
      const presence = presenceOf(deps);
      const leave = presence.enter(bob._id);
      const connected = async () => {
        const found = await presence.connectedAmong(world.db, alice._id, [bob._id, carol._id]);
        return [found.has(bob._id), found.has(carol._id)];
      };
      await vi.waitFor(async () => expect(await connected()).toEqual([true, false]), patient);
      expect(await countInDatabase(bob)).toBe(0);

      if (fault.startsWith('is killed')) await server.kill();
      else server.freeze();
      await vi.waitFor(async () => expect(await countInDatabase(bob)).toBe(1), patient);
      expect(await connected()).toEqual([true, false]);
      presence.enter(carol._id);
      leave();
      await vi.waitFor(async () => expect(await connected()).toEqual([false, true]), patient);

      if (fault.startsWith('is killed')) await server.restart();
      else server.thaw();
      await vi.waitFor(async () => expect(await countProcessesOf(carol)).toBe(1), patient);
      await vi.waitFor(async () => expect(await countInDatabase(carol)).toBe(0), patient);
      await vi.waitFor(async () => expect(await countProcessesOf(bob)).toBe(0), patient);
      expect(await connected()).toEqual([false, true]);
    },
    90_000,
  );
});
