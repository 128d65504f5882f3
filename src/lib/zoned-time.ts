import { parseAbsolute, parseDateTime, toCalendarDateTime, toZoned } from '@internationalized/date';

/** The zone of this device, by its IANA name. */
export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

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
