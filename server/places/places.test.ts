import { beforeAll, describe, expect, test } from 'vitest';
import { loadPlaces, type PlaceEntry } from '#db/seeds/places.ts';
import { setUpWorld } from '../testing/cast.ts';

const world = setUpWorld();
beforeAll(async () => {
  await loadPlaces(world.db, { version: '1', read: () => entries });
});

const city = (name: string, state: string, country: string, population: number, more = ''): PlaceEntry => ({
  id: `city:${name}:${state}`,
  kind: 'city',
  name,
  code: null,
  state: state || null,
  country,
  latitude: 40,
  longitude: -75,
  population,
  foundBy: `${name} ${state} ${country} ${more}`,
});
const code = (digits: string, name: string, state: string, country: string): PlaceEntry => ({
  ...city(name, state, country, 0, digits),
  id: `zip-code:${country}:${digits}`,
  kind: 'zip-code',
  code: digits,
  latitude: 39.96,
});
const entries: PlaceEntry[] = [
  city('Philadelphia', 'MS', 'US', 7000, 'Mississippi United States'),
  city('Philadelphia', 'PA', 'US', 1_500_000, 'Pennsylvania United States'),
  city('Montréal', 'QC', 'CA', 1_600_000, 'Quebec Canada'),
  city('St. Mary’s', 'ON', 'CA', 6000, 'Ontario Canada'),
  city('Bristol', '', 'GB', 400_000, 'United Kingdom'),
  code('19104', 'Philadelphia', 'PA', 'US'),
  code('19143', 'Philadelphia', 'PA', 'US'),
  code('M6H', 'Toronto', 'ON', 'CA'),
];

const search = async (text: string) => (await world.visitor.places.search({ text })).places;
const labels = async (text: string) => (await search(text)).map(({ label }) => label);

describe('searching places', () => {
  test('finds the beginnings of words, whatever their case and accents, the largest place first', async () => {
    expect(await labels('phil')).toEqual([
      'Philadelphia, PA, United States',
      'Philadelphia, MS, United States',
      'Philadelphia, PA 19104, United States',
      'Philadelphia, PA 19143, United States',
    ]);
    expect(await labels('philadelphia, ms')).toEqual(['Philadelphia, MS, United States']);
    expect(await labels('MONTREAL')).toEqual(['Montréal, QC, Canada']);
    expect(await labels('st marys')).toEqual(['St. Mary’s, ON, Canada']);
    expect(await labels('brist')).toEqual(['Bristol, United Kingdom']);
    for (const nothing of ['', ' ', ',', 'zzz', "'|!&", ':*'])
      expect(await labels(nothing), nothing).toEqual([]);
  });

  test('returns all that an address has', async () => {
    expect(await search('19104')).toEqual([
      {
        _id: 'zip-code:US:19104',
        label: 'Philadelphia, PA 19104, United States',
        street1: '',
        city: 'Philadelphia',
        code: '19104',
        state: 'PA',
        country: 'US',
        latitude: 39.96,
        longitude: -75,
        timeZone: 'America/New_York',
      },
    ]);
  });

  test('returns the time zone of a place', async () => {
    const zoneAt = async (latitude: number, longitude: number) =>
      (await world.visitor.places.timeZone({ latitude, longitude })).timeZone;
    expect(await zoneAt(43.7, -79.42)).toBe('America/Toronto');
    expect(await zoneAt(33.45, -112.07)).toBe('America/Phoenix');
    expect(await zoneAt(-34.93, 138.6)).toBe('Australia/Adelaide');
    // At sea and at the edges, too, there is one that browsers know.
    for (const [latitude, longitude] of [
      [0, -30],
      [90, 180],
      [-90, -180],
    ] as const)
      expect(new Intl.DateTimeFormat('en', { timeZone: await zoneAt(latitude, longitude) })).toBeDefined();
    await expect(zoneAt(91, 0)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(zoneAt(Number.NaN, 0)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('keeps the street that was typed before the place', async () => {
    for (const text of ['12 Elm Street, Philadelphia PA', '12 Elm Street, Philadelphia, Penns'])
      expect((await search(text))[0]).toMatchObject({
        street1: '12 Elm Street',
        city: 'Philadelphia',
        label: '12 Elm Street, Philadelphia, PA, United States',
      });
    expect((await search('12 Elm Street Philadelphia'))[0]).toMatchObject({ street1: '12 Elm Street' });
    expect((await search('Unit 4, 12 Elm Street, 19104'))[0]).toMatchObject({
      street1: 'Unit 4, 12 Elm Street',
      code: '19104',
    });
  });

  test('knows long codes by their beginning', async () => {
    for (const text of ['M6H 3K7', 'm6h3k7', 'M6H-3K7', 'toronto m6h 3k7'])
      expect((await search(text))[0], text).toMatchObject({ city: 'Toronto', code: 'M6H 3K7' });
    expect((await search('M6H'))[0]).toMatchObject({ code: 'M6H' });
    expect((await search('19104-2301'))[0]).toMatchObject({ code: '19104' });
  });

  test('returns whose data it is', async () => {
    const { credit } = await world.visitor.places.search({ text: 'x' });
    expect(credit).toEqual({ name: 'GeoNames, CC BY 4.0', link: 'https://www.geonames.org/' });
  });

  test('rejects texts that are too long', async () => {
    await expect(search('x'.repeat(201))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

test('an address without coordinates gets those of its place, and keeps its own', async () => {
  const alice = await world.individual('alice');
  const save = async (address: object) => {
    const body = { firstName: 'Alice', lastName: 'Adams', address };
    const path = `/api/users/${alice._id}/basic-info`;
    return (await world.request(path, { method: 'PUT', as: alice, body })).data.address;
  };
  const elm = { street1: '12 Elm Street', city: 'Philadelphia', state: 'PA', code: '19104', country: 'US' };
  expect(await save(elm)).toEqual({ ...elm, latitude: 39.96, longitude: -75 });
  expect(await save({ code: '19143', country: 'US' })).toMatchObject({ latitude: 39.96 });
  const own = { ...elm, latitude: 39.9, longitude: -75.2 };
  expect(await save(own)).toEqual(own);
  const unknown = { city: 'Nowhere', code: 'BS3 1QD', country: 'GB' };
  expect(await save(unknown)).toEqual(unknown);
});

describe('loading the list', () => {
  const count = async () =>
    (
      await world.db
        .selectFrom('places')
        .select((eb) => eb.fn.countAll().as('all'))
        .executeTakeFirst()
    )?.all;

  test('does nothing for the version that is there, and replaces another as a whole', async () => {
    const before = await count();
    await loadPlaces(world.db, {
      version: '1',
      read: () => {
        throw new Error('It is there.');
      },
    });
    expect(await count()).toBe(before);
    await Promise.all([
      loadPlaces(world.db, { version: '2', read: () => entries.slice(0, 3) }),
      loadPlaces(world.db, { version: '2', read: () => entries.slice(0, 3) }),
    ]);
    expect(await count()).toBe(3);
    await loadPlaces(world.db, { version: '1', read: () => entries });
    expect(await count()).toBe(before);
  });
});
