import { beforeAll, expect, test } from 'vitest';
import { doDueWork } from '../due-work.ts';
import { setUpWorld } from '../testing/cast.ts';
import { addLookups, fullPosts } from '../testing/posts.ts';
import type { Person } from '../testing/world.ts';

const world = setUpWorld(addLookups);
let carol: Person;
beforeAll(async () => {
  carol = await world.organization('carol');
  await world.as(carol).posts.create({ ...fullPosts.event, title: 'A draft', isActive: false });
  await world.as(carol).posts.create({ ...fullPosts.project, title: 'Build a shed' });
  for (let number = 1; number <= 64; number++)
    await world.as(carol).posts.create({ ...fullPosts.general, title: `News ${number}` });
  await world.as(carol).posts.create({ ...fullPosts.event, title: 'Soup for all' });
});

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

test('what has ended stands behind what has not, on every page, and comes back when it is put off', async () => {
  const eve = await world.organization('eve');
  const { posts } = world.as(eve);
  const begin = new Date('2026-10-01T12:00:00.000Z');
  const later = (minutes: number) => new Date(begin.getTime() + minutes * 60_000).toISOString();
  world.ports.clock.set(begin);
  const event = { postType: 'event', timeZone: 'UTC', isActive: true } as const;
  const without = await posts.create({ ...event, title: 'Without an end', startDateTime: later(0) });
  for (let number = 1; number <= 31; number++) await posts.create({ ...fullPosts.general, title: 'News' });
  const ended = { ...event, title: 'Ended', startDateTime: later(-90), endDateTime: later(0) };
  const { _id: id } = await posts.create(ended);
  const dates = { startDateTime: later(0), endDateTime: later(61) };
  await posts.create({ ...event, title: 'Takes place', ...dates });
  const filters = { creatorId: eve._id };
  const ofPages = async () => {
    const first = await posts.search({ filters });
    const second = await posts.search({ filters, ...first.pages[1] });
    // Back from there: the pages before are found as well.
    expect(second.pages.map(({ page }) => page)).toEqual([1, 2]);
    return [...first.items, ...second.items].map(({ title }) => title).filter((title) => title !== 'News');
  };
  expect(await ofPages()).toEqual(['Takes place', 'Without an end', 'Ended']);
  // An hour is what a post without an end takes.
  world.ports.clock.set(new Date(later(60)));
  await doDueWork(world.deps);
  expect(await ofPages()).toEqual(['Takes place', 'Ended', 'Without an end']);
  const last = await posts.list({ filters: { ...filters, postTypes: ['event', 'project'] }, limit: 2 });
  expect(last.items.map(({ title }) => title)).toEqual(['Takes place', 'Ended']);
  const rest = await posts.list({ filters: { ...filters, postTypes: ['event'] }, cursor: last.cursor });
  expect(rest.items.map(({ _id }) => _id)).toEqual([without._id]);

  await posts.update({ ...ended, id, endDateTime: later(120) });
  world.ports.clock.set(new Date(later(61)));
  await doDueWork(world.deps);
  expect(await ofPages()).toEqual(['Ended', 'Takes place', 'Without an end']);
});

test('what is no place in the list is rejected', async () => {
  for (const cursor of ['nowhere', 'ended_', 'ended_nowhere'])
    await expect(world.visitor.posts.search({ cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
