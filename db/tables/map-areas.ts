import type { GeneratedAlways } from 'kysely';
import type { Instant, Json } from './columns.ts';

/** Of what kind an area is that an organization serves. */
export const serviceAreaTypes = ['neighborhood', 'zip-code', 'city', 'county', 'state', 'country'] as const;
export type ServiceAreaType = (typeof serviceAreaTypes)[number];

/** The rings of an outline: degrees east and north, outer ring first, as GeoJSON has them. */
export type Outline =
  | { type: 'Polygon'; coordinates: [longitude: number, latitude: number][][] }
  | { type: 'MultiPolygon'; coordinates: [longitude: number, latitude: number][][][] };

/** An area that organizations can choose to serve: a row of a list that a release of the product brings along. */
export interface MapAreasTable {
  /** A stable word: `city:4560349`, `county:US-42101`, `country:CA`. */
  id: string;
  type: ServiceAreaType;
  /** What it is called. No two areas share a name, of whatever types: "Georgia" and "Georgia, United States". */
  name: string;
  /** The name without case and accents, for searching. */
  folded_name: GeneratedAlways<string>;
  /** Degrees, of about the middle. */
  latitude: number;
  longitude: number;
  /** Where no outline is known, metres of the circle around the middle that stands for it. */
  radius: number | null;
  outline: Json<Outline> | null;
  /** How many people live there, as far as is known: the larger area is meant more often. */
  population: number;
}

/** Which list `map_areas` holds: one row, or none before the first was loaded. */
export interface MapAreaListTable {
  version: string;
}

/**
 * The KML file with the areas of one type that an organization serves. `requested` counts the requests for it, `made`
 * is the request up to which it is made: smaller while one is being made.
 */
export interface AreaFilesTable {
  user_id: string;
  type: ServiceAreaType;
  requested: number;
  made: number;
  /** Key of the file in the media store; null until the first was made. */
  path: string | null;
  made_at: Instant | null;
}
