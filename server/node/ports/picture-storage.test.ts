import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { createPictureStorage, type PictureStorage } from './picture-storage.ts';

let opened = new AsyncDisposableStack();
afterEach(async () => {
  await opened.disposeAsync();
  opened = new AsyncDisposableStack();
});

const bytes = (...values: number[]) => new Uint8Array(values);

describe.each([
  ['a folder', openFolder],
  ['a bucket', openBucket],
])('%s', (_, open: () => Promise<PictureStorage>) => {
  test('gives back what was put there, and nothing for what was not', async () => {
    const storage = await open();
    await storage.put('ab/cdef-96.webp', bytes(0, 255, 10));
    expect(await storage.get('ab/cdef-96.webp')).toEqual(bytes(0, 255, 10));
    expect(await storage.get('ab/cdef-400.webp')).toBeUndefined();
  });

  test('takes the same key again', async () => {
    const storage = await open();
    await storage.put('ab/cdef-96.webp', bytes(1));
    await storage.put('ab/cdef-96.webp', bytes(2));
    expect(await storage.get('ab/cdef-96.webp')).toEqual(bytes(2));
  });

  test.each(['../secret', 'ab/../../secret'])('does not leave its place for %j', async (key) => {
    const storage = await open();
    await expect(storage.put(key, bytes(1))).rejects.toThrow();
    await expect(storage.get(key)).rejects.toThrow();
  });
});

test('trouble with the store is an error, not an absent picture', async () => {
  const storage = createPictureStorage(bucketAt('http://127.0.0.1:1'));
  await expect(storage.get('ab/cdef-96.webp')).rejects.toThrow();
}, 30_000);

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'gatherwell-media-'));
  opened.defer(() => rm(folder, { recursive: true }));
  return createPictureStorage({ kind: 'folder', folder });
}

const bucketAt = (endpoint: string) => ({
  kind: 's3' as const,
  bucket: 'pictures',
  region: 'us-east-1',
  endpoint,
  accessKeyId: 'key',
  secretAccessKey: 'secret',
});

/** The two calls of an S3 store that matter here. */
async function openBucket() {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    if (request.method === 'PUT') {
      objects.set(pathname, await buffer(request));
      return response.end();
    }
    const object = objects.get(pathname);
    if (object) return response.end(object);
    response.writeHead(404, { 'content-type': 'application/xml' });
    return response.end('<Error><Code>NoSuchKey</Code><Message>There is none.</Message></Error>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.defer(async () => {
    server.closeAllConnections();
    server.close();
  });
  return createPictureStorage(bucketAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
}
