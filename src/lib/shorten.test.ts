import { expect, it } from 'vitest';
import { shorten } from './shorten.ts';

it('keeps a text that fits', () => {
  expect(shorten('Riverside Food Commons', 25)).toBe('Riverside Food Commons');
  expect(shorten('a'.repeat(25), 25)).toBe('a'.repeat(25));
});

it('keeps 24 characters and an ellipsis of a longer one', () => {
  expect(shorten('a'.repeat(26), 25)).toBe(`${'a'.repeat(24)}…`);
});

it('does not cut through what people see as one character', () => {
  expect(shorten('👩‍👩‍👧‍👦'.repeat(4), 3)).toBe(`${'👩‍👩‍👧‍👦'.repeat(2)}…`);
});
