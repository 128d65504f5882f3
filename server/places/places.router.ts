import { publicProcedure, router } from '../trpc.ts';
import { placesInput, placesOutput, shortestSearch, timeZoneInput, timeZoneOutput } from './places.schema.ts';
import { timeZoneAt } from './time-zone.ts';

export const placesRouter = router({
  search: publicProcedure
    .meta({
      summary: 'Places by what was typed of an address',
      description: `Finds nothing for fewer than ${shortestSearch} characters.`,
    })
    .input(placesInput)
    .output(placesOutput)
    .query(async ({ ctx, input }) => {
      const { places, credit } = await ctx.ports.places.search(ctx.db, input.text);
      return { places: places.map((place) => ({ ...place, timeZone: timeZoneAt(place) })), credit };
    }),

  timeZone: publicProcedure
    .meta({ summary: 'The time zone at coordinates' })
    .input(timeZoneInput)
    .output(timeZoneOutput)
    .query(({ input }) => ({ timeZone: timeZoneAt(input) })),
});
