import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { seedPeople } from './people-volume.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('it makes as many people and relations as requested, and leaves the tables as they were', async () => {
  const { db } = database;
  const indexes = async () =>
    (await sql<{ indexdef: string }>`select indexdef from pg_indexes order by 1`.execute(db)).rows;
  const before = await indexes();
  await seedPeople(db, { now: new Date(), passwordHash: 'hash', people: 200, relationsPerPerson: 20 });
  expect(await indexes()).toEqual(before);
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from individuals) as individuals,
    (select count(*) from organizations) as organizations,
    (select count(*) from follows) + (select count(*) from friendships)
      + (select count(*) from endorsements) + (select count(*) from memberships) as relations`.execute(db);
  expect(rows[0]).toMatchObject({ individuals: 160, organizations: 40 });
  expect(rows[0]?.['relations']).toBeGreaterThan(200 * 15);
});
