import { expect, test } from 'vitest';
import type { Condition } from '#server/cultivations/rules.schema.ts';
import { describeRules } from './rule-words.ts';

const names = new Map([['cooking', 'Cooking for many']]);
const describeAll = (...all: Condition[]) => describeRules({ all }, names);

test('rules are one sentence that can be read', () => {
  expect(
    describeAll(
      { about: 'reactions', what: ['going', 'liked'], times: 2, days: 90 },
      { about: 'follows', holds: false },
      { about: 'place', label: 'Leeds', latitude: 53.8, longitude: -1.5, kilometers: 25 },
      { about: 'skills', ids: ['cooking', 'first-aid'] },
    ),
  ).toBe(
    'Liked or went to something of yours at least twice in the last 90 days, does not follow you, lives within 25 km of Leeds, and has the skill Cooking for many or First aid.',
  );
});

test.each<[Condition, string]>([
  [
    { about: 'reactions', what: ['liked', 'interested', 'going'], times: 1, days: 1 },
    'Liked, was interested in or went to something of yours at least once in the last day.',
  ],
  [{ about: 'silence', days: 30 }, 'Did not react to your posts in the last 30 days.'],
  [{ about: 'endorses', holds: true }, 'Endorses you.'],
  [
    { about: 'membership', holds: false, types: ['board', 'volunteer'] },
    'Is not a member (board or volunteer).',
  ],
  [{ about: 'invited', holds: false }, 'Was never invited to follow you.'],
  [{ about: 'causes', ids: ['animals'] }, 'Cares about Animals.'],
])('a rule alone is a sentence, too: %j', (one, sentence) => {
  expect(describeAll(one)).toBe(sentence);
});
