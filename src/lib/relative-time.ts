import { dateFormat } from './date-format.ts';
import * as texts from './texts.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How long ago (or how soon) an instant is, as long as that is the handier thing to know: "just now",
 * "5 minutes ago", "in 2 hours", "3 days ago". A week away or more, it is a date: "Mar 3", with the year where
 * it is not the current one.
 * @param timeZone IANA zone of the date; the viewer's own if left out
 */
export function relativeTime(then: Date, now: Date, timeZone?: string): string {
  const gap = then.getTime() - now.getTime();
  const size = Math.abs(gap);
  if (size < MINUTE) return texts.justNow;
  if (size < HOUR) return inUnits(Math.trunc(gap / MINUTE), texts.minute);
  if (size < DAY) return inUnits(Math.trunc(gap / HOUR), texts.hour);
  if (size < 7 * DAY) return inUnits(Math.trunc(gap / DAY), texts.day);
  const year = dateFormat({ year: 'numeric', timeZone });
  const sameYear = year.format(then) === year.format(now);
  return dateFormat({
    month: 'short',
    day: 'numeric',
    ...(sameYear ? {} : { year: 'numeric' }),
    timeZone,
  }).format(then);
}

/** "5 minutes ago" or "in 1 hour". Not by `Intl`: what it loads on its first use holds up a phone's first screen. */
function inUnits(count: number, unit: string): string {
  const size = Math.abs(count);
  const text = `${size} ${unit}${size === 1 ? '' : texts.plural}`;
  return count < 0 ? text + texts.ago : texts.fromNow + text;
}

/**
 * An instant in full, for hovering and for screen readers: "Tuesday, March 3, 2026 at 4:05 PM EST".
 * @param timeZone IANA zone; the viewer's own if left out
 */
export function exactTime(then: Date, timeZone?: string): string {
  const day = dateFormat({ dateStyle: 'full', timeZone }).format(then);
  const clock = dateFormat({
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(then);
  return day + texts.atTime + clock;
}

/** When something was saved, as briefly as is clear: "4:05 PM" today, "Mar 3, 4:05 PM" otherwise. */
export function savedAt(then: Date, now: Date): string {
  const sameDay = then.toDateString() === now.toDateString();
  return dateFormat({
    ...(sameDay ? {} : { month: 'short', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(then);
}
