import { z } from 'zod';

/** The page length and the number of page links that every list in pages has. */
export const pageSize = 30;
export const pageLinks = 5;

/** Lists are counted as far as page links lead from the first page: who has more narrows the search. */
export const mostCounted = pageLinks * pageSize;

/** The number of a page: page links carry it and the page's cursor; alone it only numbers the first one. */
export const pageNumber = z
  .int()
  .min(1)
  .max(100_000)
  .default(1)
  .describe('The number of the page, as its link says.');

/** What the cursor of a page is. */
export const cursorMeaning = 'Where the page begins, as its link says; absent for the first page.';

/** What a page of a list holds beside its items: what its page links need. */
export const pageOutput = {
  page: z.int().describe('The number of this page.'),
  pages: z
    .array(z.object({ page: z.int(), cursor: z.string().nullable() }))
    .describe(`The at most ${pageLinks} pages around this one; pass both back for one of them.`),
  total: z.int().describe(`How many there are; counted up to ${mostCounted}.`),
  isTotalExact: z.boolean().describe('False where there are more than were counted.'),
};
