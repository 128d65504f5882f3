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

test('leaves a database alone that a newer version has migrated, but not where some of its own are missing', async () => {
  const newer = '9999-01-01-newer';
  const last = Object.keys(migrations).at(-1) ?? '';
  const run = (name: string) =>
    sql`insert into kysely_migration (name, timestamp) values (${name}, '9999-01-01T00:00:00Z')`.execute(
      database.db,
    );
  const forget = (name: string) =>
    sql`delete from kysely_migration where name = ${name}`.execute(database.db);
  await run(newer);
  try {
    expect(await migrateToLatest(database.db)).toEqual([]);
    await forget(last);
    await expect(migrateToLatest(database.db)).rejects.toThrow(newer);
    await run(last);
  } finally {
    await forget(newer);
  }
  expect(await migrateToLatest(database.db)).toEqual([]);
});

test('counts are numbers and times keep their milliseconds', async () => {
  const { rows } = await sql<{ count: number; at: Date }>`
    select count(*) as count, '2026-11-21T10:00:00.123Z'::timestamptz(3) as at from users
  `.execute(database.db);
  expect(rows).toEqual([{ count: 0, at: new Date('2026-11-21T10:00:00.123Z') }]);
});
