import { expect, test } from 'vitest';
import { cutPage, decodeCursor, encodeCursor } from './keyset.ts';

const id = '019a0000-0000-7000-8000-000000000001';

test('a cursor comes back as it was', () => {
  const cursor = { at: new Date('2026-11-21T10:00:00.123Z'), id };
  expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
});

test.each(['', '_', `x_${id}x`, `zzzzzzzzzzzzz_${id}`, "1_'; drop table users"])(
  '%j is no cursor',
  (text) => {
    expect(decodeCursor(text)).toBeUndefined();
  },
);

test('a page has a cursor only where more rows follow', () => {
  const rows = [1, 2, 3].map((n) => ({ at: new Date(n), id }));
  expect(cutPage(rows, 3, (row) => row)).toEqual({ page: rows, cursor: null });
  expect(cutPage(rows, 2, (row) => row)).toEqual({
    page: rows.slice(0, 2),
    cursor: encodeCursor({ at: new Date(2), id }),
  });
});
