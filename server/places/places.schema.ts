import { z } from 'zod';
import { text } from '../validation.schema.ts';
import { countryCodes } from './regions.schema.ts';

/** At most how many places a search returns. */
export const placeLimit = 8;

/** The text below which nothing is searched, in characters. */
export const shortestSearch = 2;

/** Somewhere that an address can be. */
const placeView = z.object({
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

const timeZone = z.string().describe('IANA name of the zone at these coordinates.');
const zonedPlaceView = placeView.extend({ timeZone });
/** A place with the zone whose clocks it goes by. */
export type ZonedPlace = z.infer<typeof zonedPlaceView>;

/** Whose data was searched: a credit that must be shown with the results. */
const creditView = z.object({ name: z.string(), link: z.string() });

export const placesInput = z.strictObject({
  text: text(200).describe('What was typed: beginnings of words, or a ZIP code; a street may come first.'),
});

export const placesOutput = z.object({ places: z.array(zonedPlaceView), credit: creditView });
/** What was found, before the zones are looked up. */
export interface FoundPlaces {
  places: Place[];
  credit: z.infer<typeof creditView>;
}

export const timeZoneInput = z.strictObject({
  latitude: z.number().min(-90).max(90).describe('Degrees north.'),
  longitude: z.number().min(-180).max(180).describe('Degrees east.'),
});
export const timeZoneOutput = z.object({ timeZone });
