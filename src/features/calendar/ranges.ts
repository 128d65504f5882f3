import {
  type CalendarDate,
  endOfMonth,
  fromDate,
  getLocalTimeZone,
  parseDate,
  startOfMonth,
  startOfWeek,
  toCalendarDate,
} from '@internationalized/date';
import { dateFormat } from '#src/lib/date-format.ts';
import type { Range } from '#src/local/collections/calendar.ts';
import type { CalendarView } from './calendar-address.ts';

/** How many days an agenda lists. */
const agendaDays = 30;

/** Weeks begin on Sunday, as dates are written the American way. */
const locale = 'en-US';

/** Returns the day of an instant where the device is, `YYYY-MM-DD`. */
export const dayAt = (instant: Date): string =>
  toCalendarDate(fromDate(instant, getLocalTimeZone())).toString();

interface Days {
  first: CalendarDate;
  last: CalendarDate;
}

/** The days that a view of a day shows, the first and the last. */
function daysOf(view: CalendarView, date: string): Days {
  const day = parseDate(date);
  switch (view) {
    case 'month':
      return { first: startOfMonth(day), last: endOfMonth(day) };
    case 'week': {
      const first = startOfWeek(day, locale);
      return { first, last: first.add({ days: 6 }) };
    }
    case 'day':
      return { first: day, last: day };
    case 'agenda':
      return { first: day, last: day.add({ days: agendaDays - 1 }) };
  }
}

/** Returns the range that a view of a day shows: a month includes the days that fill its weeks. */
export function rangeOf(view: CalendarView, date: string, timeZone = getLocalTimeZone()): Range {
  const { first, last } = daysOf(view, date);
  const from = view === 'month' ? startOfWeek(first, locale) : first;
  const to = view === 'month' ? startOfWeek(last, locale).add({ weeks: 1 }) : last.add({ days: 1 });
  return { from: from.toDate(timeZone).toISOString(), to: to.toDate(timeZone).toISOString() };
}

/** Returns a day in the range before or after the shown one. */
export function neighbour(view: CalendarView, date: string, direction: 1 | -1): string {
  const day = parseDate(date);
  const step = {
    month: { months: direction },
    week: { weeks: direction },
    day: { days: direction },
    agenda: { days: direction * agendaDays },
  }[view];
  return day.add(step).toString();
}

/** Returns the title of the range: "November 2026", "Nov 15 – 21, 2026", "Saturday, November 21, 2026". */
export function nameOf(view: CalendarView, date: string): string {
  const { first, last } = daysOf(view, date);
  const [from, to] = [first.toDate('UTC'), last.toDate('UTC')];
  if (view === 'month') return dateFormat({ timeZone: 'UTC', month: 'long', year: 'numeric' }).format(from);
  if (view === 'day') return dateFormat({ timeZone: 'UTC', dateStyle: 'full' }).format(from);
  return dateFormat({ timeZone: 'UTC', dateStyle: 'medium' }).formatRange(from, to);
}
