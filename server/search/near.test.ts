import { beforeAll, describe, expect, test } from 'vitest';
import { distanceSteps } from '../near.schema.ts';
import { setUpWorld } from '../testing/cast.ts';
import { addLookups, fullPosts } from '../testing/posts.ts';
import type { Person } from '../testing/world.ts';

const world = setUpWorld(addLookups);

const philadelphia = { latitude: 39.9526, longitude: -75.1652 };
const reykjavik = { latitude: 64.1466, longitude: -21.9426 };
const fiji = { latitude: -16.8, longitude: 179.95 };

/** So many kilometres north, and east, of a place. */
function away({ latitude, longitude }: typeof philadelphia, north: number, east = 0) {
  const kilometersOfADegree = (Math.PI * 6371) / 180;
  const lng = longitude + east / kilometersOfADegree / Math.cos((latitude * Math.PI) / 180);
  return { latitude: latitude + north / kilometersOfADegree, longitude: lng > 180 ? lng - 360 : lng };
}
const addressAt = (place: typeof philadelphia) => ({ address: JSON.stringify(place) });

describe('organizations near a place', () => {
  test('come with their distances, the nearest first, as far as the radius reaches', async () => {
    for (const [name, north, east] of [
      ['Two', 2, 0],
      ['Forty', 0, 40],
      ['Sixty', -60, 0],
      ['Hundred', 0, -100],
      ['Nearly', 0, 199],
      ['Beyond', 201, 0],
    ] as const)
      await world.organization(name, { ...addressAt(away(reykjavik, north, east)), mission: 'To be near' });
    await world.organization('Nowhere');
    const found = async (kilometers: number) => {
      const filters = { near: { ...reykjavik, kilometers } };
      const { items, total } = await world.visitor.search.organizations({ filters });
      const { points } = await world.visitor.search.organizationPoints({ filters });
      expect(points.map(({ name }) => name)).toEqual(items.map(({ name }) => name));
      expect(total).toBe(items.length);
      return items.map((item) => [item.name, item.kilometers]);
    };
    expect(await found(50)).toEqual([
      ['Two', 2],
      ['Forty', 40],
    ]);
    expect(await found(200)).toEqual([
      ['Two', 2],
      ['Forty', 40],
      ['Sixty', 60],
      ['Hundred', 100],
      ['Nearly', 199],
    ]);
  });

  test('are found on both sides of the line where longitudes begin anew', async () => {
    await world.organization('West of it', addressAt(away(fiji, 0, -20)));
    await world.organization('East of it', addressAt(away(fiji, 0, 30)));
    const { items } = await world.visitor.search.organizations({
      filters: { near: { ...fiji, kilometers: 50 } },
    });
    expect(new Map(items.map((item) => [item.name, item.kilometers]))).toEqual(
      new Map([
        ['West of it', 20],
        ['East of it', 30],
      ]),
    );
  });

  test('are paged through without repetition, also when a nearer one comes, and back', async () => {
    const vienna = { latitude: 48.2, longitude: 16.37 };
    // Many at one door, as where no more than the ZIP code is known: the newest of them first.
    const names: string[] = [];
    for (let number = 1; number <= 64; number++) {
      names.unshift(`Vienna ${number}`);
      await world.organization(`Vienna ${number}`, addressAt(away(vienna, 1)));
    }
    names.push('Bratislava');
    await world.organization('Bratislava', addressAt(away(vienna, 0, 55)));
    const filters = { near: { ...vienna, kilometers: 200 } };
    const first = await world.visitor.search.organizations({ filters });
    expect(first).toMatchObject({ page: 1, total: 65, isTotalExact: true });
    await world.organization('Nearest', addressAt(vienna));
    const second = await world.visitor.search.organizations({ filters, ...first.pages[1] });
    const third = await world.visitor.search.organizations({ filters, ...second.pages.at(-1) });
    const all = [first, second, third].flatMap(({ items }) => items.map(({ name }) => name));
    expect(all).toEqual(names);
    expect(new Set(second.items.map(({ kilometers }) => kilometers))).toEqual(new Set([1]));
    const back = await world.visitor.search.organizations({ filters, ...third.pages[0] });
    expect(back.items[0]?.name).toBe('Nearest');
  });

  test('combine with other filters, and cursors that are none are rejected', async () => {
    const filters = { near: { ...reykjavik, kilometers: 200 } };
    const named = await world.visitor.search.organizations({ filters: { ...filters, name: 'forty' } });
    expect(named.items.map(({ name }) => name)).toEqual(['Forty']);
    for (const cursor of ['nowhere', '1e999_x', '1'])
      for (const filter of [filters, {}])
        await expect(world.visitor.search.organizations({ filters: filter, cursor })).rejects.toMatchObject({
          code: 'BAD_REQUEST',
        });
  });

  test('are searched for from one’s own address where no place is given', async () => {
    const near = { kilometers: 50 };
    const alice = await world.individual('alice', addressAt(away(reykjavik, 0, 38)));
    const own = await world.as(alice).search.organizations({ filters: { near } });
    expect(own.items.map((item) => [item.name, item.kilometers])).toEqual([
      ['Forty', 2],
      ['Two', 38],
    ]);
    const bob = await world.individual('bob');
    for (const caller of [world.as(bob), world.visitor])
      await expect(caller.search.organizations({ filters: { near } })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    for (const wrong of [{ kilometers: 4 }, { kilometers: 201 }, { kilometers: 50, latitude: 64 }])
      await expect(world.visitor.search.organizations({ filters: { near: wrong } })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
  });

  test('are suggested by distance, but for those followed', async () => {
    const alice = await world.individual('alice', addressAt(reykjavik));
    const suggest = () => world.as(alice).profiles.suggestions({ id: alice._id, near: { kilometers: 50 } });
    const [two] = await suggest();
    expect((await suggest()).map(({ name, kilometers }) => [name, kilometers])).toEqual([
      ['Two', 2],
      ['Forty', 40],
    ]);
    await world.as(alice).follows.follow({ followerId: alice._id, followingId: two?._id ?? '' });
    expect((await suggest()).map(({ name }) => name)).toEqual(['Forty']);
  });
});

describe('people near a place', () => {
  const leeds = { latitude: 53.8, longitude: -1.55 };
  let carol: Person;
  beforeAll(async () => {
    carol = await world.organization('carol');
  });
  const search = async (from: typeof leeds, kilometers: number, more: object = {}) =>
    world.as(carol).search.individuals({ filters: { near: { ...from, kilometers }, ...more } });

  test('are told to be within a step, and found by what the steps show', async () => {
    await world.individual('Noor', addressAt(away(leeds, 1)));
    await world.individual('Omar', addressAt(away(leeds, 0, 60)));
    await world.individual('Priya', { ...addressAt(leeds), is_user_searchable: false });
    await world.individual('Quentin', { ...addressAt(leeds), show_on_search: 'never' });
    const told = async (kilometers: number) =>
      (await search(leeds, kilometers)).items.map((item) => [item.firstName, item.kilometers]);
    expect(await told(5)).toEqual([['Noor', 10]]);
    expect(await told(200)).toEqual([
      ['Noor', 10],
      ['Omar', 100],
    ]);
  });

  test('cannot be located beyond a tenth of a degree, from wherever one looks', async () => {
    // A corner of the same tenth of a degree, and the next tenth.
    const doors = [
      { latitude: 51.451, longitude: 0.051 },
      { latitude: 51.549, longitude: 0.149 },
    ];
    const next = { latitude: 51.551, longitude: 0.1 };
    const robin = await world.individual('Robin', addressAt(doors[0] ?? next));
    await world.individual('Sam', addressAt({ latitude: 51.5, longitude: 0.1 }));
    const everything = async () => {
      const seen = [];
      for (const north of [-90, -8, 0, 3, 15])
        for (const east of [-25, 0, 7])
          for (const kilometers of [5, 13.7, 100]) {
            const { items, pages, total } = await search(
              away({ latitude: 51.5, longitude: 0.1 }, north, east),
              kilometers,
            );
            seen.push([items.map(({ _id, kilometers: told }) => [_id, told]), pages, total]);
            for (const { kilometers: told } of items) expect(distanceSteps).toContain(told);
          }
      return JSON.stringify(seen);
    };
    const move = (place: typeof leeds) =>
      world.db.updateTable('individuals').set(addressAt(place)).where('user_id', '=', robin._id).execute();
    const before = await everything();
    await move(doors[1] ?? next);
    expect(await everything()).toBe(before);
    await move(next);
    expect(await everything()).not.toBe(before);
  });

  test('are found by name, too, by those signed in', async () => {
    const found = await world
      .as(carol)
      .profiles.search({ name: 'example', near: { ...leeds, kilometers: 200 } });
    expect(found.individuals.map((item) => [item.firstName, item.kilometers])).toEqual([
      ['Noor', 10],
      ['Omar', 100],
    ]);
    const close = await world
      .as(carol)
      .profiles.search({ name: 'example', near: { ...leeds, kilometers: 25 } });
    expect(close.individuals.map(({ firstName }) => firstName)).toEqual(['Noor']);
    await expect(
      world.visitor.profiles.search({ name: 'example', near: { ...leeds, kilometers: 25 } }),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('can be put on a list as they were found', async () => {
    const { _id } = await world.as(carol).cultivations.create({ title: 'Neighbours' });
    const filters = { near: { ...leeds, kilometers: 25 } };
    const { addition } = await world.as(carol).cultivations.addUsers({ id: _id, filters });
    expect(addition).toMatchObject({ total: 1 });
  });
});

describe('posts near a place', () => {
  const boston = { latitude: 42.36, longitude: -71.06 };
  const titles = ({ items }: { items: { title: string; kilometers?: number | undefined }[] }) =>
    items.map(({ title, kilometers }) => [title, kilometers]);

  test('come with their distances, at one place the newest first, in pages, lists and on the map', async () => {
    const carol = await world.organization('carol');
    const publish = (title: string, place: typeof boston, more: object = {}) =>
      world.as(carol).posts.create({
        ...fullPosts.event,
        title,
        address: { fullAddress: 'Somewhere', ...place },
        ...more,
      });
    await publish('Far', away(boston, 0, 120));
    await publish('First', away(boston, 3));
    await publish('Second', away(boston, 3), { impactAreas: ['animals'] });
    await publish('A draft', boston, { isActive: false });
    await world.as(carol).posts.create({ ...fullPosts.general, title: 'Nowhere' });
    await publish('Beyond', away(boston, 0, -210));
    await publish('Last year', boston, {
      startDateTime: '2025-12-01T18:00:00.000Z',
      endDateTime: '2025-12-01T20:00:00.000Z',
    });

    const filters = { near: { ...boston, kilometers: 200 } };
    const expected = [
      ['Second', 3],
      ['First', 3],
      ['Far', 120],
      ['Last year', 0],
    ];
    expect(titles(await world.visitor.posts.search({ filters }))).toEqual(expected);
    const { points } = await world.visitor.posts.points({ filters });
    expect(points.map(({ title }) => title)).toEqual(['Second', 'First', 'Far', 'Last year']);
    const one = await world.visitor.posts.list({ filters, limit: 2 });
    const other = await world.visitor.posts.list({ filters, limit: 2, cursor: one.cursor });
    expect([...titles(one), ...titles(other)]).toEqual(expected);
    expect(other.cursor).toBeNull();
    const caused = { ...filters, impactAreas: ['animals'], postTypes: ['event' as const] };
    expect(titles(await world.visitor.posts.search({ filters: caused }))).toEqual([['Second', 3]]);
    await expect(world.visitor.posts.list({ filters, cursor: 'nowhere' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  test('are asked for over REST as the documented calls are', async () => {
    const filters = encodeURIComponent(JSON.stringify({ near: { ...boston, kilometers: 5 } }));
    const posts = await world.request(`/api/posts?filters=${filters}`);
    expect(posts.data.items.map((post: { title: string }) => post.title)).toEqual([
      'Second',
      'First',
      'Last year',
    ]);
    const dana = await world.individual('dana', addressAt(boston));
    await world.organization('Beacon Hill Kitchen', {
      ...addressAt(away(boston, 0.5)),
      mission: 'To cook',
    });
    const own = encodeURIComponent(JSON.stringify({ near: { kilometers: 5 } }));
    const users = await world.request(`/api/users/?filters=${own}`, { as: dana });
    expect(users.data.items).toMatchObject([{ name: 'Beacon Hill Kitchen', kilometers: 0.5 }]);
    const near = encodeURIComponent(JSON.stringify({ kilometers: 5 }));
    const named = await world.request(`/api/users/search/beacon?near=${near}`, { as: dana });
    expect(named.data.organizations).toMatchObject([{ name: 'Beacon Hill Kitchen', kilometers: 0.5 }]);
    const suggested = await world.request(`/api/users/${dana._id}/suggestions?near=${near}`, { as: dana });
    expect(suggested.data).toMatchObject([{ name: 'Beacon Hill Kitchen', kilometers: 0.5 }]);
  });

  test('are listed and stand in calendars in the order of time, as far as the radius reaches', async () => {
    const lisbon = { latitude: 38.72, longitude: -9.14 };
    const [dora, nora] = [
      await world.individual('dora', addressAt(lisbon)),
      await world.organization('nora'),
    ];
    await world.as(dora).follows.follow({ followerId: dora._id, followingId: nora._id });
    const publish = (title: string, days: number, place: object | undefined) =>
      world.as(nora).posts.create({
        postType: 'event',
        title,
        isActive: true,
        startDateTime: new Date(world.ports.clock.now().getTime() + days * 86_400_000).toISOString(),
        ...(place && { address: { fullAddress: 'Somewhere', ...place } }),
      });
    await publish('Last', 4, lisbon);
    await publish('Middle', 3, away(lisbon, 20));
    await publish('Next', 2, away(lisbon, 0, 45));
    await publish('Too far', 1, away(lisbon, 55));
    await publish('Nowhere', 1, undefined);
    await publish('Begun', -1 / 48, lisbon);

    for (const near of [{ ...lisbon, kilometers: 50 }, { kilometers: 50 }]) {
      const ask = { filters: { creatorId: nora._id, near }, limit: 2 };
      const one = await world.as(dora).posts.upcoming(ask);
      const other = await world.as(dora).posts.upcoming({ ...ask, cursor: one.cursor });
      expect([...titles(one), ...titles(other)]).toEqual([
        ['Next', 45],
        ['Middle', 20],
        ['Last', 0],
      ]);
      expect(other.cursor).toBeNull();
      const { items } = await world.as(dora).calendar.ofUser({ id: dora._id, filters: { near } });
      expect(items.map(({ title }) => title)).toEqual(['Begun', 'Next', 'Middle', 'Last']);
    }
    const all = await world.as(dora).posts.upcoming({ filters: { creatorId: nora._id } });
    expect(titles(all)[0]).toEqual(['Too far', undefined]);
    await expect(
      world.as(nora).posts.upcoming({ filters: { near: { kilometers: 50 } } }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
