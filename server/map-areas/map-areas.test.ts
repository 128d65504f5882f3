import { beforeAll, describe, expect, test } from 'vitest';
import { loadMapAreas, type MapAreaEntry } from '#db/seeds/map-areas.ts';
import { setUpWorld } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';
import { makeMissingAreaFiles } from './area-files.ts';

const world = setUpWorld();
let alice: Person;
let carol: Person;

const square: MapAreaEntry['outline'] = {
  type: 'Polygon',
  coordinates: [
    [
      [-75, 40],
      [-74, 40],
      [-74, 41],
      [-75, 41],
      [-75, 40],
    ],
  ],
};
const area = (type: MapAreaEntry['type'], name: string, more: Partial<MapAreaEntry> = {}): MapAreaEntry => ({
  id: `${type}:${name}`,
  type,
  name,
  latitude: 40,
  longitude: -75,
  radius: 2000,
  outline: null,
  population: 0,
  ...more,
});
const list = (version: string, entries: MapAreaEntry[]) => ({ version, read: async () => entries });
const areas = [
  area('state', 'Pennsylvania, United States', { radius: null, outline: square }),
  area('county', 'Philadelphia County, PA', { radius: null, outline: square }),
  area('city', 'Philadelphia, PA', { population: 1_500_000 }),
  area('city', 'Philadelphia, NY', { population: 1_200 }),
  area('city', 'New Philadelphia, OH', { population: 17_000 }),
  area('city', 'Québec, QC', { population: 500_000 }),
  area('city', "L'Île-Perrot, QC", { population: 10_000 }),
  area('zip-code', '19104 Philadelphia, PA'),
];

beforeAll(async () => {
  await loadMapAreas(world.db, list('1', areas));
  alice = await world.individual('alice');
  carol = await world.organization('carol');
});

const search = async (query: Record<string, string>) => {
  const { data } = await world.request(`/api/map-areas/name?${new URLSearchParams(query)}`);
  return data.items.map(({ name }: { name: string }) => name) as string[];
};

describe('the names of areas', () => {
  test('are found by their beginnings: the largest first', async () => {
    expect(await search({ type: 'city', text: 'phila' })).toEqual([
      'Philadelphia, PA',
      'Philadelphia, NY',
      'New Philadelphia, OH',
    ]);
    expect(await search({ type: 'zip-code', text: '1910' })).toEqual(['19104 Philadelphia, PA']);
    expect((await search({ text: 'penn' }))[0]).toBe('Pennsylvania, United States');
  });

  test('are found with mistakes, without accents and whatever their case', async () => {
    for (const text of ['philadelpia', 'PHILADELHPIA', 'filadelphia pa'])
      expect(await search({ type: 'city', text, limit: '1' }), text).toEqual(['Philadelphia, PA']);
    expect(await search({ text: 'quebec' })).toEqual(['Québec, QC']);
    expect(await search({ text: 'l’ile p' })).toEqual(["L'Île-Perrot, QC"]);
  });

  test('of a type alone are its largest, and nothing of a text is a pattern', async () => {
    expect(await search({ type: 'city', limit: '2' })).toEqual(['Philadelphia, PA', 'Québec, QC']);
    for (const text of ['%', '_', '\\', "'"]) expect(await search({ text }), text).toEqual([]);
    expect(await world.request('/api/map-areas/name?type=moon')).toMatchObject({ status: 400 });
    expect(await world.request('/api/map-areas/name?limit=1001')).toMatchObject({ status: 400 });
  });

  test.each([{}, { type: 'city' as const }, { text: 'phila' }, { text: 'phila', type: 'city' as const }])(
    'pages through all of %j once, in the same order as at once',
    async (query) => {
      const { items: all, cursor: none } = await world.visitor.mapAreas.names({ ...query, limit: 1000 });
      expect(none).toBeNull();
      const seen: string[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const page: Awaited<ReturnType<typeof world.visitor.mapAreas.names>> =
          await world.visitor.mapAreas.names({ ...query, limit: 1, cursor });
        seen.push(...page.items.map(({ _id }) => _id));
        cursor = page.cursor;
      }
      expect(seen).toEqual(all.map(({ _id }) => _id));
      expect(seen.length).toBeGreaterThan(1);
    },
  );

  test('returns 400 to a cursor that is none', async () => {
    expect(await world.request('/api/map-areas/name?cursor=moon')).toMatchObject({ status: 400 });
    expect(await world.request('/api/map-areas/name?cursor=')).toMatchObject({ status: 200 });
  });

  test('show whether they have an outline', async () => {
    const { data } = await world.request('/api/map-areas/name?text=Pennsylvania');
    expect(data.items).toEqual([
      {
        _id: 'state:Pennsylvania, United States',
        type: 'state',
        name: 'Pennsylvania, United States',
        latitude: 40,
        longitude: -75,
        isApproximate: false,
      },
    ]);
    expect((await world.visitor.mapAreas.names({ text: '19104' })).items[0]?.isApproximate).toBe(true);
  });
});

describe('area files', () => {
  const generate = (type: string, as = carol) =>
    world.request(`/api/map-areas/generate-file/user/${carol._id}/area-type/${type}`, { method: 'POST', as });
  const fetchFile = (type: string) => world.request(`/media/areas/${carol._id}/${type}.kml`);
  const serve = (...serviceAreas: string[]) =>
    world.db
      .updateTable('organizations')
      .set({ service_areas: serviceAreas })
      .where('user_id', '=', carol._id)
      .execute();

  /** The text of a file. */
  async function fileOf(type: MapAreaEntry['type']): Promise<string> {
    const file = await world.db
      .selectFrom('area_files')
      .select('path')
      .where('user_id', '=', carol._id)
      .where('type', '=', type)
      .executeTakeFirstOrThrow();
    return new TextDecoder().decode(await world.ports.media.readDocument(file.path ?? ''));
  }
  const stateOf = async (type: MapAreaEntry['type']) =>
    (await world.visitor.mapAreas.files({ id: carol._id })).files.find((file) => file.type === type);
  const namesIn = (kml: string) => [...kml.matchAll(/<name>(.*?)<\/name>/g)].map(([, name]) => name);

  test('are made after the response, with outlines and circles, and served under the organization’s id', async () => {
    await serve('Philadelphia County, PA', 'Philadelphia, PA', 'The moon', '19104 Philadelphia, PA');
    expect(await fetchFile('county')).toMatchObject({ status: 404 });
    const path = `/media/areas/${carol._id}/county.kml`;
    expect(await generate('county')).toMatchObject({
      status: 200,
      data: { type: 'county', status: 'pending', path: null, version: 0 },
    });
    await generate('city');
    await world.ports.runJobs();
    const { data } = await world.request(`/api/map-areas/file/user/${carol._id}`);
    expect(data.areas).toHaveLength(4);
    expect(data.files).toEqual([
      { type: 'city', status: 'ready', path: path.replace('county', 'city'), version: 1 },
      { type: 'county', status: 'ready', path, version: 1 },
    ]);
    const file = await fetchFile('county');
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('application/vnd.google-earth.kml+xml');
    const etag = file.headers.get('etag') ?? '';
    expect(await world.request(path, { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304 });

    const county = await fileOf('county');
    expect(county).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<kml /);
    expect(namesIn(county)).toEqual(['Philadelphia County, PA']);
    expect(county.replaceAll(/\s+/g, ' ')).toContain('-75,40 -74,40 -74,41 -75,41 -75,40');
    expect(county).not.toMatch(/approximate/i);
    const city = await fileOf('city');
    expect(namesIn(city)).toEqual(['Philadelphia, PA']);
    expect(city).toMatch(/approximate/i);
    expect(city.match(/-?[\d.]+,[\d.]+/g)).toHaveLength(49);
  });

  test('are made anew, and are pending meanwhile', async () => {
    await serve('Québec, QC');
    const before = await stateOf('city');
    expect(before).toMatchObject({ status: 'ready' });
    expect((await generate('city')).data).toEqual({ ...before, status: 'pending' });
    await generate('city');
    await world.ports.runJobs();
    expect(namesIn(await fileOf('city'))).toEqual(['Québec, QC']);
    // Under the same path: who shows it knows by the version that it is another.
    const after = await stateOf('city');
    expect(after).toEqual({ ...before, version: after?.version });
    expect(after?.version).not.toBe(before?.version);
  });

  test('follow the areas that the organization serves', async () => {
    await world.as(carol).profiles.saveServiceInfo({
      id: carol._id,
      serviceAreaTypes: ['state'],
      serviceAreas: ['Pennsylvania, United States', 'Philadelphia, PA'],
    });
    await world.ports.runJobs();
    const { files } = await world.visitor.mapAreas.files({ id: carol._id });
    expect(files.map(({ type, status }) => [type, status])).toEqual([
      ['city', 'ready'],
      ['county', 'ready'],
      ['state', 'ready'],
    ]);
    expect(namesIn(await fileOf('state'))).toEqual(['Pennsylvania, United States']);
    expect(namesIn(await fileOf('city'))).toEqual(['Philadelphia, PA']);
    expect(namesIn(await fileOf('county'))).toEqual([]);
  });

  test('that were not requested are made, once', async () => {
    const dan = await world.organization('dan', {
      service_area_types: ['city', 'state'],
      service_areas: ['Philadelphia, PA', 'Pennsylvania, United States'],
    });
    const { _id: id } = dan;
    expect((await world.visitor.mapAreas.files({ id })).files).toEqual([]);
    await makeMissingAreaFiles(world.deps);
    const { files } = await world.visitor.mapAreas.files({ id });
    expect(files.map(({ type, status }) => [type, status])).toEqual([
      ['city', 'ready'],
      ['state', 'ready'],
    ]);
    await makeMissingAreaFiles(world.deps);
    expect((await world.visitor.mapAreas.files({ id })).files).toEqual(files);
  });

  test('hold names as text, whatever is in them', async () => {
    const name = '<b>Q&A</b>';
    await loadMapAreas(world.db, list('2', [...areas, area('neighborhood', name)]));
    await serve(name);
    await generate('neighborhood');
    await world.ports.runJobs();
    expect(namesIn(await fileOf('neighborhood'))).toEqual(['&#x3C;b>Q&#x26;A&#x3C;/b>']);
  });

  test('can be had made by their organization only, and of what exists', async () => {
    expect(await generate('city', alice)).toMatchObject({ status: 403 });
    expect(await generate('moon')).toMatchObject({ status: 400 });
    for (const path of [`${carol._id}/moon.kml`, `${alice._id}/city.kml`, 'nonsense/city.kml'])
      expect(await world.request(`/media/areas/${path}`), path).toMatchObject({ status: 404 });
    expect(await world.request(`/api/map-areas/file/user/${alice._id}`)).toMatchObject({ status: 404 });
  });
});

test('a list is loaded once, and another version replaces it', async () => {
  await loadMapAreas(
    world.db,
    list('3', [area('country', 'Georgia'), area('country', 'Georgia', { id: 'x' })]),
  );
  await loadMapAreas(world.db, list('3', areas));
  expect(await search({})).toEqual(['Georgia']);
});
