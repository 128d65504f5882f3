import { calendarMinutes } from '#server/calendar/calendar-rules.schema.ts';
import { dateFormat } from './date-format.ts';
import { relativeTime } from './relative-time.ts';
import * as texts from './texts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds before the start from which on the time that is left says more than the hour. */
const soon = 3 * HOUR;

interface Dated {
  /** UTC instant, ISO 8601; null where the post has no dates. */
  startDateTime: string | null;
  /** Null where it is open. */
  endDateTime: string | null;
}

/** Returns whether a post took place and is over: at its end, or an hour after its start where it has none. */
export function isOver({ startDateTime: start, endDateTime: end }: Dated, now: Date): boolean {
  if (start === null) return false;
  const until = end === null ? Date.parse(start) + calendarMinutes.withoutEnd * MINUTE : Date.parse(end);
  return until <= now.getTime();
}

/**
 * Returns where a post stands in time, as people say it: "Tomorrow 6:30 PM", "Today 6:30 PM", "Starts in 2 hours", "On
 * now", "Ended". Days and hours are those of the place. Returns undefined for what is further away, and without dates.
 * @param timeZone IANA zone of the place
 */
export function phaseOf(post: Dated, timeZone: string, now: Date): string | undefined {
  if (post.startDateTime === null) return undefined;
  if (isOver(post, now)) return texts.ended;
  const start = new Date(post.startDateTime);
  const left = start.getTime() - now.getTime();
  if (left <= 0) return texts.onNow;
  if (left < MINUTE) return texts.startsNow;
  if (left < soon) return texts.starts + relativeTime(start, now);
  const days = dayNumber(start, timeZone) - dayNumber(now, timeZone);
  if (days > 1) return undefined;
  const time = dateFormat({ timeZone, hour: 'numeric', minute: '2-digit' }).format(start);
  return (days === 0 ? texts.today : texts.tomorrow) + time;
}

/** Returns the number of a calendar day: that of the next one is greater by one, however long the day is. */
function dayNumber(at: Date, timeZone: string): number {
  const day = dateFormat({ timeZone, month: '2-digit', day: '2-digit', year: 'numeric' }).format(at);
  const [month = '', date = '', year = ''] = day.split('/');
  return Date.UTC(Number(year), Number(month) - 1, Number(date)) / DAY;
}
