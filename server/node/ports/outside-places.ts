import { z } from 'zod';
import { labelOf } from '#server/places/built-in-places.ts';
import { type FoundPlaces, type Place, placeLimit } from '#server/places/places.schema.ts';
import { countryCodes, isCountryCode, regionsOf } from '#server/places/regions.schema.ts';
import type { LogPort, PlacesPort } from '#server/ports.ts';
import type { Settings } from '../settings.ts';

/** How long the service may take, and for how long no request is sent after it failed. */
interface Timing {
  timeoutMs: number;
  restMs: number;
}

/**
 * Address search by a service with the API of Photon or Nominatim. Where it does not respond in time, or with
 * nonsense, `builtIn` is searched.
 */
export function createOutsidePlaces(
  { url, api }: NonNullable<Settings['places']>,
  builtIn: PlacesPort,
  log: LogPort,
  { timeoutMs, restMs }: Timing = { timeoutMs: 2500, restMs: 30_000 },
): PlacesPort {
  const { address, read } = dialects[api];
  let restsUntil = 0;

  return {
    async search(db, text) {
      if (text === '' || Date.now() < restsUntil) return builtIn.search(db, text);
      try {
        const response = await fetch(address(withSlash(url), text), {
          headers: { accept: 'application/json', 'user-agent': 'Gatherwell' },
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (!response.ok) throw new Error(`The service for places returned ${response.status}.`);
        return { places: read(await response.json()), credit };
      } catch (error) {
        restsUntil = Date.now() + restMs;
        log.warn({ err: error }, 'the service for places does not respond; searching the built-in list');
        return builtIn.search(db, text);
      }
    },
  };
}

const credit: FoundPlaces['credit'] = {
  name: '© OpenStreetMap contributors',
  link: 'https://www.openstreetmap.org/copyright',
};

const withSlash = (url: string) => url.replace(/\/?$/, '/');

function queryAt(base: string, path: string, parameters: Record<string, string>): URL {
  const url = new URL(path, base);
  url.search = new URLSearchParams(parameters).toString();
  return url;
}

const photonResponse = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
      properties: z.object({
        osm_type: z.string().optional(),
        osm_id: z.number().optional(),
        type: z.string().optional(),
        name: z.string().optional(),
        housenumber: z.string().optional(),
        street: z.string().optional(),
        city: z.string().optional(),
        postcode: z.string().optional(),
        state: z.string().optional(),
        countrycode: z.string().optional(),
      }),
    }),
  ),
});

const nominatimResponse = z.array(
  z.object({
    place_id: z.number(),
    lat: z.coerce.number(),
    lon: z.coerce.number(),
    address: z.object({
      house_number: z.string().optional(),
      road: z.string().optional(),
      city: z.string().optional(),
      town: z.string().optional(),
      village: z.string().optional(),
      hamlet: z.string().optional(),
      postcode: z.string().optional(),
      state: z.string().optional(),
      country_code: z.string().optional(),
    }),
  }),
);

/** How the two kinds of service are requested, and what in their responses is a place. */
const dialects = {
  photon: {
    address: (base: string, text: string) =>
      queryAt(base, 'api', { q: text, limit: String(placeLimit), lang: 'en' }),
    read: (response: unknown) =>
      photonResponse.parse(response).features.flatMap(({ geometry, properties: found }) =>
        toPlace({
          id: `${found.osm_type}${found.osm_id}`,
          number: found.housenumber,
          street: found.street ?? (found.type === 'street' ? found.name : undefined),
          city: found.city ?? (found.type === 'city' ? found.name : undefined),
          code: found.postcode,
          region: found.state,
          country: found.countrycode,
          longitude: geometry.coordinates[0],
          latitude: geometry.coordinates[1],
        }),
      ),
  },
  nominatim: {
    address: (base: string, text: string) =>
      queryAt(base, 'search', {
        q: text,
        format: 'jsonv2',
        addressdetails: '1',
        limit: String(placeLimit),
        countrycodes: countryCodes.join(',').toLowerCase(),
        'accept-language': 'en',
      }),
    read: (response: unknown) =>
      nominatimResponse.parse(response).flatMap(({ place_id, lat, lon, address: found }) =>
        toPlace({
          id: String(place_id),
          number: found.house_number,
          street: found.road,
          city: found.city ?? found.town ?? found.village ?? found.hamlet,
          code: found.postcode,
          region: found.state,
          country: found.country_code,
          latitude: lat,
          longitude: lon,
        }),
      ),
  },
};

interface Found {
  id: string;
  number: string | undefined;
  street: string | undefined;
  city: string | undefined;
  code: string | undefined;
  /** By name. */
  region: string | undefined;
  country: string | undefined;
  latitude: number;
  longitude: number;
}

/** Nothing for what has no city, or lies elsewhere than in the countries that an address can be in. */
function toPlace({ id, number, street, city, code = '', region = '', ...found }: Found): Place[] {
  const country = found.country?.toUpperCase() ?? '';
  if (city === undefined || !isCountryCode(country)) return [];
  const place = {
    street1: [number, street].filter(Boolean).join(' '),
    city,
    code,
    state: regionCode(country, region),
    country,
    latitude: found.latitude,
    longitude: found.longitude,
  };
  return [{ _id: id, ...place, label: labelOf(place) }];
}

/** A region by its code; any text in countries without a list, and nothing for what is not on the list. */
function regionCode(country: string, name: string): string {
  const regions = regionsOf(country);
  if (!regions) return name;
  return Object.keys(regions).find((code) => regions[code] === name) ?? '';
}
