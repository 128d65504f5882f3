/**
 * Somewhere that an address can be: a row of the built-in list, which a release of the product brings along. Data
 * of GeoNames, CC BY 4.0.
 */
export interface PlacesTable {
  /** A stable word: `city:4560349`, `zip-code:US:19104`. */
  id: string;
  kind: 'zip-code' | 'city';
  /** Of a ZIP code, the name of its city. */
  name: string;
  /** The ZIP or postal code of a place that is one. */
  code: string | null;
  /** The code of the region, where the country has a list of them. */
  state: string | null;
  /** ISO 3166 code. */
  country: string;
  /** Degrees north and east, of about the middle. */
  latitude: number;
  longitude: number;
  /** How many people live there, as far as is known: the larger place is meant more often. */
  population: number;
  /** The words by which it is found: a `tsvector`. */
  words: string;
}

/** Which list `places` holds: one row, or none before the first was loaded. */
export interface PlaceListTable {
  version: string;
}
