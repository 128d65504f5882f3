import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { impactAreas } from './data/impact-areas.ts';
import { skills } from './data/skills.ts';
import { seedLookups } from './lookups.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const findAll = async () => ({
  areas: await database.db.selectFrom('impact_areas').selectAll().orderBy('name').execute(),
  skills: await database.db.selectFrom('skills').selectAll().orderBy('name').execute(),
});
const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name, 'en');

test('the lists are there after the first call and stay the same after the second', async () => {
  await seedLookups(database.db);
  const first = await findAll();
  expect(first.areas.toSorted(byName)).toEqual(impactAreas.toSorted(byName));
  expect(first.skills.toSorted(byName)).toEqual(skills.toSorted(byName));

  await seedLookups(database.db);
  expect(await findAll()).toEqual(first);
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
  for (const { id } of [...impactAreas, ...skills]) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
});
