import { countries, isCountryCode } from '#server/places/regions.schema.ts';

/** A country as people read it: `CA` → `Canada`; what is no code stays as it is. */
export const countryName = (country: string | undefined): string | undefined =>
  country !== undefined && isCountryCode(country) ? countries[country] : country;
