import { v7 as uuid } from 'uuid';
import { beforeAll, expect, test, vi } from 'vitest';
import { createApi } from '../api.ts';
import { setUpWorld } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';

const world = setUpWorld();
let carol: Person;
beforeAll(async () => {
  carol = await world.organization('carol');
});

async function fetchExport(as?: Person) {
  const headers = as ? { authorization: `Bearer ${as.token}` } : {};
  const request = new Request('https://gatherwell.test/api/posts/all-posts.csv', { headers });
  const response = await createApi(world.deps)(request, { requestId: uuid(), clientAddress: '192.0.2.1' });
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

test('all posts of the organization are a file, drafts included, and nothing in it is a formula', async () => {
  world.ports.clock.set(new Date('2026-11-21T12:00:00.000Z'));
  const { posts } = world.as(carol);
  await posts.create({ postType: 'general', title: '=HYPERLINK("https://example.org")', isActive: true });
  world.ports.clock.advance(1);
  const { _id } = await posts.create({ postType: 'volunteering', title: 'Soup' });
  // No title is entered with a line break any more, but an older one may have it.
  await world.db
    .updateTable('posts')
    .set({ title: 'Soup, “hot”,\nand bread' })
    .where('id', '=', _id)
    .execute();
  const other = await world.organization('dan');
  await world.as(other).posts.create({ postType: 'general', title: 'Not hers', isActive: true });

  const { response, bytes } = await fetchExport(carol);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="all-posts.csv"');
  expect(response.headers.get('x-total-count')).toBe('2');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(textOf(bytes)).toBe(
    [
      '\uFEFFPost Type,Post Title,Created At,Published',
      'Volunteering Opportunity,"Soup, “hot”,\nand bread",2026-11-21T12:00:00.001Z,No',
      `Post,"'=HYPERLINK(""https://example.org"")",2026-11-21T12:00:00.000Z,Yes`,
      '',
    ].join('\r\n'),
  );
});

test('a long list comes whole and in order, over equal times', async () => {
  const eve = await world.organization('eve');
  const now = world.ports.clock.now();
  const rows = Array.from({ length: 1_201 }, (_, index) => ({
    id: uuid(),
    creator_id: eve._id,
    post_type: 'general' as const,
    title: `Post ${index}`,
    description: '',
    is_active: false,
    social_media_sharing: '{}',
    created_at: now,
    updated_at: now,
  }));
  await world.db.insertInto('posts').values(rows).execute();
  const lines = textOf((await fetchExport(eve)).bytes)
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(1_202);
  expect(new Set(lines).size).toBe(1_202);
  expect(lines[1]).toContain('Post 1200');
});

test('visitors and people have no posts to take along', async () => {
  const visitor = await fetchExport();
  expect(visitor.response.status).toBe(401);
  expect(JSON.parse(textOf(visitor.bytes))).toMatchObject({ success: false, data: null });
  const alice = await fetchExport(await world.individual('alice'));
  expect(alice.response.status).toBe(403);
});

test.each(['/api/posts/all-posts.csv', '/api/calendars/organization/{id}.ics'])(
  'returns 429 with Retry-After to who asks for %s too often',
  async (path) => {
    const ask = () => world.request(path.replace('{id}', carol._id), { as: carol });
    expect((await ask()).status).toBe(200);
    vi.spyOn(world.ports.limits, 'consume').mockResolvedValueOnce(30);
    const rejected = await ask();
    expect(rejected).toMatchObject({ status: 429, success: false, data: null });
    expect(rejected.headers.get('retry-after')).toBe('30');
    expect((await ask()).status).toBe(200);
  },
);
