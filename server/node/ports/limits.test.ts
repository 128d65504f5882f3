import { v7 as uuid } from 'uuid';
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '#db/postgres.ts';
import { limits } from '#server/ports.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { describeSharedLimits } from '../testing/shared-limits-contract.ts';
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

describe('limits shared by Postgres', () => {
  describeSharedLimits(shared);
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
