import { expect, test } from 'vitest';
import { placeZoom } from './map-defaults.ts';

test('a place is shown from near where there is something to see there', () => {
  expect(placeZoom('https://tiles.example/style.json')).toBe(12);
  expect(placeZoom(undefined)).toBe(9);
});
