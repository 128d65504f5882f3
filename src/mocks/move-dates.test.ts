import { beforeAll, expect, test } from 'vitest';
import { setUpWorld } from '#server/testing/cast.ts';
import { moveDates } from './move-dates.ts';
import { createMockedTables, withMockedTables } from './tables.ts';

const world = setUpWorld();
beforeAll(async () => {
  await createMockedTables(world.db);
});

const madeAt = new Date('2026-11-18T09:00:00.000Z');
const postId = '019a9000-0000-7000-8000-000000000001';

test('dates of a fresh community move by whole days, once', async () => {
  const { db } = world;
  const clinic = await world.organization('clinic');
  await db
    .insertInto('posts')
    .values({
      id: postId,
      creator_id: clinic._id,
      post_type: 'event',
      title: 'Open day',
      description: '',
      start_at: new Date('2026-11-20T14:00:00.000Z'),
      end_at: new Date('2026-11-20T16:00:00.000Z'),
      time_zone: 'America/Toronto',
      is_active: true,
      published_at: new Date('2026-11-17T08:00:00.000Z'),
      social_media_sharing: '{}',
      created_at: madeAt,
      updated_at: madeAt,
    })
    .execute();
  await db
    .insertInto('post_required_items')
    .values({ post_id: postId, position: 0, name: 'Tins', requirement: '12', needed_by: '2026-11-30' })
    .execute();
  await withMockedTables(db).insertInto('mocked.fresh_communities').values({ made_at: madeAt }).execute();

  const now = new Date('2026-11-21T08:00:00.000Z');
  await moveDates(db, now);
  await moveDates(db, new Date('2027-11-21T08:00:00.000Z'));

  const post = await db.selectFrom('posts').selectAll().where('id', '=', postId).executeTakeFirstOrThrow();
  expect(post).toMatchObject({
    start_at: new Date('2026-11-22T14:00:00.000Z'),
    end_at: new Date('2026-11-22T16:00:00.000Z'),
    published_at: new Date('2026-11-19T08:00:00.000Z'),
    scheduled_publish_at: null,
  });
  const item = await db.selectFrom('post_required_items').select('needed_by').executeTakeFirst();
  expect(item).toEqual({ needed_by: '2026-12-02' });
});
