import { expect, test } from 'vitest';
import type { CalendarEntry } from '#server/calendar/calendar.schema.ts';
import { postTypes } from '#server/posts/post-rules.schema.ts';
import { datedTypes, readCalendarSearch } from './calendar-address.ts';
import { passes } from './passes.ts';

test('an address contains the view, the day and the filters, and what makes no sense is left out', () => {
  const search = {
    view: 'week',
    date: '2026-11-21',
    title: 'Soup',
    postTypes: ['event', 'project'],
    impactAreas: ['hunger'],
    skills: ['cooking'],
    topNeed: true,
    near: '25km@39.953,-75.165,Philadelphia, PA',
  };
  expect(readCalendarSearch(search)).toEqual(search);
  expect(readCalendarSearch({ title: 2026 })).toEqual({ title: '2026' });
  expect(
    readCalendarSearch({
      view: 'decade',
      date: '2026-02-30',
      title: '',
      postTypes: [...postTypes],
      impactAreas: 'hunger',
      skills: [],
      topNeed: 'yes',
      near: '9999km',
    }),
  ).toEqual({});
  expect(readCalendarSearch({ postTypes: ['in-kind', 'event', 'general'] })).toEqual({
    postTypes: ['event'],
  });
  for (const date of ['2026-13-01', 'today', '1492-10-12', '2026-1-1', '9999-12-31'])
    expect(readCalendarSearch({ date })).toEqual({});
});

test('the types offered are those whose posts have dates', () => {
  expect(datedTypes).toEqual(['event', 'project', 'volunteering', 'advocacy']);
});

test('what is near a place is what takes place within the distance', () => {
  const entryAt = (place: { latitude: number | null; longitude: number | null } | null) =>
    ({ title: 'Soup night', address: place && { fullAddress: 'Somewhere', ...place } }) as CalendarEntry;
  const philadelphia = { latitude: 39.9526, longitude: -75.1652 };
  // New York is 130 km away.
  const newYork = entryAt({ latitude: 40.7128, longitude: -74.006 });
  expect(passes(newYork, {}, { ...philadelphia, kilometers: 131 })).toBe(true);
  expect(passes(newYork, {}, { ...philadelphia, kilometers: 129 })).toBe(false);
  for (const nowhere of [null, { latitude: null, longitude: null }]) {
    expect(passes(entryAt(nowhere), {}, { ...philadelphia, kilometers: 200 })).toBe(false);
    expect(passes(entryAt(nowhere), {})).toBe(true);
  }
});
