import { expect, test } from 'vitest';
import { placeList } from './place-list.ts';

const all = placeList().read();
const find = (id: string) => all.find((place) => place.id === id);

test('the list has every kind of place, each once, with coordinates', () => {
  expect(all.length).toBeGreaterThan(65_000);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const place of all) {
    expect(Math.abs(place.latitude), place.id).toBeLessThanOrEqual(90);
    expect(Math.abs(place.longitude), place.id).toBeLessThanOrEqual(180);
    expect(place.name, place.id).not.toBe('');
  }
});

test('places are in the regions where they are', () => {
  expect(find('zip-code:US:19104')).toMatchObject({ name: 'Philadelphia', state: 'PA', code: '19104' });
  expect(find('zip-code:CA:M6H')).toMatchObject({ name: 'West Toronto', state: 'ON', country: 'CA' });
  const regionOf = (country: string, name: string) =>
    all
      .filter((place) => place.kind === 'city' && place.country === country && place.name === name)
      .toSorted((one, other) => other.population - one.population)[0]?.state;
  expect(regionOf('US', 'Philadelphia')).toBe('PA');
  expect(regionOf('CA', 'Vancouver')).toBe('BC');
  expect(regionOf('CA', 'Halifax')).toBe('NS');
  expect(regionOf('CA', 'Yellowknife')).toBe('NT');
  expect(regionOf('AU', 'Melbourne')).toBe('VIC');
  expect(regionOf('AU', 'Perth')).toBe('WA');
  expect(regionOf('JP', 'Sapporo')).toBe('Hokkaido');
  expect(regionOf('JP', 'Yokohama')).toBe('Kanagawa');
  expect(regionOf('JP', 'Naha')).toBe('Okinawa');
  expect(regionOf('GB', 'Bristol')).toBeNull();
});

test('a smaller list leaves out small cities and other codes, and has a version of its own', () => {
  const small = placeList({ minimumPopulation: 100_000, codesBeginningWith: ['191', 'M6'] });
  expect(small.version).not.toBe(placeList().version);
  const places = small.read();
  expect(places.length).toBeLessThan(2000);
  expect(
    places.filter(({ kind }) => kind === 'zip-code').every(({ code }) => /^(191|M6)/.test(code ?? '')),
  ).toBe(true);
});
