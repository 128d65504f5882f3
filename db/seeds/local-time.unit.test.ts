import { expect, test } from 'vitest';
import { instantOf, localDate } from './local-time.ts';

test.each([
  ['2026-07-01', '18:00', 'America/Toronto', '2026-07-01T22:00:00Z'],
  ['2026-12-01', '18:00', 'America/Toronto', '2026-12-01T23:00:00Z'],
  ['2026-12-01', '18:00', 'Europe/London', '2026-12-01T18:00:00Z'],
  ['2026-03-08', '12:00', 'America/Vancouver', '2026-03-08T19:00:00Z'],
  // Before and after clocks change in the night.
  ['2026-03-08', '01:30', 'America/New_York', '2026-03-08T06:30:00Z'],
  ['2026-03-08', '03:30', 'America/New_York', '2026-03-08T07:30:00Z'],
  ['2026-11-01', '00:30', 'America/New_York', '2026-11-01T04:30:00Z'],
  ['2026-11-01', '02:30', 'America/New_York', '2026-11-01T07:30:00Z'],
])('%s %s in %s is %s', (date, time, zone, instant) => {
  expect(instantOf({ date, time }, zone)).toEqual(new Date(instant));
});

test('the day is that of the place, and moves over the ends of months and years', () => {
  const at = new Date('2026-12-31T03:30:00Z');
  expect(localDate(at, 'America/Toronto')).toBe('2026-12-30');
  expect(localDate(at, 'Europe/London')).toBe('2026-12-31');
  expect(localDate(at, 'Europe/London', 1)).toBe('2027-01-01');
  expect(localDate(at, 'America/Toronto', -30)).toBe('2026-11-30');
});
