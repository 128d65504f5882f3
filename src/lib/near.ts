import { earthRadiusKilometers } from '#server/earth.schema.ts';
import * as texts from './texts.ts';

/** The distances that are offered, in kilometres. */
export const offeredKilometers = [5, 10, 25, 50, 100, 200] as const;
const [least, most] = [Math.min(...offeredKilometers), Math.max(...offeredKilometers)];

/** Around where, and how far. Without a place: around the account's own address. */
export interface NearPlace {
  kilometers: number;
  at?: { latitude: number; longitude: number; label: string } | undefined;
}

/** Stands for a place that was typed, as long as none of those offered is chosen. */
export const unplaced = '?';

/** Writes it as a text for an address: `25km`, or `25km@39.953,-75.165,Philadelphia, PA`. */
export function writeNear({ kilometers, at }: NearPlace): string {
  const place = at && `@${roundDegrees(at.latitude)},${roundDegrees(at.longitude)},${at.label}`;
  return `${kilometers}km${place ?? ''}`;
}

/** To about 100 metres: nobody means more, and addresses are passed on. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1000) / 1000;

/** Parses such a text; undefined where it is none. */
export function parseNear(text: string): NearPlace | undefined {
  const [, far, latitude, longitude, label] =
    /^(\d{1,3})km(?:@(-?[\d.]{1,8}),(-?[\d.]{1,8}),(.{1,200}))?$/.exec(text) ?? [];
  const kilometers = Number(far);
  if (!(kilometers >= least && kilometers <= most)) return undefined;
  if (label === undefined) return { kilometers };
  const at = { latitude: Number(latitude), longitude: Number(longitude), label };
  return Math.abs(at.latitude) <= 90 && Math.abs(at.longitude) <= 180 ? { kilometers, at } : undefined;
}

/** Returns what the server is asked with. */
export function nearOf({ kilometers, at }: NearPlace) {
  return at ? { kilometers, latitude: at.latitude, longitude: at.longitude } : { kilometers };
}

/** Returns filters of an address as the server takes them. */
export function withNear<Filters extends { near?: string }>({ near, ...filters }: Filters) {
  const place = near === undefined ? undefined : parseNear(near);
  return { ...filters, ...(place && { near: nearOf(place) }) };
}

/** Returns how many kilometres two places are apart. */
export function kilometersBetween(one: Place, other: Place): number {
  const [from, to] = [radians(one.latitude), radians(other.latitude)];
  const across = radians(other.longitude - one.longitude);
  const half = Math.sin((to - from) / 2) ** 2 + Math.cos(from) * Math.cos(to) * Math.sin(across / 2) ** 2;
  return 2 * earthRadiusKilometers * Math.asin(Math.sqrt(Math.min(1, half)));
}

interface Place {
  latitude: number;
  longitude: number;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Writes how far away something is: `2.4 km away`; of people only within what distance. */
export function farText(kilometers: number, userType?: string): string {
  if (userType === 'individual') return texts.within + kilometers + texts.kilometers;
  return (kilometers < 10 ? kilometers.toFixed(1) : Math.round(kilometers)) + texts.kilometersAway;
}
