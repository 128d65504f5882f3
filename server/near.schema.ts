import { z } from 'zod';

/** How far around a place can be searched, in kilometres. */
export const radiusLimits = { min: 5, max: 200 } as const;

/** The distances that are returned for people, in kilometres: they live within one of them. */
export const distanceSteps = [10, 25, 50, 100, 200] as const;

/** How many of the nearest can be paged through. */
export const mostNear = 1_000;

export const nearInput = z
  .strictObject({
    latitude: z.number().min(-90).max(90).optional().describe('Degrees north.'),
    longitude: z.number().min(-180).max(180).optional().describe('Degrees east.'),
    kilometers: z.number().min(radiusLimits.min).max(radiusLimits.max).describe('How far from there.'),
  })
  .refine(({ latitude, longitude }) => (latitude === undefined) === (longitude === undefined), {
    path: ['latitude'],
    message: 'Give both coordinates or none',
  })
  .describe(
    `Only what is within this distance, the nearest first; the nearest ${mostNear} can be paged through. Without coordinates: from the caller's own address.`,
  );
export type Near = z.output<typeof nearInput>;

/** How far away a result is, where it was asked for what is near. */
export const kilometers = z.number().optional().describe('How far away it is, where `near` was asked for.');

/** The same of what can be people. */
export const userKilometers = z
  .number()
  .optional()
  .describe(
    `How far away it is, where \`near\` was asked for. Of people only a step: they live within ${distanceSteps.join(', ')} km.`,
  );

/** Around where a map was asked for. */
export const aroundView = z
  .object({ latitude: z.number(), longitude: z.number(), kilometers: z.number() })
  .nullable()
  .describe('Around where it was searched, and how far; null where that was not asked for.');
