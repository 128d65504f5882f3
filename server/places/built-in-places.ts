import type { Db } from '#db/database.ts';
import { wordsOf } from '../name-words.ts';
import type { PlacesPort } from '../ports.ts';
import { findPlaces, type PlaceRow } from './places.queries.ts';
import { type Place, placeLimit } from './places.schema.ts';
import { countries, isCountryCode } from './regions.schema.ts';

/** Searches the list that a release brings along. It knows no streets: those are kept as they were typed. */
export function createBuiltInPlaces(): PlacesPort {
  return {
    async search(db, text) {
      return { places: await search(db, text), credit };
    },
  };
}

const credit = { name: 'GeoNames, CC BY 4.0', link: 'https://www.geonames.org/' };

async function search(db: Db, text: string): Promise<Place[]> {
  const { shortened, code } = shortenCode(text);
  for (const { street, place } of readings(shortened)) {
    const words = wordsOf(place);
    if (words.length === 0) continue;
    const rows = await findPlaces(db, { words, limit: placeLimit });
    if (rows.length > 0) return rows.flatMap((row) => presentPlace(row, street, code));
  }
  return [];
}

/** A whole Canadian code is known by its first half, and an American one by its first five digits. */
function shortenCode(text: string): { shortened: string; code: string | undefined } {
  const canadian = /\b([a-z]\d[a-z])[ -]?(\d[a-z]\d)\b/i.exec(text);
  if (canadian) {
    const [typed, first = '', second] = canadian;
    return { shortened: text.replace(typed, first), code: `${first} ${second}`.toUpperCase() };
  }
  return { shortened: text.replace(/\b(\d{5})-\d{4}\b/, '$1'), code: undefined };
}

/** How many ways of reading a text are tried at most. */
const mostReadings = 6;

/**
 * The ways in which a text can be read: as a place, or as a street and a place. Commas part the two; without any, a
 * house number means that a street comes first.
 */
function readings(text: string): { street: string; place: string }[] {
  const byComma = text.split(',').map((part) => part.trim());
  const parts = byComma.length > 1 || !/^\d+[a-z]?\s+\D/i.test(text) ? byComma : text.split(/\s+/);
  const separator = parts === byComma ? ', ' : ' ';
  return parts
    .map((_, index) => ({
      street: parts.slice(0, index).join(separator),
      place: parts.slice(index).join(' '),
    }))
    .slice(0, mostReadings);
}

function presentPlace(row: PlaceRow, street1: string, code: string | undefined): Place[] {
  const { id: _id, name: city, state, country, latitude, longitude } = row;
  if (!isCountryCode(country)) return [];
  const place = {
    _id,
    street1,
    city,
    code: row.code && code?.startsWith(row.code) ? code : (row.code ?? ''),
    state: state ?? '',
    country,
    latitude,
    longitude,
  };
  return [{ ...place, label: labelOf(place) }];
}

/** `12 Elm Street, Philadelphia, PA 19104, United States`. */
export function labelOf({ street1, city, state, code, country }: Omit<Place, '_id' | 'label'>): string {
  const regionAndCode = [state, code].filter(Boolean).join(' ');
  return [street1, city, regionAndCode, countries[country]].filter(Boolean).join(', ');
}
