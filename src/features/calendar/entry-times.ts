import type { CalendarEntry } from '#server/calendar/calendar.schema.ts';
import { dateFormat } from '#src/lib/date-format.ts';
import { deviceTimeZone } from '#src/lib/device-time-zone.ts';
import { type PostDates, postDates } from '#src/lib/post-dates.ts';
import { texts } from './texts.ts';

/** When something stands in the calendar, as briefly as is clear, where the device is: "6:00 – 8:30 PM". */
export function timesOf({ starts, ends, scheduledPublish }: CalendarEntry): string {
  const [from, to] = [new Date(starts), new Date(ends)];
  if (scheduledPublish) return texts.entryTimes.goesOut(time.format(from));
  return (from.toDateString() === to.toDateString() ? time : dayAndTime).formatRange(from, to);
}

const time = dateFormat({ hour: 'numeric', minute: '2-digit' });
const dayAndTime = dateFormat({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

/** When it takes place, as people there read it, and their zone where it differs from the device's. */
export function placeTimesOf(entry: CalendarEntry): PostDates {
  const zone = deviceTimeZone();
  return entry.scheduledPublish
    ? postDates(entry.starts, null, zone)
    : postDates(entry.starts, entry.endDateTime, entry.timeZone ?? zone);
}

/** Whether the viewer goes there; only one's own calendar knows. */
export const isGoneTo = ({ because }: CalendarEntry): boolean => because.includes('going');
