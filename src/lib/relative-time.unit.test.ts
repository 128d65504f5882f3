import { describe, expect, it } from 'vitest';
import { exactTime, relativeTime, savedAt } from './relative-time.ts';

const now = new Date('2026-03-03T16:05:00Z');
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [59_999, 'just now'],
    [-30_000, 'just now'],
    [MINUTE, '1 minute ago'],
    [HOUR - 1, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [DAY - 1, '23 hours ago'],
    [DAY, '1 day ago'],
    [7 * DAY - 1, '6 days ago'],
    [-2 * HOUR, 'in 2 hours'],
  ])('%d ms before is "%s"', (gap, expected) => {
    expect(relativeTime(ago(gap), now, 'UTC')).toBe(expected);
  });

  it('is a date from a week on, with the year where it is another', () => {
    expect(relativeTime(ago(7 * DAY), now, 'UTC')).toBe('Feb 24');
    expect(relativeTime(ago(90 * DAY), now, 'UTC')).toBe('Dec 3, 2025');
  });

  it('takes the date in the given zone', () => {
    const newYear = new Date('2026-01-01T03:00:00Z');
    expect(relativeTime(newYear, now, 'UTC')).toBe('Jan 1');
    expect(relativeTime(newYear, now, 'America/New_York')).toBe('Dec 31, 2025');
  });
});

it('exactTime names day, clock and zone', () => {
  expect(exactTime(now, 'America/New_York').replaceAll('\u202f', ' ')).toBe(
    'Tuesday, March 3, 2026 at 11:05 AM EST',
  );
});

it('savedAt names the day only where it is not today', () => {
  const noon = new Date(2026, 2, 3, 12, 0);
  const text = (then: Date) => savedAt(then, noon).replaceAll('\u202f', ' ');
  expect(text(new Date(2026, 2, 3, 9, 5))).toBe('9:05 AM');
  expect(text(new Date(2026, 2, 2, 21, 30))).toBe('Mar 2, 9:30 PM');
});
