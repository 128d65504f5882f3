import type { Feature, Geometry, Position } from 'geojson';

export type Bounds = [west: number, south: number, east: number, north: number];

/** The box around points and areas, of which there is at least one. */
export function boundsOf(features: readonly Feature<Geometry | null>[]): Bounds {
  const bounds: Bounds = [180, 90, -180, -90];
  const include = ([x = 0, y = 0]: Position) => {
    bounds[0] = Math.min(bounds[0], x);
    bounds[1] = Math.min(bounds[1], y);
    bounds[2] = Math.max(bounds[2], x);
    bounds[3] = Math.max(bounds[3], y);
  };
  for (const { geometry } of features) {
    if (geometry?.type === 'Point') include(geometry.coordinates);
    if (geometry?.type === 'Polygon') geometry.coordinates.flat().forEach(include);
    if (geometry?.type === 'MultiPolygon') geometry.coordinates.flat(2).forEach(include);
  }
  return bounds;
}
