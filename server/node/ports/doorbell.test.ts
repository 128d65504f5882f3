import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, assert, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPool } from '#db/postgres.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { describeDoorbell } from '../testing/doorbell-contract.ts';
import { createDoorbell, type DoorbellOptions } from './doorbell.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let opened = new AsyncDisposableStack();
afterEach(async () => {
  await opened.disposeAsync();
  opened = new AsyncDisposableStack();
});

/** The doorbell of another process. */
async function openDoorbell(options: Partial<DoorbellOptions> = {}) {
  const { pool, connectionString } = database;
  assert(pool && connectionString);
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const doorbell = createDoorbell({ pool, connectionString, log, ...options });
  opened.defer(() => doorbell.close());
  await doorbell.listening;
  return { ...doorbell, log };
}

/** Breaks every connection that listens. Returns how many there were. */
async function breakListening(): Promise<number | null | undefined> {
  const result = await database.pool?.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'gatherwell-doorbell' and datname = current_database()`,
  );
  return result?.rowCount;
}

describe('the doorbell over Postgres', () => {
  describeDoorbell(openDoorbell);
});

test('notifications of one moment travel together', async () => {
  const { pool } = database;
  assert(pool);
  const query = vi.spyOn(pool, 'query');
  const [one, two] = [await openDoorbell(), await openDoorbell()];
  const alice = uuid();
  const heard = vi.fn();
  two.listen(alice, heard);
  for (let count = 0; count < 100; count++) one.notify([alice]);
  await vi.waitFor(() => expect(heard).toHaveBeenCalled());
  expect(query.mock.calls.length).toBeLessThan(10);
  query.mockRestore();
});

test('after its listening connection was killed every user is notified, and notifications arrive again', async () => {
  const [one, two] = [await openDoorbell(), await openDoorbell()];
  const alice = uuid();
  const heard = vi.fn();
  two.listen(alice, heard);
  expect(await breakListening()).toBe(2);
  await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 5_000 });
  heard.mockClear();
  one.notify([alice]);
  await vi.waitFor(() => expect(heard).toHaveBeenCalled());
});

test('a listening connection that went silent without closing is noticed and replaced', async () => {
  const relay = await openRelay();
  const doorbell = await openDoorbell({
    connectionString: relay.connectionString,
    proveEvery: 50,
    timeoutMs: 200,
  });
  const alice = uuid();
  const heard = vi.fn();
  doorbell.listen(alice, heard);
  relay.silence();
  await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 5_000 });
  heard.mockClear();
  (await openDoorbell()).notify([alice]);
  await vi.waitFor(() => expect(heard).toHaveBeenCalled());
});

test('a notification never fails, though the database is gone: this process gets it', async () => {
  const pool = createPool({
    connectionString: 'postgres://nobody@127.0.0.1:1/nothing',
    name: 'test',
    max: 1,
    timeoutMs: 500,
    onIdleError: () => {},
  });
  opened.defer(() => pool.end());
  const doorbell = await openDoorbell({ pool });
  const alice = uuid();
  const heard = vi.fn();
  doorbell.listen(alice, heard);
  doorbell.notify([alice]);
  expect(heard).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(doorbell.log.warn).toHaveBeenCalled());
});

/** A way to the database that can go silent: connections made until then stay open and carry nothing more. */
async function openRelay() {
  const target = new URL(database.connectionString ?? '');
  const pairs: [Socket, Socket][] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    pairs.push([client, upstream]);
    client.pipe(upstream).pipe(client);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.defer(async () => {
    for (const [client] of pairs) client.destroy();
    server.close();
  });
  const relayed = new URL(target);
  relayed.searchParams.delete('host');
  relayed.hostname = '127.0.0.1';
  relayed.port = String((server.address() as AddressInfo).port);
  return {
    connectionString: relayed.href,
    silence() {
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream);
        upstream.unpipe(client);
      }
    },
  };
}
