import { expect, it } from 'vitest';
import { isOver, phaseOf } from './event-phase.ts';

const at = (now: string, start: string, end: string | null = null, timeZone = 'UTC') =>
  phaseOf({ startDateTime: start, endDateTime: end }, timeZone, new Date(now))?.replaceAll(/\s/g, ' ');

const start = '2026-05-20T18:30:00Z';
const end = '2026-05-20T20:00:00Z';

it.each([
  ['2026-05-18T23:59:59Z', undefined],
  ['2026-05-19T00:00:00Z', 'Tomorrow 6:30 PM'],
  ['2026-05-19T23:59:59Z', 'Tomorrow 6:30 PM'],
  ['2026-05-20T00:00:00Z', 'Today 6:30 PM'],
  ['2026-05-20T15:30:00Z', 'Today 6:30 PM'],
  ['2026-05-20T15:30:01Z', 'Starts in 2 hours'],
  ['2026-05-20T16:30:00Z', 'Starts in 2 hours'],
  ['2026-05-20T17:30:00Z', 'Starts in 1 hour'],
  ['2026-05-20T17:30:01Z', 'Starts in 59 minutes'],
  ['2026-05-20T18:29:00Z', 'Starts in 1 minute'],
  ['2026-05-20T18:29:01Z', 'Starts now'],
  ['2026-05-20T18:30:00Z', 'On now'],
  ['2026-05-20T19:59:59Z', 'On now'],
  ['2026-05-20T20:00:00Z', 'Ended'],
  ['2027-05-20T20:00:00Z', 'Ended'],
])('says at %s: %s', (now, phrase) => {
  expect(at(now, start, end)).toBe(phrase);
});

it('ends an hour after the start where there is no end, as calendars do', () => {
  expect(at('2026-05-20T19:29:59Z', start)).toBe('On now');
  expect(at('2026-05-20T19:30:00Z', start)).toBe('Ended');
});

it('goes by the days of the place', () => {
  // 7 in the morning of May 21 in Tokyo, where it is May 20 until 15:00 UTC.
  const tokyo = '2026-05-20T22:00:00Z';
  expect(at('2026-05-20T14:59:00Z', tokyo, null, 'Asia/Tokyo')).toBe('Tomorrow 7:00 AM');
  expect(at('2026-05-20T15:00:00Z', tokyo, null, 'Asia/Tokyo')).toBe('Today 7:00 AM');
  expect(at('2026-05-20T15:00:00Z', tokyo, null, 'America/Toronto')).toBe('Today 6:00 PM');
});

it('counts hours across midnight', () => {
  expect(at('2026-05-20T23:00:00Z', '2026-05-21T01:00:00Z')).toBe('Starts in 2 hours');
  expect(at('2026-05-21T00:30:00Z', '2026-05-20T23:00:00Z', '2026-05-21T02:00:00Z')).toBe('On now');
});

it.each([
  // Clocks go back on November 1 at 2:00: the day has 25 hours.
  ['2026-10-31T04:30:00Z', '2026-11-01T17:00:00Z', 'Tomorrow 12:00 PM'],
  ['2026-11-01T04:10:00Z', '2026-11-02T04:30:00Z', 'Today 11:30 PM'],
  ['2026-11-01T04:10:00Z', '2026-11-02T05:10:00Z', 'Tomorrow 12:10 AM'],
  // They go forward on March 8: the day has 23.
  ['2026-03-08T05:30:00Z', '2026-03-09T03:30:00Z', 'Today 11:30 PM'],
  ['2026-03-08T05:30:00Z', '2026-03-09T04:30:00Z', 'Tomorrow 12:30 AM'],
  ['2026-03-07T05:30:00Z', '2026-03-08T05:30:00Z', 'Tomorrow 12:30 AM'],
])('keeps to the calendar where clocks change: at %s, of %s', (now, start, phrase) => {
  expect(at(now, start, null, 'America/New_York')).toBe(phrase);
});

it('calls the first of a year the day after the last', () => {
  expect(at('2026-12-31T12:00:00Z', '2027-01-01T12:00:00Z')).toBe('Tomorrow 12:00 PM');
});

it('says nothing of a post without dates, which is never over', () => {
  const undated = { startDateTime: null, endDateTime: null };
  expect(phaseOf(undated, 'UTC', new Date())).toBeUndefined();
  expect(isOver(undated, new Date('9999-01-01T00:00:00Z'))).toBe(false);
});
