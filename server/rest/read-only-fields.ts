import type { z } from 'zod';

/**
 * Returns the fields that only a read returns. A write of the same entity accepts and ignores them, so that what was
 * read can be changed and written back.
 */
export const readOnlyFields = (view: z.ZodObject, input: z.ZodObject): string[] =>
  Object.keys(view.shape).filter((name) => !(name in input.shape));
