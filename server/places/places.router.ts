import { publicProcedure, router } from '../trpc.ts';
import { placesInput, placesOutput, shortestSearch } from './places.schema.ts';

export const placesRouter = router({
  search: publicProcedure
    .meta({
      summary: 'Places by what was typed of an address',
      description: `Finds nothing for fewer than ${shortestSearch} characters.`,
    })
    .input(placesInput)
    .output(placesOutput)
    .query(({ ctx, input }) => ctx.ports.places.search(ctx.db, input.text)),
});
