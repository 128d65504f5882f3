import type { Polygon } from 'geojson';

/** Metres of a degree of latitude. */
const degree = 111_320;
const corners = 48;

/**
 * A circle on the ground as a polygon. Radius in metres; around the poles, where no people live, it is not round.
 */
export function circle({
  latitude,
  longitude,
  radius,
}: {
  latitude: number;
  longitude: number;
  radius: number;
}): Polygon {
  const high = radius / degree;
  const wide = high / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  const corner = (index: number): [number, number] => {
    const angle = ((index % corners) * 2 * Math.PI) / corners;
    return [rounded(longitude + wide * Math.cos(angle)), rounded(latitude + high * Math.sin(angle))];
  };
  return { type: 'Polygon', coordinates: [Array.from({ length: corners + 1 }, (_, index) => corner(index))] };
}

/** To about a metre. */
const rounded = (degrees: number) => Number(degrees.toFixed(5));
