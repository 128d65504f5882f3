import { earthRadiusKilometers } from './earth.schema.ts';

interface Point {
  latitude: number;
  longitude: number;
}

/** What boxes are larger by, so that none cuts off a point at the edge because of how numbers are rounded. */
const roundingKilometers = 0.001;

/** Degrees. */
interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

const degreesOf = (radians: number) => (radians * 180) / Math.PI;
const radiansOf = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns boxes that together hold a circle: two where it crosses the line at which longitudes begin anew. */
export function boxesAround({ latitude, longitude }: Point, kilometers: number): Box[] {
  const angle = (kilometers + roundingKilometers) / earthRadiusKilometers;
  const [south, north] = [latitude - degreesOf(angle), latitude + degreesOf(angle)];
  const breadth = Math.sin(angle) / Math.cos(radiansOf(latitude));
  // A circle around a pole has all longitudes.
  if (south <= -90 || north >= 90 || breadth >= 1) return [{ south, north, west: -180, east: 180 }];
  const half = degreesOf(Math.asin(breadth));
  const [west, east] = [longitude - half, longitude + half];
  const within = { south, north, west: Math.max(west, -180), east: Math.min(east, 180) };
  if (west < -180) return [within, { south, north, west: west + 360, east: 180 }];
  if (east > 180) return [within, { south, north, west: -180, east: east - 360 }];
  return [within];
}
