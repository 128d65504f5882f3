import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLookups, fullPosts } from '../testing/posts.ts';
import { createWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let carol: Person;
beforeAll(async () => {
  world = await createWorld();
  await addLookups(world);
  carol = await world.organization('carol');
  await world.as(carol).posts.create({ ...fullPosts.event, title: 'A draft', isActive: false });
  await world.as(carol).posts.create({ ...fullPosts.project, title: 'Build a shed' });
  for (let number = 1; number <= 64; number++)
    await world.as(carol).posts.create({ ...fullPosts.general, title: `News ${number}` });
  await world.as(carol).posts.create({ ...fullPosts.event, title: 'Soup for all' });
});
afterAll(() => world.close());

test('pages hold 30 each, all of them, and their links lead everywhere', async () => {
  const titles: string[] = [];
  let place: { page: number; cursor: string | null } = { page: 1, cursor: null };
  for (;;) {
    const found = await world.visitor.posts.search(place);
    expect(found).toMatchObject({ page: place.page, total: 66, isTotalExact: true });
    expect(found.pages.map(({ page }) => page)).toEqual([1, 2, 3]);
    titles.push(...found.items.map(({ title }) => title));
    const next = found.pages.find(({ page }) => page === found.page + 1);
    if (!next) break;
    expect(found.items).toHaveLength(30);
    place = next;
  }
  const news = Array.from({ length: 64 }, (_, index) => `News ${64 - index}`);
  expect(titles).toEqual(['Soup for all', ...news, 'Build a shed']);
});

test('filters narrow the list and the map alike; drafts and what has no place are not on it', async () => {
  const titlesOf = async (filters: object) => {
    const list = await world.visitor.posts.search({ filters });
    const map = await world.visitor.posts.points({ filters });
    expect(map.isComplete).toBe(true);
    return [list.items.map(({ title }) => title), map.points.map(({ title }) => title)];
  };
  expect((await titlesOf({}))[1]).toEqual(['Soup for all', 'Build a shed']);
  expect(await titlesOf({ topNeed: true })).toEqual([['Build a shed'], ['Build a shed']]);
  expect(await titlesOf({ title: 'soup', postTypes: ['event'] })).toEqual([
    ['Soup for all'],
    ['Soup for all'],
  ]);
  expect(await titlesOf({ title: 'draft' })).toEqual([[], []]);
  expect(await titlesOf({ endDate: '2026-11-01T00:00:00.000Z' })).toEqual([[], []]);
});

test('a draft that goes out late stands where it was published, and only its organization finds drafts', async () => {
  const dan = await world.organization('dan');
  const { _id } = await world.as(dan).posts.create({ ...fullPosts.general, title: 'Late', isActive: false });
  await world.as(dan).posts.create({ ...fullPosts.general, title: 'Early' });
  const titlesOf = async (filters: object, as = world.as(dan)) =>
    (await as.posts.search({ filters })).items.map(({ title }) => title);
  const own = { creatorId: dan._id };
  expect(await titlesOf(own)).toEqual(['Early']);
  expect(await titlesOf({ ...own, isActive: false })).toEqual(['Late']);
  expect(await titlesOf({ ...own, isActive: null })).toEqual(['Early', 'Late']);
  expect(await titlesOf({ ...own, isActive: null }, world.as(carol))).toEqual([]);
  expect(await titlesOf({ ...own, isActive: false }, world.visitor)).toEqual([]);

  await world.as(dan).posts.update({ ...fullPosts.general, id: _id, title: 'Late', isActive: true });
  expect(await titlesOf(own)).toEqual(['Late', 'Early']);
});

test('what is no place in the list is rejected', async () => {
  await expect(world.visitor.posts.search({ cursor: 'nowhere' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});
