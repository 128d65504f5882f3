import { parseDate, Time, toCalendarDateTime, toZoned } from '@internationalized/date';
import { describe, expect, test } from 'vitest';
import { calendarViews } from './calendar-address.ts';
import { nameOf, neighbour, rangeOf } from './ranges.ts';

const hours = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / 3_600_000;

describe('what a view shows', () => {
  test('a month, with the days beside it that fill its weeks', () => {
    expect(rangeOf('month', '2026-11-21', 'America/Toronto')).toEqual({
      from: '2026-11-01T04:00:00.000Z',
      to: '2026-12-06T05:00:00.000Z',
    });
    expect(nameOf('month', '2026-11-21')).toBe('November 2026');
  });

  test('a week from Sunday on, a day, and thirty days as a list', () => {
    expect(rangeOf('week', '2026-11-21', 'UTC')).toEqual({
      from: '2026-11-15T00:00:00.000Z',
      to: '2026-11-22T00:00:00.000Z',
    });
    expect(rangeOf('agenda', '2026-11-21', 'UTC').to).toBe('2026-12-21T00:00:00.000Z');
    expect(nameOf('week', '2026-11-21')).toMatch(/^Nov 15\s–\s21, 2026$/);
    expect(nameOf('day', '2026-11-21')).toBe('Saturday, November 21, 2026');
  });

  test('a day as long as it is where the clocks change', () => {
    expect(hours(rangeOf('day', '2026-03-08', 'America/Toronto'))).toBe(23);
    expect(hours(rangeOf('day', '2026-11-01', 'America/Toronto'))).toBe(25);
    expect(hours(rangeOf('week', '2026-11-01', 'America/Toronto'))).toBe(7 * 24 + 1);
    // Midnight itself is skipped there.
    expect(rangeOf('day', '2026-09-06', 'America/Santiago').from).toBe('2026-09-06T04:00:00.000Z');
  });

  test.each([
    'America/Toronto',
    'America/Santiago',
    'Europe/London',
    // Clocks change at midnight there,
    'Africa/Cairo',
    // never,
    'Asia/Kolkata',
    // and by half an hour.
    'Australia/Lord_Howe',
    'Pacific/Auckland',
  ])('every instant of a year on one day, which is the one on the wall: %s', (timeZone) => {
    let day = parseDate('2026-01-01');
    let { from } = rangeOf('day', day.toString(), timeZone);
    const lengths = new Set<number>();
    while (day.year === 2026) {
      const shown = rangeOf('day', day.toString(), timeZone);
      expect(shown.from).toBe(from);
      for (const hour of [0, 1, 2, 3, 12, 23]) {
        const instant = toZoned(toCalendarDateTime(day, new Time(hour, 30)), timeZone).toAbsoluteString();
        expect(instant >= shown.from && instant < shown.to).toBe(true);
      }
      lengths.add(hours(shown));
      from = shown.to;
      day = day.add({ days: 1 });
    }
    expect(lengths.size).toBe(timeZone === 'Asia/Kolkata' ? 1 : 3);
    const weeks = [rangeOf('week', '2026-03-08', timeZone), rangeOf('week', '2026-03-15', timeZone)];
    expect(weeks[0]?.to).toBe(weeks[1]?.from);
  });

  test.each(calendarViews)('a step on and a step back leads to where it began: %s', (view) => {
    const there = neighbour(view, '2026-11-15', 1);
    expect(there > '2026-11-15').toBe(true);
    expect(neighbour(view, there, -1)).toBe('2026-11-15');
    expect(rangeOf(view, there, 'UTC').from <= rangeOf(view, '2026-11-15', 'UTC').to).toBe(true);
  });
});
