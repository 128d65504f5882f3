import { z } from 'zod';
import { requiredText } from '../validation.schema.ts';

/** An entry of a list that people pick from. */
export const lookupView = z.object({ _id: z.string().describe('A stable word.'), name: z.string() });

/** At most so many ids of such a list, without repeats. */
export const lookupIds = (max: number) =>
  z
    .array(requiredText(100))
    .max(max, `Choose at most ${max}`)
    .transform((ids) => [...new Set(ids)]);

/** A list that people pick from, by its table. */
export type LookupTable = 'impact_areas' | 'skills' | 'languages' | 'organization_types';
