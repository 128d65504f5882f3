import { expect, it } from 'vitest';
import { pagesAround } from './pager.tsx';

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 10, [1, 2, 3, 4, 5]],
  [3, 10, [1, 2, 3, 4, 5]],
  [4, 10, [2, 3, 4, 5, 6]],
  [9, 10, [6, 7, 8, 9, 10]],
  [10, 10, [6, 7, 8, 9, 10]],
])('page %i of %i links to %j', (page, pages, expected) => {
  expect(pagesAround(page, pages)).toEqual(expected);
});
