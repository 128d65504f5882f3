import type { Town } from './content.ts';

export const torontoWest: Town = {
  city: 'Toronto',
  code: 'M6H 3K7',
  state: 'ON',
  country: 'CA',
  latitude: 43.6606,
  longitude: -79.4401,
};
export const torontoEast: Town = {
  city: 'Toronto',
  code: 'M4L 2G5',
  state: 'ON',
  country: 'CA',
  latitude: 43.6689,
  longitude: -79.3152,
};
export const scarborough: Town = {
  city: 'Scarborough',
  code: 'M1P 4N2',
  state: 'ON',
  country: 'CA',
  latitude: 43.7731,
  longitude: -79.2578,
};
export const mississauga: Town = {
  city: 'Mississauga',
  code: 'L5B 1R6',
  state: 'ON',
  country: 'CA',
  latitude: 43.589,
  longitude: -79.6441,
};
export const hamilton: Town = {
  city: 'Hamilton',
  code: 'L8N 2V4',
  state: 'ON',
  country: 'CA',
  latitude: 43.2557,
  longitude: -79.8711,
};
export const westPhiladelphia: Town = {
  city: 'Philadelphia',
  code: '19143',
  state: 'PA',
  country: 'US',
  latitude: 39.9487,
  longitude: -75.2221,
};
export const northPhiladelphia: Town = {
  city: 'Philadelphia',
  code: '19125',
  state: 'PA',
  country: 'US',
  latitude: 39.979,
  longitude: -75.1279,
};
export const germantown: Town = {
  city: 'Philadelphia',
  code: '19144',
  state: 'PA',
  country: 'US',
  latitude: 40.0343,
  longitude: -75.1749,
};
export const camden: Town = {
  city: 'Camden',
  code: '08103',
  state: 'NJ',
  country: 'US',
  latitude: 39.9364,
  longitude: -75.1142,
};
export const vancouver: Town = {
  city: 'Vancouver',
  code: 'V6K 2G8',
  state: 'BC',
  country: 'CA',
  latitude: 49.2684,
  longitude: -123.1607,
};
export const bristol: Town = {
  city: 'Bristol',
  code: 'BS3 1QD',
  country: 'GB',
  latitude: 51.4411,
  longitude: -2.5954,
};
