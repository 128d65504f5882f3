import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { createOutsidePlaces } from './outside-places.ts';

const builtInResult = { places: [], credit: { name: 'built in', link: 'https://built-in.example' } };

const photon = {
  features: [
    {
      geometry: { type: 'Point', coordinates: [-75.19, 39.95] },
      properties: {
        osm_type: 'W',
        osm_id: 7,
        type: 'house',
        housenumber: '12',
        street: 'Elm Street',
        city: 'Philadelphia',
        postcode: '19104',
        state: 'Pennsylvania',
        countrycode: 'US',
      },
    },
    {
      geometry: { type: 'Point', coordinates: [2.35, 48.85] },
      properties: { osm_type: 'R', osm_id: 8, type: 'city', name: 'Paris', countrycode: 'FR' },
    },
    {
      geometry: { type: 'Point', coordinates: [-2.59, 51.45] },
      properties: {
        osm_type: 'R',
        osm_id: 9,
        type: 'city',
        name: 'Bristol',
        state: 'England',
        countrycode: 'GB',
      },
    },
  ],
};
const nominatim = [
  {
    place_id: 7,
    lat: '39.95',
    lon: '-75.19',
    address: {
      house_number: '12',
      road: 'Elm Street',
      city: 'Philadelphia',
      postcode: '19104',
      state: 'Pennsylvania',
      country_code: 'us',
    },
  },
];
const elm = {
  label: '12 Elm Street, Philadelphia, PA 19104, United States',
  street1: '12 Elm Street',
  city: 'Philadelphia',
  code: '19104',
  state: 'PA',
  country: 'US',
  latitude: 39.95,
  longitude: -75.19,
};

let database: TestDatabase;
let service: Server;
/** The requests that the service got, and its response: undefined is silence. */
let requested: URL[] = [];
let reply: { status: number; body: string } | undefined;
beforeAll(async () => {
  database = await openTestDatabase();
  service = createServer((request, response) => {
    requested.push(new URL(request.url ?? '', 'http://service'));
    if (reply) response.writeHead(reply.status).end(reply.body);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  service.closeAllConnections();
  service.close();
  await database.close();
});

function open(api: 'photon' | 'nominatim', restMs = 60_000) {
  requested = [];
  const warnings: string[] = [];
  const log = { info() {}, error() {}, warn: (_: object, message: string) => void warnings.push(message) };
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/geo`;
  const builtIn = { search: async () => builtInResult };
  const places = createOutsidePlaces({ url, api }, builtIn, log, { timeoutMs: 300, restMs });
  return {
    search: () => places.search(database.db, '12 Elm Street, Philadelphia'),
    warnings,
  };
}

describe('a service for places', () => {
  test('is requested and parsed as Photon', async () => {
    reply = { status: 200, body: JSON.stringify(photon) };
    const found = await open('photon').search();
    expect(requested.map(String)).toEqual([
      'http://service/geo/api?q=12+Elm+Street%2C+Philadelphia&limit=8&lang=en',
    ]);
    expect(found.places).toMatchObject([
      elm,
      { label: 'Bristol, England, United Kingdom', city: 'Bristol', state: 'England', code: '' },
    ]);
    expect(found.credit.name).toContain('OpenStreetMap');
  });

  test('is requested and parsed as Nominatim', async () => {
    reply = { status: 200, body: JSON.stringify(nominatim) };
    expect((await open('nominatim').search()).places).toMatchObject([elm]);
    expect(requested[0]?.pathname).toBe('/geo/search');
    expect(requested[0]?.searchParams.get('countrycodes')).toBe('au,ca,jp,us,gb');
  });

  test.each([
    ['fails', { status: 503, body: '' }],
    ['returns nonsense', { status: 200, body: '{"features":[{"geometry":null}]}' }],
    ['returns no JSON', { status: 200, body: '<html>' }],
    ['does not respond', undefined],
  ])('that %s is replaced by the built-in list, and gets no request for a while', async (_, given) => {
    reply = given;
    const { search, warnings } = open('photon');
    expect(await search()).toEqual(builtInResult);
    expect(await search()).toEqual(builtInResult);
    expect(requested).toHaveLength(1);
    expect(warnings).toHaveLength(1);
  });

  test('is requested again after its rest', async () => {
    reply = { status: 503, body: '' };
    const { search } = open('photon', 0);
    expect(await search()).toEqual(builtInResult);
    reply = { status: 200, body: JSON.stringify(photon) };
    expect((await search()).places).toHaveLength(2);
  });
});
