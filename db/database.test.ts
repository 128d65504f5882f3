import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { migrateToLatest } from './database.ts';
import { migrations } from './migrations/index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('migrating a current database changes nothing', async () => {
  const migrator = new Migrator({ db: database.db, provider: { getMigrations: async () => migrations } });
  const before = await migrator.getMigrations();
  await migrateToLatest(database.db);
  expect(await migrator.getMigrations()).toEqual(before);
  expect(before.map(({ name }) => name)).toEqual(Object.keys(migrations));
});

test('counts are numbers and times keep their milliseconds', async () => {
  const { rows } = await sql<{ count: number; at: Date }>`
    select count(*) as count, '2026-11-21T10:00:00.123Z'::timestamptz(3) as at from users
  `.execute(database.db);
  expect(rows).toEqual([{ count: 0, at: new Date('2026-11-21T10:00:00.123Z') }]);
});
