import { expect, test } from 'vitest';
import { postTypes } from '#server/posts/post-rules.schema.ts';
import { datedTypes, readCalendarSearch } from './calendar-address.ts';

test('an address contains the view, the day and the filters, and what makes no sense is left out', () => {
  const search = {
    view: 'week',
    date: '2026-11-21',
    title: 'Soup',
    postTypes: ['event', 'project'],
    impactAreas: ['hunger'],
    skills: ['cooking'],
    topNeed: true,
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
