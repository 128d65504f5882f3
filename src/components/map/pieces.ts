import type { FeatureCollection, MultiPolygon, Point, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** What a part of the built-in map is called, and how to find it again. */
interface Named {
  id: string;
  name: string;
}
export type Areas = FeatureCollection<Polygon | MultiPolygon, Named>;
/** Cities with how coarse a map has room for them, from 1, the largest. */
export type Cities = FeatureCollection<Point, { name: string; rank: number }>;

/** The parts of the built-in map, each fetched once, when a map first comes near enough to show it. */
const loaders = {
  world: async () => {
    const atlas = await fetchJson<Topology>('/maps/world.json');
    return { countries: areasOf(atlas, 'countries'), lakes: areasOf(atlas, 'lakes') };
  },
  regions: async () => areasOf(await fetchJson<Topology>('/maps/regions.json'), 'regions'),
  counties: async () => areasOf(await fetchJson<Topology>('/maps/counties.json'), 'counties'),
  cities: async (): Promise<Cities> => {
    const rows = await fetchJson<[name: string, x: number, y: number, rank: number][]>('/maps/cities.json');
    return {
      type: 'FeatureCollection',
      features: rows.map(([name, x, y, rank]) => ({
        type: 'Feature',
        properties: { name, rank },
        geometry: { type: 'Point', coordinates: [x, y] },
      })),
    };
  },
};
type Loaders = typeof loaders;
export type PieceName = keyof Loaders;
export type Piece<Name extends PieceName> = Awaited<ReturnType<Loaders[Name]>>;

const loaded = new Map<PieceName, Promise<unknown>>();

/** Returns a part of the map. A part whose fetch failed is fetched again by the next call. */
export function loadPiece<Name extends PieceName>(name: Name): Promise<Piece<Name>> {
  const known = loaded.get(name) as Promise<Piece<Name>> | undefined;
  if (known) return known;
  const loading = loaders[name]() as Promise<Piece<Name>>;
  loaded.set(name, loading);
  loading.catch(() => loaded.delete(name));
  return loading;
}

async function fetchJson<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

const areasOf = (atlas: Topology, name: string): Areas =>
  feature(atlas, atlas.objects[name] as GeometryCollection<Named>) as Areas;
