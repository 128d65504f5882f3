import { v7 as uuid } from 'uuid';
import { afterAll, assert, beforeAll, expect, test } from 'vitest';
import { createPool } from '#db/postgres.ts';
import { limits } from '#server/ports.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { createSharedLimits } from './limits.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

function shared() {
  assert(database.pool);
  return createSharedLimits(database.pool);
}

test('processes count together, but for what guards a process', async () => {
  const [one, two] = [shared(), shared()];
  const key = uuid();
  const half = limits['sign-in'].points / 2;
  for (let attempt = 0; attempt < half; attempt++) {
    expect(await one.consume('sign-in', key)).toBe(0);
    expect(await two.consume('sign-in', key)).toBe(0);
  }
  expect(await one.consume('sign-in', key)).toBeGreaterThan(0);
  expect(await two.consume('sign-in', key)).toBeGreaterThan(0);
  expect(await shared().consume('sign-in', key)).toBeGreaterThan(0);

  for (let request = 0; request < limits.request.points; request++) await one.consume('request', key);
  expect(await one.consume('request', key)).toBeGreaterThan(0);
  expect(await two.consume('request', key)).toBe(0);
});

test('lets exactly as many of a hundred simultaneous attempts pass as the limit allows', async () => {
  const [one, two] = [shared(), shared()];
  const key = uuid();
  const waits = await Promise.all(
    Array.from({ length: 100 }, (_, index) => (index % 2 ? one : two).consume('sign-in', key)),
  );
  expect(waits.filter((wait) => wait === 0)).toHaveLength(limits['sign-in'].points);
});

test('stores counters from which no mail address can be read', async () => {
  await shared().consume('sign-in', 'account:alice@example.org');
  const rows = await database.pool?.query('select * from rate_limits');
  expect(rows?.rowCount).toBeGreaterThan(0);
  expect(JSON.stringify(rows?.rows)).not.toContain('alice');
});

test('counts in the process while the database does not respond', async () => {
  const pool = createPool({
    connectionString: 'postgres://nobody@127.0.0.1:1/nothing',
    name: 'test',
    max: 1,
    timeoutMs: 500,
    onIdleError: () => {},
  });
  const alone = createSharedLimits(pool);
  const key = uuid();
  for (let attempt = 0; attempt < limits['sign-in'].points; attempt++)
    expect(await alone.consume('sign-in', key)).toBe(0);
  expect(await alone.consume('sign-in', key)).toBeGreaterThan(0);
  await pool.end();
});
