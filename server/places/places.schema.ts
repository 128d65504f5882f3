import { z } from 'zod';
import { text } from '../validation.schema.ts';
import { countryCodes } from './regions.schema.ts';

/** At most how many places a search answers. */
export const placeLimit = 8;

/** The text below which nothing is searched, in characters. */
export const shortestSearch = 2;

/** Somewhere that an address can be. */
export const placeView = z.object({
  _id: z.string(),
  label: z.string().describe('The whole in one line.'),
  street1: z.string().describe('House number and street where they are known; otherwise empty.'),
  city: z.string(),
  code: z.string().describe('ZIP or postal code where it is known; otherwise empty.'),
  state: z.string().describe('The region, by its code where the country has a list of them.'),
  country: z.enum(countryCodes),
  latitude: z.number().describe('Degrees north.'),
  longitude: z.number().describe('Degrees east.'),
});
export type Place = z.infer<typeof placeView>;

/** Whose data was searched, which has to be said where it is shown. */
const creditView = z.object({ name: z.string(), link: z.string() });

export const placesInput = z.strictObject({
  text: text(200).describe('What was typed: beginnings of words, or a ZIP code; a street may come first.'),
});

export const placesOutput = z.object({ places: z.array(placeView), credit: creditView });
export type FoundPlaces = z.infer<typeof placesOutput>;
