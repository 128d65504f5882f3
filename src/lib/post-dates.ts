import { dateFormat } from './date-format.ts';
import { deviceTimeZone } from './device-time-zone.ts';

/** When something takes place, in words. */
export interface PostDates {
  /** "05/30/2026 09:00:AM – 11:30:AM", in the zone where it takes place: the product's format. */
  text: string;
  /** That zone, where its clocks differ from the viewer's: "GMT+9, Tokyo". */
  zone: string | undefined;
}

/**
 * The dates of a post as people at the place read them.
 * @param start UTC instant, ISO 8601
 * @param end UTC instant, or null where it is open
 * @param timeZone IANA zone of the place
 * @param viewerZone IANA zone of the viewer; the device's if left out, and nobody's where the server renders
 */
export function postDates(
  start: string,
  end: string | null,
  timeZone: string,
  viewerZone: string | undefined = import.meta.env.SSR ? undefined : deviceTimeZone(),
): PostDates {
  const begins = new Date(start);
  const [firstDay, firstTime] = dayAndTime(begins, timeZone);
  const text = `${firstDay} ${firstTime}`;
  const zone =
    viewerZone !== undefined && zoneName(begins, timeZone) === zoneName(begins, viewerZone)
      ? undefined
      : label(begins, timeZone);
  if (end === null || end === start) return { text, zone };
  const [lastDay, lastTime] = dayAndTime(new Date(end), timeZone);
  return { text: `${text} – ${lastDay === firstDay ? '' : `${lastDay} `}${lastTime}`, zone };
}

/** The minutes by which a zone's clocks are behind UTC at an instant, as `Date.getTimezoneOffset` returns them. */
export function minutesBehind(instant: string, timeZone: string): number {
  const [, sign = '+', hours = 0, minutes = 0] =
    /([+-])(\d\d):(\d\d)/.exec(zoneName(new Date(instant), timeZone)) ?? [];
  const apart = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? apart : 0 - apart;
}

function dayAndTime(at: Date, timeZone: string): [day: string, time: string] {
  const day = dateFormat({
    timeZone,
    month: '2-digit',
    day: '2-digit',
    year: 'numeric',
  });
  const time = dateFormat({ timeZone, hour: '2-digit', minute: '2-digit' });
  return [day.format(at), time.format(at).replace(/\s/, ':')];
}

function zoneName(at: Date, timeZone: string, timeZoneName: 'short' | 'longOffset' = 'longOffset'): string {
  const parts = dateFormat({ timeZone, timeZoneName }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

const label = (at: Date, timeZone: string) =>
  `${zoneName(at, timeZone, 'short')}, ${timeZone.split('/').at(-1)?.replaceAll('_', ' ')}`;
