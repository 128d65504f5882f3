import { expect, it } from 'vitest';
import { suggestionReason } from './suggestion-reason.ts';

const none = { friends: 0, causes: 0, kilometers: null, lastPublishedAt: null };
const now = new Date('2026-05-20T12:00:00Z');

it.each([
  [{ friends: 3 }, '3 friends follow it'],
  [{ friends: 1, causes: 2 }, '1 friend follows it · shares 2 of your causes'],
  [{ kilometers: 2.4 }, '2 km away'],
  [{ kilometers: 0.2, causes: 1 }, '1 km away · shares 1 of your causes'],
  [{ friends: 2, kilometers: 40, causes: 3 }, '2 friends follow it · 40 km away'],
  // On the other side of the country is no reason.
  [{ kilometers: 2400, causes: 2 }, 'Shares 2 of your causes'],
  [{ lastPublishedAt: '2026-05-18T11:00:00Z' }, 'Posted 2 days ago'],
  [{}, undefined],
])('of %j says %s', (reasons, text) => {
  expect(suggestionReason({ ...none, ...reasons }, now)).toBe(text);
});
