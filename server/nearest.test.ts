import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { earthRadiusKilometers } from './earth.schema.ts';
import { findNearest, postsAround } from './near.ts';
import { searchNear } from './posts/posts.queries.ts';
import { setUpWorld } from './testing/cast.ts';
import { addLookups } from './testing/posts.ts';

const world = setUpWorld(addLookups);

const leeds = { latitude: 53.8, longitude: -1.55 };

beforeAll(async () => {
  const carol = await world.organization('carol');
  // A third of them at one place.
  await sql`
    insert into posts (id, creator_id, post_type, title, description, is_active, latitude, longitude, full_address,
      published_at, created_at, updated_at)
    select gen_random_uuid(), ${carol._id}, case when n % 4 = 0 then 'event' else 'project' end,
      case when n % 7 = 0 then 'Lamps' else 'Soup' end, 'Soup', true,
      ${leeds.latitude} + case when n % 3 = 0 then 0.5 else 1.5 * sin(n) end,
      ${leeds.longitude} + case when n % 3 = 0 then 0.5 else 2 * cos(n * 1.7) end, 'Somewhere',
      now() - n * interval '1 day', now(), now()
    from generate_series(1, 240) as n`.execute(world.db);
  await sql`
    insert into post_impact_areas (post_id, impact_area_id, published_at)
    select id, 'animals', published_at from posts where post_type = 'event' or title = 'Lamps'`.execute(
    world.db,
  );
  await sql`analyze posts, post_impact_areas`.execute(world.db);
});

/** Looks at everything. */
async function nearestOf(
  kilometers: number,
  { title = '', type = '', cause = '' },
  wanted: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; latitude: number; longitude: number; newness: number }>`
    select id, latitude, longitude, newness(published_at) as newness from posts
    where title like ${`%${title}%`} and post_type like ${`%${type}%`}
      and (${cause} = '' or id in (select post_id from post_impact_areas where impact_area_id = ${cause}))`.execute(
    world.db,
  );
  return rows
    .map(({ id, newness, ...place }) => ({ id, newness, far: kilometersFromLeeds(place) }))
    .filter(({ far }) => far <= kilometers)
    .toSorted((one, other) => one.far - one.newness / 1000 - (other.far - other.newness / 1000))
    .slice(0, wanted)
    .map(({ id }) => id);
}

function kilometersFromLeeds({ latitude, longitude }: typeof leeds): number {
  const [from, to, across] = [leeds.latitude, latitude, longitude - leeds.longitude].map(
    (degrees) => (degrees * Math.PI) / 180,
  ) as [number, number, number];
  const cosine = Math.sin(from) * Math.sin(to) + Math.cos(from) * Math.cos(to) * Math.cos(across);
  return earthRadiusKilometers * Math.acos(Math.min(1, cosine));
}

test.each([
  { how: 'among the nearest of all', limits: { rare: 0, lookedAt: 1_000 } },
  {
    how: 'among these, by the distances of what is searched for alone',
    limits: { rare: 0, lookedAt: 1_000 },
    isSelective: true,
  },
  { how: 'where too few of these are what is searched for', limits: { rare: 0, lookedAt: 20 } },
  { how: 'by what is rare', limits: { rare: 1_000, lookedAt: 1 } },
])('the nearest are the same however they are found: $how', async ({ limits, isSelective = false }) => {
  for (const kilometers of [60, 100, 200])
    for (const filter of [
      {},
      { title: 'Lamps' },
      { type: 'event' },
      { type: 'event', title: 'Lamps' },
      { cause: 'animals' },
    ])
      for (const wanted of [3, 30, 500]) {
        const { title, type, cause } = { title: undefined, type: undefined, cause: undefined, ...filter };
        const search = searchNear(
          {
            filter: {
              isActive: true,
              title,
              postTypes: type === undefined ? undefined : ['event'],
              impactAreas: cause === undefined ? undefined : [cause],
            },
            viewerId: undefined,
            around: postsAround({ ...leeds, kilometers }),
          },
          { isOpen: true },
        );
        const found = await findNearest(world.db, { ...search, isSelective }, wanted, limits);
        expect(found.map(({ id }) => id)).toEqual(await nearestOf(kilometers, filter, wanted));
      }
});
