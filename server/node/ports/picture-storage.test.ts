import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { isStorageFull } from '#db/unavailable.ts';
import { MediaUnavailable } from '#server/ports.ts';
import { bucketAt, startBucket } from '#server/testing/fake-bucket.ts';
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
  test('returns what was put there, and undefined for what was not', async () => {
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

  test('deletes a folder, and nothing beside it', async () => {
    const storage = await open();
    const keys = ['private/ab/one/96.webp', 'private/ab/one/x.part-of-file', 'private/ab/other/96.webp'];
    for (const key of keys) await storage.put(key, bytes(1));
    await storage.deleteFolder('private/ab/one');
    const left = await Promise.all(keys.map((key) => storage.get(key)));
    expect(left).toEqual([undefined, undefined, bytes(1)]);
    await storage.deleteFolder('private/ab/nothing');
  });

  test.each(['../secret', 'ab/../../secret'])('does not leave its place for %j', async (key) => {
    const storage = await open();
    await expect(storage.put(key, bytes(1))).rejects.toThrow();
    await expect(storage.get(key)).rejects.toThrow();
  });
});

test('trouble with the store is an error, not an absent picture', async () => {
  const storage = createPictureStorage(bucketAt('http://127.0.0.1:1'));
  await expect(storage.get('ab/cdef-96.webp')).rejects.toBeInstanceOf(MediaUnavailable);
}, 30_000);

test.each([
  [507, 'XMinioStorageFull'],
  [400, 'XMinioAdminBucketQuotaExceeded'],
  [403, 'QuotaExceeded'],
  [507, 'InsufficientStorage'],
])('a bucket that returns %i %s is full', async (status, code) => {
  await using bucket = await startBucket();
  const storage = createPictureStorage(bucket.settings);
  bucket.failure = { status, code };
  expect(isStorageFull(await storage.put('ab/cdef-96.webp', bytes(1)).catch((error: unknown) => error))).toBe(
    true,
  );
});

test('a bucket that cannot delete rejects', async () => {
  await using bucket = await startBucket();
  const storage = createPictureStorage(bucket.settings);
  await storage.put('private/ab/one/96.webp', bytes(1));
  bucket.failure = { status: 403, code: 'AccessDenied' };
  await expect(storage.deleteFolder('private/ab/one')).rejects.toThrow();
  bucket.failure = undefined;
  await storage.deleteFolder('private/ab/one');
  expect(bucket.objects.size).toBe(0);
});

test('a bucket that is too busy is unavailable, and one that rejects the key is neither', async () => {
  await using bucket = await startBucket();
  const storage = createPictureStorage(bucket.settings);
  const failWith = async (status: number, code: string): Promise<unknown> => {
    bucket.failure = { status, code };
    return storage.put('ab/cdef-96.webp', bytes(1)).catch((error: unknown) => error);
  };
  for (const [status, code] of [
    [503, 'ServiceUnavailable'],
    [500, 'InternalError'],
  ] as const)
    expect(await failWith(status, code)).toBeInstanceOf(MediaUnavailable);
  const refusal = await failWith(403, 'AccessDenied');
  expect(refusal).toBeInstanceOf(Error);
  expect(refusal).not.toBeInstanceOf(MediaUnavailable);
  expect(isStorageFull(refusal)).toBe(false);
});

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'gatherwell-media-'));
  opened.defer(() => rm(folder, { recursive: true }));
  return createPictureStorage({ kind: 'folder', folder });
}

async function openBucket() {
  const bucket = opened.use(await startBucket());
  return createPictureStorage(bucket.settings);
}
