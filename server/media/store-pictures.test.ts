import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limits, type StoredPicture } from '../ports.ts';
import { setUpCast } from '../testing/cast.ts';
import { largePng } from '../testing/large-png.ts';
import type { Person } from '../testing/world.ts';

const { world, carol, mallory } = setUpCast({ people: { carol: 'organization', mallory: 'organization' } });
beforeEach(async () => {
  world.ports.enforceLimits();
});
afterEach(() => void vi.restoreAllMocks());

const dataUrl = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
/** Ten pictures of 25 megapixels each, as ten photographs of a phone. */
const tenPictures = (label: string) =>
  Array.from({ length: 10 }, (_, index) => ({ path: dataUrl(largePng(`${label} ${index}`)) }));
const post = (as: Person, images: unknown, headers?: Record<string, string>) =>
  world.request('/api/posts/', {
    method: 'POST',
    as,
    body: { postType: 'general', title: 'We have moved', isActive: true, images },
    ...(headers && { headers }),
  });

/** Puts a fake in place of decoding; what it costs is still counted. Returns the owners of what is decoded. */
function fakeDecoding(meanwhile: () => Promise<unknown> = async () => {}): string[] {
  const owners: string[] = [];
  vi.spyOn(world.ports.media, 'store').mockImplementation(async (bytes, owner): Promise<StoredPicture> => {
    owners.push(owner);
    await meanwhile();
    const path = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
    return { path, width: 1600, height: 1600 };
  });
  return owners;
}

it('returns 429 with Retry-After to who wants more decoded than 300 megapixels a minute', async () => {
  const owners = fakeDecoding();
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => post(mallory, tenPictures(`mallory ${index}`))),
  );
  const rejected = responses.filter(({ status }) => status !== 200);
  expect(rejected.map(({ status }) => status)).toEqual(Array(9).fill(429));
  for (const { headers } of rejected) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(limits.megapixels.seconds);
  }
  expect(owners).toEqual(Array(10).fill(mallory._id));
  expect(await post(carol, tenPictures('carol'))).toMatchObject({ status: 200 });
});

it('lets ten pictures of 25 megapixels and a profile picture through', async () => {
  fakeDecoding();
  expect(await post(carol, tenPictures('carol'))).toMatchObject({ status: 200 });
  const saveProfile = (label: string) =>
    world.request(`/api/users/${carol._id}/basic-info`, {
      method: 'PUT',
      as: carol,
      body: { profilePicture: dataUrl(largePng(label)) },
    });
  expect(await saveProfile('profile')).toMatchObject({ status: 200 });
  expect(await saveProfile('another')).toMatchObject({ status: 200 });
  expect(await saveProfile('one too many')).toMatchObject({ status: 429 });
});

it('counts nothing for pictures that are stored already', async () => {
  const small = Array.from({ length: 10 }, (_, index) => ({ path: dataUrl(largePng(`${index}`, 10, 10)) }));
  for (let save = 0; save < limits.megapixels.points / 10 + 1; save++)
    expect(await post(carol, small)).toMatchObject({ status: 200 });
});

it('decodes outside of the transaction of a write with an Idempotency-Key, and writes once', async () => {
  const open: number[] = [];
  const decode = world.ports.media.store;
  vi.spyOn(world.ports.media, 'store').mockImplementation(async (...picture) => {
    if (await world.ports.media.countPixels(picture[0])) open.push(await countOpenTransactions());
    return decode(...picture);
  });
  const headers = { 'idempotency-key': uuid() };
  const images = [{ path: dataUrl(largePng('a', 20, 20)) }, { path: dataUrl(largePng('b', 20, 20)) }];
  const first = await post(carol, images, headers);
  expect(first).toMatchObject({ status: 200, data: { images: [{ width: 20 }, { width: 20 }] } });
  expect(open).toEqual([0, 0]);
  expect((await post(carol, images, headers)).data).toEqual(first.data);
  const { items } = await world.as(carol).posts.list({ filters: { creatorId: carol._id } });
  expect(items).toHaveLength(1);
});

it('names the picture that is rejected in a write with an Idempotency-Key', async () => {
  const images = [
    { path: dataUrl(largePng('good', 20, 20)) },
    { path: dataUrl(largePng('x', 20, 20).slice(0, 60)) },
  ];
  const key = { 'idempotency-key': uuid() };
  expect(await post(carol, images, key)).toMatchObject({
    status: 400,
    fields: { 'images.1.path': expect.stringContaining('This is not a picture') },
  });
  expect(await post(carol, images.slice(0, 1), key)).toMatchObject({ status: 200 });
});

/** How many transactions wait for this process to go on with them. */
async function countOpenTransactions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(world.db);
  return rows[0]?.count ?? -1;
}
