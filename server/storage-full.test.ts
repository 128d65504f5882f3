import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterEach, expect, it, vi } from 'vitest';
import { createMedia } from './node/ports/media.ts';
import { createPictureStorage } from './node/ports/picture-storage.ts';
import { setUpCast } from './testing/cast.ts';
import { startBucket } from './testing/fake-bucket.ts';
import { largePng } from './testing/large-png.ts';

const { world, carol } = setUpCast({ people: { carol: 'organization' } });
afterEach(() => void vi.restoreAllMocks());

const full = {
  status: 503,
  success: false,
  message: 'Nothing was saved: the storage is full. Please try again later.',
  data: null,
};
const images = () => [
  { path: `data:image/png;base64,${Buffer.from(largePng('carol', 20, 20)).toString('base64')}` },
];
const save = (more: object = {}, headers: Record<string, string> = {}) =>
  world.request('/api/posts/', {
    method: 'POST',
    as: carol,
    headers,
    body: { postType: 'general', title: 'We have moved', isActive: true, ...more },
  });
const countPosts = async () =>
  (await world.as(carol).posts.list({ filters: { creatorId: carol._id } })).items.length;

/** Makes the database fail as it does where it cannot extend a file. Returns how to make room again. */
async function fillDatabase() {
  await sql`create or replace function fail_as_full() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100';
  end $$`.execute(world.db);
  await sql`create trigger full_disk before insert on post_counters execute function fail_as_full()`.execute(
    world.db,
  );
  return () => sql`drop trigger full_disk on post_counters`.execute(world.db);
}

it.each([
  ['', {}],
  [' with an Idempotency-Key', { 'idempotency-key': uuid() }],
])(
  'returns 503 to a write%s when the disk of the database is full, and writes nothing',
  async (_, headers) => {
    const makeRoom = await fillDatabase();
    const response = await save({}, headers);
    expect(response).toMatchObject(full);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await countPosts()).toBe(0);
    await expect(
      world.as(carol).posts.create({ postType: 'general', title: 'We have moved' }),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', reason: 'storage-full' });
    await makeRoom();
    expect(await save({}, headers)).toMatchObject({ status: 200 });
    expect(await countPosts()).toBe(1);
  },
);

it.each(['ENOSPC', 'EDQUOT'])('returns 503 to a picture when the media folder throws %s', async (code) => {
  const cause = Object.assign(new Error(`${code}: write`), { code });
  const store = vi
    .spyOn(world.ports.media, 'store')
    .mockRejectedValue(new Error('Cannot write file', { cause }));
  expect(await save({ images: images() })).toMatchObject(full);
  expect(await countPosts()).toBe(0);
  store.mockRestore();
  expect(await save({ images: images() })).toMatchObject({ status: 200, data: { images: [{ width: 20 }] } });
});

it('returns 503 to a picture when the bucket is full or unavailable, and stores and writes nothing', async () => {
  await using bucket = await startBucket();
  const media = createMedia(createPictureStorage(bucket.settings));
  vi.spyOn(world.ports.media, 'countPixels').mockImplementation(media.countPixels);
  vi.spyOn(world.ports.media, 'store').mockImplementation(media.store);
  bucket.failure = { status: 507, code: 'XMinioStorageFull' };
  expect(await save({ images: images() })).toMatchObject(full);
  bucket.failure = { status: 503, code: 'ServiceUnavailable' };
  expect(await save({ images: images() })).toMatchObject({
    status: 503,
    message: 'Gatherwell is unavailable right now. Please try again in a moment.',
  });
  expect(await countPosts()).toBe(0);
  expect([...bucket.objects.keys()]).toEqual([]);
  bucket.failure = undefined;
  expect(await save({ images: images() })).toMatchObject({ status: 200, data: { images: [{ width: 20 }] } });
  expect(bucket.objects.size).toBeGreaterThan(0);
});
