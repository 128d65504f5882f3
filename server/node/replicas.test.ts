import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { migrateToLatest } from '#db/database.ts';
import { withDatabaseDeadline } from '#db/deadline.ts';
import { createPool, createPostgresDb } from '#db/postgres.ts';
import { createContext } from '#server/context.ts';
import { appRouter } from '#server/router.ts';
import { createWorld, type Person, password, type World } from '#server/testing/world.ts';
import { createCallerFactory } from '#server/trpc.ts';
import { onDatabase } from './database.ts';
import { examine } from './doctor.ts';
import { createMetrics } from './metrics.ts';
import { type NodeReplicas, type ReplicasOptions, watchReplicas } from './replicas.ts';
import { readSettings } from './settings.ts';
import { openDatabaseLine } from './testing/database-line.ts';
import { startReplication, type TestReplica } from './testing/replication.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

type Replication = Awaited<ReturnType<typeof startReplication>>;

let replication: Replication;
let first: TestReplica;
let world: World;
let alice: Person;
let bob: Person;
let carol: Person;
let replicas: NodeReplicas;
let opened: AsyncDisposableStack;
/** Every read that a replica was asked for. */
const reads: string[] = [];
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

/** Looks at replicas, until the test ends. */
async function watch(replicaStrings: readonly string[], more: Partial<ReplicasOptions> = {}) {
  const watched = watchReplicas({
    connectionString: replication.connectionString,
    replicaStrings,
    log,
    onRead: (name, outcome) => reads.push(`${name} ${outcome}`),
    bounds: { everyMs: 20, lookMs: 10_000, mostLagMs: 60_000, readMs: 10_000, ...more.bounds },
  });
  opened.defer(() => watched.close());
  await vi.waitFor(() => expect(watched.states().every(({ isInUse }) => isInUse)).toBe(true), 60_000);
  return watched;
}

beforeAll(async () => {
  replication = await startReplication(1, (connectionString) =>
    onDatabase({ connectionString, name: 'test', max: 1, timeoutMs: undefined }, async (db) => {
      await migrateToLatest(db);
    }),
  );
  const [replica] = replication.replicas;
  assert(replica);
  first = replica;
});
afterAll(() => replication?.close());

beforeEach(async () => {
  opened = new AsyncDisposableStack();
  const { connectionString } = replication;
  const pool = createPool({
    connectionString,
    name: 'test',
    max: 10,
    timeoutMs: undefined,
    onIdleError: () => {},
  });
  const database = { db: createPostgresDb(pool), connectionString, close: () => pool.end() };
  replicas = await watch([first.connectionString]);
  world = await createWorld({ database, replicas });
  opened.defer(() => world.close());
  [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
  carol = await world.organization('carol');
  await arrival();
  reads.length = 0;
  for (const spy of Object.values(log)) spy.mockClear();
});
afterEach(async () => {
  await first.resume().catch(() => {});
  await opened.disposeAsync();
});

/** Resolves when the first replica shows what the primary has, and this process knows. */
async function arrival(): Promise<void> {
  await vi.waitFor(async () => {
    reads.length = 0;
    await world.as(bob).follows.summary({ id: carol._id });
    expect(reads).toEqual(['replica-1 done']);
  }, 60_000);
}

/** Renames somebody behind everybody's back, and resolves to the name that replicas still show. */
const rename = (person: Person, firstName: string) =>
  world.db
    .updateTable('individuals')
    .set({ first_name: firstName })
    .where('user_id', '=', person._id)
    .execute();

const shownName = async (id: string, as = world.visitor) => (await as.profiles.publicInfo({ id })).name;

/** Calls as another process of the installation would. */
async function elsewhere() {
  const others = await watch([first.connectionString]);
  const createCaller = createCallerFactory(appRouter);
  return (person: Person) => {
    const headers = new Headers({ authorization: `Bearer ${person.token}` });
    return createCaller(() =>
      createContext({ ...world.deps, replicas: others }, headers, {
        requestId: uuid(),
        clientAddress: '192.0.2.9',
      }),
    );
  };
}

describe('reads of who wrote nothing', () => {
  it('come from a replica', async () => {
    await first.pause();
    await rename(alice, 'Alicia');
    expect(await shownName(alice._id)).toBe('Alice Example');
    expect(await shownName(alice._id, world.as(bob))).toBe('Alice Example');
    expect(reads).toEqual(['replica-1 done', 'replica-1 done']);
    await first.resume();
    await vi.waitFor(async () => expect(await shownName(alice._id)).toBe('Alicia Example'));
  });

  it('are asked of the primary where the replica has nothing: it may not have arrived', async () => {
    await first.pause();
    const dan = await world.individual('dan');
    expect(await shownName(dan._id)).toBe('Dan Example');
    await expect(shownName(uuid())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(reads).toEqual(['replica-1 repeated', 'replica-1 repeated']);
  });

  it('are spread over replicas, those of one user at one of them', async () => {
    const both = await watch([first.connectionString, first.connectionString]);
    const chosen = Array.from({ length: 40 }, (_, index) =>
      both.choose({ userId: `user ${index}`, position: 0n }),
    );
    expect(new Set(chosen).size).toBe(2);
    expect(chosen).toEqual(chosen.map((_, index) => both.choose({ userId: `user ${index}`, position: 0n })));
    expect(new Set([both.choose(undefined), both.choose(undefined)]).size).toBe(2);
  });
});

describe('who has written', () => {
  it.each<[string, Record<string, string>]>([
    ['without a key', {}],
    ['with an idempotency key', { 'idempotency-key': uuid() }],
  ])('reads it at once, %s, in every process', async (_, headers) => {
    const there = await elsewhere();
    const pair = { a: bob._id, b: carol._id };
    expect(await there(bob).follows.between(pair)).toMatchObject({ isFollowing: false });
    await first.pause();
    const { status } = await world.request('/api/follows/follow', {
      method: 'POST',
      as: bob,
      headers,
      body: { followerId: bob._id, followingId: carol._id },
    });
    expect(status).toBe(200);
    reads.length = 0;
    expect(await world.as(bob).follows.between(pair)).toMatchObject({ isFollowing: true });
    expect(await there(bob).follows.between(pair)).toMatchObject({ isFollowing: true });
    expect(reads).toEqual([]);
    await first.resume();
    await vi.waitFor(async () => {
      expect(await world.as(bob).follows.between(pair)).toMatchObject({ isFollowing: true });
      expect(reads).toContain('replica-1 done');
    });
  });

  it('may have signed up just now', async () => {
    await first.pause();
    const { data } = await world.request('/api/auth/sign-up', {
      method: 'POST',
      body: { email: `dan-${uuid()}@example.org`, password, userType: 'individual' },
    });
    const dan = { ...bob, _id: data.user._id, token: data.token };
    expect(await world.as(dan).profiles.checklist()).toBeDefined();
    expect(reads).toEqual([]);
  });
});

describe('who was told of an event', () => {
  it('reads what it is about', async () => {
    const { epoch, seq: since } = await world.as(carol).events.head();
    await first.pause();
    const stream = await world.as(carol).events.stream({ since, epoch });
    await world.as(bob).follows.follow({ followerId: bob._id, followingId: carol._id });
    for await (const [, message] of stream as AsyncIterable<[string, { kind: string }]>) {
      expect(message.kind).toBe('events');
      break;
    }
    const { items } = await world.as(carol).follows.followers({ id: carol._id });
    expect(items.map(({ follower }) => follower._id)).toEqual([bob._id]);
    expect(reads).toEqual([]);
  });
});

describe('on the primary', () => {
  it('are coins, to the last one', async () => {
    await first.pause();
    await world.db.updateTable('wallets').set({ balance: 7 }).where('user_id', '=', carol._id).execute();
    expect(await world.as(carol).wallet.balance({ id: carol._id })).toEqual({ walletCoin: 7 });
    expect(await world.as(carol).dashboard.overview()).toMatchObject({ summary: { walletCoin: 7 } });
    expect(reads).toEqual([]);
  });

  it('are sessions: one that ended serves nothing from then on', async () => {
    const there = await elsewhere();
    expect(await there(bob).follows.summary({ id: carol._id })).toBeDefined();
    await first.pause();
    await world.request('/api/auth/sign-out', { method: 'POST', as: bob });
    await expect(there(bob).notifications.count({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(world.as(bob).notifications.count({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await there(alice).notifications.count({})).toBeDefined();
  });
});

describe('a replica', () => {
  const names = () =>
    [log.info.mock.calls, log.warn.mock.calls].flat().map(([fields, text]) => [text, fields.reason]);
  const isInUse = (watched: NodeReplicas, expected: boolean) =>
    vi.waitFor(() => expect(watched.states().map((state) => state.isInUse)).toEqual([expected]), 60_000);

  it('is on a line of the doctor, and of the metrics', async () => {
    const metrics = createMetrics();
    metrics.watchReplicas(replicas);
    metrics.replicaRead('replica-1', 'done');
    const text = await metrics.text();
    expect(text).toContain('gatherwell_replica_in_use{replica="replica-1"} 1');
    expect(text).toMatch(/gatherwell_replica_lag_seconds\{replica="replica-1"\} \d/);
    expect(text).toContain('gatherwell_replica_reads_total{replica="replica-1",outcome="done"} 1');

    const lineOf = async (urls: string) => {
      const given = { DATABASE_URL: replication.connectionString, DATABASE_READ_URLS: urls };
      const findings = await examine({ settings: readSettings(given), db: world.db, now: new Date() });
      return findings.find(({ what }) => what === 'Read replicas');
    };
    const good = await lineOf(first.connectionString);
    expect(good?.state).toBe('good');
    expect(good?.found).toMatch(/^replica-1 has applied [0-9A-F]+\/[0-9A-F]+, \d+\.\d MB behind$/);
    const bad = await lineOf(`${replication.connectionString},${first.connectionString}`);
    expect(bad?.state).toBe('look');
    expect(bad?.found).toMatch(/^replica-1 is no replica; replica-2 has applied /);
  });

  it('that lags is left out, and taken back', async () => {
    const watched = await watch([first.connectionString], { bounds: { mostLagMs: 300, backBelowMs: 200 } });
    log.info.mockClear();
    await first.pause();
    for (let at = 0; at < 12; at++) {
      await rename(alice, `Alice ${at}`);
      await sleep(50);
    }
    await isInUse(watched, false);
    expect(watched.choose(undefined)).toBeUndefined();
    expect(watched.states()[0]?.lagMs).toBeGreaterThan(300);
    await first.resume();
    await isInUse(watched, true);
    expect(names()).toEqual([
      ['a read replica is in use', undefined],
      ['a read replica is left out', 'it is too far behind'],
    ]);
  });

  it('that is killed fails no read, is left out, and is taken back', async () => {
    const ask = () => withDatabaseDeadline(1_800, () => shownName(alice._id));
    let isOver = false;
    const asking = (async () => {
      const answers: string[] = [];
      while (!isOver) {
        answers.push(await ask());
        await sleep(2);
      }
      return answers;
    })();
    await first.kill();
    await isInUse(replicas, false);
    expect(await ask()).toBe('Alice Example');
    await first.start();
    await isInUse(replicas, true);
    isOver = true;
    expect(new Set(await asking)).toEqual(new Set(['Alice Example']));
    expect(names().filter(([text]) => text === 'a read replica is left out')).toEqual([
      ['a read replica is left out', 'it does not respond'],
    ]);
  });

  it('that falls silent costs a read a part of its time', async () => {
    const line = await openDatabaseLine(new URL(first.connectionString));
    opened.defer(() => line.close());
    const silent = await watch([line.address], { bounds: { readMs: 400 } });
    const asked = { ...world.deps, replicas: silent };
    const caller = createCallerFactory(appRouter)(() =>
      createContext(asked, new Headers(), { requestId: uuid(), clientAddress: '192.0.2.9' }),
    );
    expect(await shownName(alice._id, caller)).toBe('Alice Example');
    line.setSilent(true);
    // After the deadline, it would reject.
    expect(await withDatabaseDeadline(1_800, () => shownName(alice._id, caller))).toBe('Alice Example');
    expect(reads).toContain('replica-1 repeated');
  });

  it('on which a statement does not end in time fails no read', async () => {
    // What is locked on the primary stays locked on the replica, once that applies nothing more.
    const trx = await world.db.startTransaction().execute();
    let isOpen = true;
    opened.defer(async () => void (isOpen && (await trx.rollback().execute())));
    await sql`lock table individuals in access exclusive mode`.execute(trx);
    // What another one commits takes the lock along.
    await world.db.updateTable('wallets').set({ balance: 8 }).where('user_id', '=', carol._id).execute();
    await vi.waitFor(async () => {
      const found = await first.run(
        "select 1 from pg_locks where mode = 'AccessExclusiveLock' and relation = 'individuals'::regclass",
      );
      expect(found).toHaveLength(1);
    }, 60_000);
    await first.pause();
    await trx.commit().execute();
    isOpen = false;
    expect(await withDatabaseDeadline(1_800, () => shownName(alice._id))).toBe('Alice Example');
    expect(reads).toEqual(['replica-1 repeated']);
  });

  it('that is none, but another database, is left out', async () => {
    const { server: other } = inject('database') as { server: string };
    const { connectionString } = replication;
    const watched = watchReplicas({ connectionString, replicaStrings: [other], log });
    opened.defer(() => watched.close());
    await vi.waitFor(() => expect(watched.states()[0]?.reason).toBe('it is no longer a replica'), 60_000);
    expect(watched.areInUse).toBe(false);
  });

  it('that is promoted is left out', async () => {
    await first.run('select pg_promote()');
    await isInUse(replicas, false);
    await vi.waitFor(() => expect(replicas.states()[0]?.reason).toBe('it is no longer a replica'), 60_000);
    expect(names()).toContainEqual(['a read replica is left out', 'it is no longer a replica']);
    expect(log.info).not.toHaveBeenCalled();
    expect(replicas.choose(undefined)).toBeUndefined();
    expect(await shownName(alice._id)).toBe('Alice Example');
  });
});
