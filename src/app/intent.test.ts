import { beforeEach, expect, it } from 'vitest';
import { type Intent, intents } from './intent.ts';

const going: Intent = { does: 'say', postId: 'soup', interest: 'going', about: 'Soup night' };
const here = '/post/event/details/soup';

beforeEach(() => sessionStorage.clear());

it('is done once, by who signed in to come back to where it was tapped', () => {
  intents.keep(going, here);
  expect(intents.of(here)).toEqual(going);
  expect(intents.take('alice')).toBeUndefined();
  intents.claim('alice', here);
  expect(intents.landing('alice')).toBe(here);
  expect(intents.take('alice')).toEqual(going);
  expect(intents.take('alice')).toBeUndefined();
  expect(intents.isKept()).toBe(false);
});

it('is nobody else’s, and not that of who signs in for something else', () => {
  intents.keep(going, here);
  expect(intents.of('/calender')).toBeUndefined();
  intents.claim('alice', '/calender');
  expect(intents.landing('alice')).toBe('/calender');
  expect(intents.take('alice')).toBeUndefined();

  intents.keep(going, here);
  intents.claim('alice', undefined);
  expect(intents.isKept()).toBe(false);

  intents.keep(going, here);
  intents.claim('alice', here);
  // A second sign-in does not find what the first one claimed.
  expect(intents.of(here)).toBeUndefined();
  expect(intents.landing('bob')).toBeUndefined();
  expect(intents.take('bob')).toBeUndefined();
  expect(intents.take('alice')).toBeUndefined();
});

it.each(['//example.org', 'https://example.org/', 'javascript:alert(1)'])(
  'lands at no other website: %s',
  (next) => {
    intents.keep(going, next);
    intents.claim('alice', next);
    expect(intents.landing('alice')).toBeUndefined();
    intents.claim('alice', '/wallet');
    expect(intents.landing('alice')).toBe('/wallet');
  },
);
