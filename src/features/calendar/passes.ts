import type { CalendarEntry } from '#server/calendar/calendar.schema.ts';
import { kilometersBetween } from '#src/lib/near.ts';
import type { CalendarFilters } from './calendar-address.ts';

/** Around where, and how far, in kilometres. */
export interface Circle {
  latitude: number;
  longitude: number;
  kilometers: number;
}

/**
 * Whether a post is among those that the filters find: the same as the server finds, also without a network.
 * @param circle what the filters mean by near
 */
export function passes(
  entry: CalendarEntry,
  filters: Omit<CalendarFilters, 'near'>,
  circle?: Circle,
): boolean {
  const { title, postTypes: types, impactAreas, skills, topNeed } = filters;
  const isAmong = (chosen: readonly string[] | undefined, has: readonly string[]) =>
    !chosen?.length || has.some((id) => chosen.includes(id));
  return (
    (!title || entry.title.toLowerCase().includes(title.toLowerCase())) &&
    isAmong(types, [entry.postType]) &&
    isAmong(impactAreas, entry.impactAreas) &&
    isAmong(skills, entry.skills) &&
    (!topNeed || entry.topNeed) &&
    (!circle || isWithin(entry, circle))
  );
}

function isWithin({ address }: CalendarEntry, circle: Circle): boolean {
  if (address === null || address.latitude === null || address.longitude === null) return false;
  const { latitude, longitude } = address;
  return kilometersBetween({ latitude, longitude }, circle) <= circle.kilometers;
}
