import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { impactAreas } from './data/impact-areas.ts';
import { languages } from './data/languages.ts';
import { organizationTypes } from './data/organization-types.ts';
import { skills } from './data/skills.ts';
import { seedLookups } from './lookups.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const lists = { impact_areas: impactAreas, skills, languages, organization_types: organizationTypes };
const tables = Object.keys(lists) as (keyof typeof lists)[];
const findAll = async () =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [
        table,
        await database.db.selectFrom(table).selectAll().orderBy('id').execute(),
      ]),
    ),
  );

test('the lists are there after the first call and stay the same after the second', async () => {
  await seedLookups(database.db);
  const first = await findAll();
  expect(first).toEqual(
    Object.fromEntries(
      Object.entries(lists).map(([table, rows]) => [
        table,
        rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
      ]),
    ),
  );

  await seedLookups(database.db);
  expect(await findAll()).toEqual(first);
});

test('what is as it should be is not written anew', async () => {
  const { db } = database;
  await seedLookups(db);
  /** In which transactions the rows were written. */
  const writtenIn = () =>
    db
      .selectFrom('skills')
      .select(['id', sql<string>`xmin::text`.as('xmin')])
      .orderBy('id')
      .execute();
  const before = await writtenIn();
  await db.updateTable('skills').set({ name: 'Bikes' }).where('id', '=', 'bicycle-repair').execute();
  await seedLookups(db);
  const after = await writtenIn();
  const written = after.filter(({ xmin }, index) => xmin !== before[index]?.xmin);
  expect(written.map(({ id }) => id)).toEqual(['bicycle-repair']);
});

test('a reworded name is taken over, and what is no longer listed stays', async () => {
  const { db } = database;
  await db.updateTable('skills').set({ name: 'Bikes' }).where('id', '=', 'bicycle-repair').execute();
  await db.insertInto('skills').values({ id: 'falconry', name: 'Falconry' }).execute();
  await seedLookups(db);
  const names = await db
    .selectFrom('skills')
    .select('name')
    .where('id', 'in', ['bicycle-repair', 'falconry'])
    .orderBy('id')
    .execute();
  expect(names).toEqual([{ name: 'Bicycle Repair' }, { name: 'Falconry' }]);
});

test('ids are slugs', () => {
  for (const { id } of Object.values(lists).flat()) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
});
