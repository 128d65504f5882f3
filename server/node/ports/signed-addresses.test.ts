import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#server/api.ts';
import { setUpCast } from '#server/testing/cast.ts';
import { bucketAt, startBucket } from '#server/testing/fake-bucket.ts';
import type { Person } from '#server/testing/world.ts';
import { createMedia } from './media.ts';
import { createPictureStorage } from './picture-storage.ts';

const { world, alice, bob, carol } = setUpCast();

let bucket: Awaited<ReturnType<typeof startBucket>>;
beforeEach(async () => {
  bucket = await startBucket();
});
afterEach(() => bucket[Symbol.asyncDispose]());

const minutes = 60_000;
const dataUrl = (bytes: Uint8Array | string) => `data:;base64,${Buffer.from(bytes).toString('base64')}`;
const makePicture = (background = '#0d5c49') =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** What a request is, beside its address and its user. */
interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** The API of a process that has its files in the bucket, which hands them out by itself. */
function openApi() {
  const { settings } = bucket;
  const media = createMedia(createPictureStorage({ ...settings, signed: { endpoint: settings.endpoint } }));
  const api = createApi({ ...world.deps, ports: { ...world.ports, media } });
  const request = (path: string, as?: Person, { headers, ...init }: Asking = {}) =>
    api(
      new Request(`https://gatherwell.test${path}`, {
        ...init,
        headers: { ...headers, ...(as && { authorization: `Bearer ${as.token}` }) },
      }),
      { requestId: 'request-1', clientAddress: '192.0.2.1' },
    );
  return { media, request };
}

interface Sent {
  data: { message: { images: { path: string }[]; attachments: { path: string }[] } };
}

/** Sends a message of alice to bob, and returns the paths of what is with it. */
async function send({ request }: ReturnType<typeof openApi>, body: object) {
  const response = await request('/api/conversations/message', alice, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ receiverId: bob._id, text: 'See', ...body }),
  });
  expect(response.status).toBe(200);
  const { message } = ((await response.json()) as Sent).data;
  return [...message.images, ...message.attachments].map(({ path }) => path);
}

const locationOf = (response: Response) => response.headers.get('location') ?? '';

describe('a picture of a message', () => {
  it('is handed out by the store, to the members, for some minutes', async () => {
    const api = openApi();
    const [path = ''] = await send(api, { images: [dataUrl(await makePicture())] });
    const response = await api.request(`${path}?width=300`, bob);
    expect(response.status).toBe(302);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(await response.text()).toBe('');
    const address = locationOf(response);
    expect(new URL(address).origin).toBe(bucket.settings.endpoint);

    const fetched = await fetch(address);
    expect(fetched.status).toBe(200);
    expect(Object.fromEntries(fetched.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline',
      'cache-control': 'private, no-cache',
    });
    expect(await sharp(await fetched.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 400 });

    bucket.ahead = 4 * minutes;
    expect((await fetch(address)).status).toBe(200);
    bucket.ahead = 11 * minutes;
    expect((await fetch(address)).status).toBe(403);
  });

  it('has no address for others', async () => {
    const api = openApi();
    const [path = ''] = await send(api, { images: [dataUrl(await makePicture())] });
    for (const [as, status] of [
      [carol, 404],
      [undefined, 401],
    ] as const) {
      const response = await api.request(path, as);
      expect(response.status).toBe(status);
      expect(response.headers.has('location')).toBe(false);
      expect(await response.text()).not.toContain(bucket.settings.endpoint);
    }
  });

  it('is not had by an address that was changed, nor by none', async () => {
    const api = openApi();
    const [path = '', other = ''] = await send(api, {
      images: [dataUrl(await makePicture()), dataUrl(await makePicture('#aa2211'))],
    });
    const address = new URL(locationOf(await api.request(path, bob)));
    const changes: ((url: URL) => void)[] = [
      (url) => void (url.search = ''),
      (url) => void (url.pathname = new URL(bucket.settings.endpoint + path).pathname),
      (url) => void (url.pathname = url.pathname.replace(/\d+\.webp$/, '96.webp')),
      (url) => url.searchParams.set('X-Amz-Expires', '604800'),
      (url) => url.searchParams.set('response-content-type', 'text/html'),
      (url) => url.searchParams.set('X-Amz-Signature', '0'.repeat(64)),
    ];
    for (const change of changes) {
      const changed = new URL(address);
      change(changed);
      expect(changed.href).not.toBe(address.href);
      expect((await fetch(changed)).status).toBe(403);
    }
    const signature = address.searchParams.get('X-Amz-Signature');
    const theirs = new URL(locationOf(await api.request(other, bob)));
    theirs.searchParams.set('X-Amz-Signature', signature ?? '');
    expect((await fetch(theirs)).status).toBe(403);
    expect((await fetch(address)).status).toBe(200);
    // An address leads to reading alone.
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(403);
    expect((await fetch(address, { method: 'PUT', body: 'other' })).status).toBe(403);
  });

  it('keeps its address for a while, and has another one for scripts', async () => {
    const api = openApi();
    const [path = ''] = await send(api, { images: [dataUrl(await makePicture())] });
    const [first, second, read] = await Promise.all([
      api.request(path, bob),
      api.request(path, bob),
      api.request(path, bob, { headers: { 'sec-fetch-mode': 'cors' } }),
    ]);
    expect(locationOf(first)).toBe(locationOf(second));
    expect(locationOf(read)).not.toBe(locationOf(first));
    expect((await fetch(locationOf(read))).status).toBe(200);
  });
});

describe('a file of a message', () => {
  it('is a download from the store, under its name', async () => {
    const api = openApi();
    const [path = ''] = await send(api, {
      attachments: [{ fileName: 'Pläne <b>', extension: '.txt', data: dataUrl('Soup on Friday') }],
    });
    const response = await api.request(path, bob);
    expect(response.status).toBe(302);
    const fetched = await fetch(locationOf(response));
    expect(await fetched.text()).toBe('Soup on Friday');
    expect(fetched.headers.get('content-type')).toBe('application/octet-stream');
    expect(fetched.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''Pl%C3%A4ne/);
    expect((await api.request(path, carol)).headers.has('location')).toBe(false);
  });

  it('of several pieces comes through the process', async () => {
    const api = openApi();
    const bytes = new Uint8Array(5_000_000).fill(0x61);
    const [path = ''] = await send(api, {
      attachments: [{ fileName: 'long', extension: '.txt', data: dataUrl(bytes) }],
    });
    const response = await api.request(path, bob);
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBe(bytes.length);
  });
});

describe('a public picture', () => {
  it('is handed out by the store to everybody', async () => {
    const { media, request } = openApi();
    const { path } = await media.store(new Uint8Array(await makePicture()), alice._id);
    const response = await request(`/media/${path}/400`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'public, max-age=3600']);
    // As long as a browser keeps the redirect, and longer.
    bucket.ahead = 24 * 60 * minutes;
    const fetched = await fetch(locationOf(response));
    expect(fetched.status).toBe(200);
    expect(fetched.headers.get('content-type')).toBe('image/webp');
    expect(fetched.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    bucket.ahead = 48 * 60 * minutes;
    expect((await fetch(locationOf(response))).status).toBe(403);
    expect((await request(`/media/${path}/401`)).status).toBe(404);
  });
});

it('without the setting everything comes through the process', async () => {
  const media = createMedia(createPictureStorage(bucket.settings));
  expect(media.addresses).toBeUndefined();
  const api = createApi({ ...world.deps, ports: { ...world.ports, media } });
  const { path } = await media.store(new Uint8Array(await makePicture()), alice._id);
  const response = await api(new Request(`https://gatherwell.test/media/${path}/400`), {
    requestId: 'request-1',
    clientAddress: '192.0.2.1',
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
});

it('addresses lead to where browsers reach the store', async () => {
  const originFor = async (endpoint: string | undefined) => {
    const media = createMedia(
      createPictureStorage({ ...bucketAt('http://10.0.0.5:9000'), signed: { endpoint } }),
    );
    return new URL((await media.addresses?.picture('0'.repeat(64), 96)) ?? '').origin;
  };
  expect(await originFor('https://pictures.example')).toBe('https://pictures.example');
  expect(await originFor(undefined)).toBe('https://pictures.s3.us-east-1.amazonaws.com');
});
