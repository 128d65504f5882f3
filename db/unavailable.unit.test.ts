import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from './unavailable.ts';

const withCode = (code: string) => Object.assign(new Error('…'), { code });

test.each([
  withCode('57014'),
  withCode('08006'),
  withCode('ECONNREFUSED'),
  new Error('Query read timeout'),
  new Error('Connection terminated unexpectedly'),
  new Error('Cannot use a pool after calling end on the pool'),
])('%o: try again', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test.each([withCode('23505'), withCode('42P01'), new Error('Not found'), undefined, 'ECONNREFUSED'])(
  '%o: no use',
  (error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  },
);
