import { expect, test } from 'vitest';
import { DatabaseTimeout, isDatabaseUnavailable, isStorageFull } from './unavailable.ts';

const withCode = (code: string) => Object.assign(new Error('…'), { code });

test.each([
  withCode('57014'),
  withCode('08006'),
  // What PgBouncer says of a database that is away.
  Object.assign(new Error('server conn crashed?'), { code: '08P01' }),
  Object.assign(new Error('server login has been failing, try again later'), { code: '08P01' }),
  withCode('ECONNREFUSED'),
  Object.assign(withCode('ENOENT'), { syscall: 'connect' }),
  new Error('Query read timeout'),
  new Error('Client was closed and is not queryable'),
  new DatabaseTimeout(),
  new Error('Connection terminated unexpectedly'),
  new Error('Cannot use a pool after calling end on the pool'),
])('%o: try again', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test.each([
  withCode('23505'),
  Object.assign(withCode('ENOENT'), { syscall: 'open' }),
  withCode('42P01'),
  new Error('Not found'),
  undefined,
  'ECONNREFUSED',
])('%o: no use', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
});

test.each([
  withCode('53100'),
  withCode('ENOSPC'),
  withCode('EDQUOT'),
  new Error('Cannot write file', { cause: withCode('ENOSPC') }),
])('%o: the disk is full', (error) => {
  expect(isStorageFull(error)).toBe(true);
  expect(isDatabaseUnavailable(error)).toBe(false);
});

test.each([withCode('EACCES'), withCode('53300'), new Error('ENOSPC'), undefined])(
  '%o: the disk is not full',
  (error) => {
    expect(isStorageFull(error)).toBe(false);
  },
);
