import { z } from 'zod';

/** An entry of a list that people pick from. */
export const lookupView = z.object({ _id: z.string().describe('A stable word.'), name: z.string() });
