import { afterEach, assert, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Db } from '#db/database.ts';
import { createPool, createPostgresDb } from '#db/postgres.ts';
import { createApi } from '#server/api.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { createTestPorts } from '#server/testing/ports.ts';
import { waitFor } from './embedded-postgres/processes.ts';
import { createHealth } from './health.ts';
import { openDatabaseLine } from './testing/database-line.ts';

let database: TestDatabase;
let line: Awaited<ReturnType<typeof openDatabaseLine>>;
let db: Db;

beforeEach(async () => {
  database = await openTestDatabase();
  assert(database.connectionString !== undefined);
  line = await openDatabaseLine(new URL(database.connectionString));
  db = createPostgresDb(
    createPool({
      connectionString: line.address,
      name: 'test',
      max: 3,
      // A busy machine may take some hundred milliseconds for what takes one.
      timeoutMs: 1000,
      onIdleError: () => {},
    }),
  );
});

afterEach(async () => {
  await db.destroy();
  await line.close();
  await database.close();
});

const signIn = () =>
  new Request('https://gatherwell.test/api/auth/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'alice@example.org', password: 'correct horse' }),
  });

test('a process is ready while its database responds, and until it shuts down', async () => {
  const health = createHealth(db);
  expect(await health.trouble()).toBeUndefined();
  health.leave();
  expect(await health.trouble()).toBe('shutting down');
});

test('queries the database once for many requests', async () => {
  // What was found stays true as long as the clock stands still.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const health = createHealth(db);
  expect(await health.trouble()).toBeUndefined();
  line.setSilent(true);
  // Would wait for the silent database otherwise.
  expect(await Promise.all(Array.from({ length: 100 }, () => health.trouble()))).toEqual(
    Array.from({ length: 100 }),
  );
  health.leave();
  expect(await health.trouble()).toBe('shutting down');
});

test('a process without its tables is not ready', async () => {
  await db.schema.alterTable('kysely_migration').renameTo('other').execute();
  expect(await createHealth(db).trouble()).toBe('migrations are missing');
});

test('returns 503 with retry-after while the database is silent, and then goes on', async () => {
  const api = createApi({
    db,
    ports: createTestPorts(database.db),
    settings: { publicUrl: 'https://gatherwell.test' },
  });
  const ask = () => api(signIn(), { requestId: 'test', clientAddress: '192.0.2.1' });
  const health = createHealth(db);
  expect((await ask()).status).toBe(401);
  expect(await health.trouble()).toBeUndefined();

  line.setSilent(true);
  // More clients than connections: those that wait for one get it, too.
  const responses = await Promise.all(Array.from({ length: 9 }, ask));
  for (const response of responses) {
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.json()).toEqual({
      success: false,
      message: 'Gatherwell is unavailable right now. Please try again in a moment.',
      data: null,
      reason: 'unavailable',
    });
  }
  const isSaid = async () => (await health.trouble()) === 'the database does not answer';
  expect(await waitFor(isSaid, 5000)).toBe(true);

  line.setSilent(false);
  expect(await waitFor(async () => (await ask()).status === 401, 5000)).toBe(true);
  expect(await waitFor(async () => (await health.trouble()) === undefined, 5000)).toBe(true);
});

test('a database that cannot be reached is a reason to come back, too', async () => {
  const api = createApi({
    db,
    ports: createTestPorts(database.db),
    settings: { publicUrl: 'https://gatherwell.test' },
  });
  await line.close();
  expect((await api(signIn(), { requestId: 'test', clientAddress: '192.0.2.1' })).status).toBe(503);
});
