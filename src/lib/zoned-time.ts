import { parseAbsolute, parseDateTime, toCalendarDateTime, toZoned } from '@internationalized/date';
import { dateFormat } from './date-format.ts';

/**
 * A wall-clock time (`YYYY-MM-DDTHH:mm`) in a zone as a UTC instant. A time that a change of the clocks skips moves
 * forward; one that occurs twice means the first.
 */
export function toInstant(wallClock: string, timeZone: string): string {
  return toZoned(parseDateTime(wallClock), timeZone).toAbsoluteString();
}

/** A UTC instant as the wall-clock time (`YYYY-MM-DDTHH:mm`) that people in the zone see. */
export function toWallClock(instant: string, timeZone: string): string {
  return toCalendarDateTime(parseAbsolute(instant, timeZone)).toString().slice(0, 16);
}

/** A wall-clock time some hours later. */
export function hoursLater(wallClock: string, hours: number): string {
  return parseDateTime(wallClock).add({ hours }).toString().slice(0, 16);
}

/**
 * Returns the time proposed for a day (`YYYY-MM-DD`) that was picked without one: the next full hour of today, nine in
 * the morning of any other day.
 * @param now the wall-clock time at this moment, in the same zone
 */
export function proposedTime(day: string, now: string): string {
  if (!now.startsWith(day)) return `${day}T09:00`;
  const nextHour = Number(now.slice(11, 13)) + 1;
  return nextHour < 24 ? `${day}T${String(nextHour).padStart(2, '0')}:00` : `${day}T23:59`;
}

/** Returns what people call a zone: "Eastern Time (Toronto)". */
export function timeZoneLabel(timeZone: string): string {
  const [region, ...places] = timeZone.split('/');
  const place = places.at(-1)?.replaceAll('_', ' ');
  if (place === undefined || region === 'Etc') return place ?? timeZone;
  const name = dateFormat({ timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value;
  return name === undefined ? place : `${name} (${place})`;
}
