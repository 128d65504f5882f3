import { beforeEach, describe, expect, test } from 'vitest';
import { doDueWork } from '../due-work.ts';
import { readEvents } from '../events/events.queries.ts';
import { setUpWorld } from '../testing/cast.ts';
import { addLookups, fullPosts } from '../testing/posts.ts';
import type { Person } from '../testing/world.ts';

const world = setUpWorld(addLookups);

const noon = new Date('2026-11-21T12:00:00.000Z');
const later = (milliseconds: number) => new Date(noon.getTime() + milliseconds).toISOString();
const hour = 3_600_000;

let carol: Person;
let alice: Person;
beforeEach(async () => {
  world.ports.clock.set(noon);
  carol = await world.organization('carol');
  alice = await world.individual('alice');
  await world.as(alice).follows.follow({ followerId: alice._id, followingId: carol._id });
});

const draft = { ...fullPosts.general, isActive: false };
const scheduled = (at: string) => ({ ...draft, scheduledPublish: true, scheduledPublishDateTime: at });
const schedule = (at = later(hour)) => world.as(carol).posts.create(scheduled(at));
const read = (id: string) => world.as(carol).posts.byId({ id });
const announcements = async () =>
  (await world.as(alice).notifications.list({})).items.filter(({ type }) => type === 'new-post').length;

async function workAt(milliseconds: number) {
  world.ports.clock.set(new Date(later(milliseconds)));
  await doDueWork(world.deps);
  await world.ports.runJobs();
}

describe('a scheduled post', () => {
  test('goes out at its time, not a millisecond before, and is announced', async () => {
    const { _id: id } = await schedule();
    await workAt(hour - 1);
    expect(await read(id)).toMatchObject({
      isActive: false,
      scheduledPublish: true,
      scheduledPublishDateTime: later(hour),
    });
    await expect(world.as(alice).posts.byId({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await workAt(hour);
    expect(await world.as(alice).posts.byId({ id })).toMatchObject({
      isActive: true,
      publishedAt: later(hour),
      scheduledPublish: false,
      scheduledPublishDateTime: null,
    });
    expect(await announcements()).toBe(1);
    expect((await world.as(alice).feeds.home({})).items.map(({ _id }) => _id)).toEqual([id]);
    expect((await readEvents(world.db, carol._id, 0)).at(-1)).toMatchObject({
      type: 'post-upserted',
      payload: { post: { _id: id, isActive: true } },
    });
  });

  test('goes out late where nobody worked at its time', async () => {
    const { _id: id } = await schedule();
    await workAt(30 * hour);
    expect(await read(id)).toMatchObject({ isActive: true, publishedAt: later(30 * hour) });
  });

  test('goes out once, however many look at once and again', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 12; index++) ids.push((await schedule())._id);
    world.ports.clock.set(new Date(later(hour)));
    await Promise.all(Array.from({ length: 4 }, () => doDueWork(world.deps)));
    await doDueWork(world.deps);
    await world.ports.runJobs();
    const told = (await readEvents(world.db, carol._id, 0)).filter(
      (event) => event.type === 'post-upserted' && event.payload.post.isActive,
    );
    expect(told).toHaveLength(ids.length);
    expect(await announcements()).toBe(ids.length);
  });

  test('can be put off, published at once, kept as a draft and deleted', async () => {
    const [putOff, atOnce, kept, deleted] = [
      await schedule(),
      await schedule(),
      await schedule(),
      await schedule(),
    ];
    const { posts } = world.as(carol);
    await posts.update({ ...scheduled(later(2 * hour)), id: putOff._id });
    await posts.update({ ...draft, isActive: true, id: atOnce._id });
    await posts.update({ ...draft, id: kept._id });
    await posts.remove({ id: deleted._id });
    await workAt(hour);
    expect(await read(putOff._id)).toMatchObject({ isActive: false, scheduledPublish: true });
    expect(await read(atOnce._id)).toMatchObject({ isActive: true, publishedAt: later(0) });
    expect(await read(kept._id)).toMatchObject({ isActive: false, scheduledPublish: false });
    await expect(read(deleted._id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await workAt(2 * hour);
    expect(await read(putOff._id)).toMatchObject({ isActive: true, publishedAt: later(2 * hour) });
    expect(await announcements()).toBe(2);
  });

  test('that went out while it was edited is not taken back by saving', async () => {
    const { _id: id } = await schedule();
    await workAt(hour);
    const answer = await world.request(`/api/posts/${id}`, {
      method: 'PUT',
      as: carol,
      body: { ...scheduled(later(2 * hour)), wasActive: false },
    });
    expect(answer).toMatchObject({ status: 409, success: false, data: null });
    expect(await read(id)).toMatchObject({ isActive: true });
  });

  test('takes its causes along into the lists of what is published', async () => {
    const { _id: id } = await schedule();
    await workAt(hour);
    const areas = await world.db
      .selectFrom('post_impact_areas')
      .select('published_at')
      .where('post_id', '=', id)
      .execute();
    expect(areas.map(({ published_at }) => published_at?.toISOString())).toEqual([later(hour), later(hour)]);
    const { last_published_at } = await world.db
      .selectFrom('organizations')
      .select('last_published_at')
      .where('user_id', '=', carol._id)
      .executeTakeFirstOrThrow();
    expect(last_published_at?.toISOString()).toBe(later(hour));
  });
});

describe('a schedule', () => {
  test('needs a time, and one that is still to come', async () => {
    const create = (body: object) => world.request('/api/posts/', { method: 'POST', as: carol, body });
    expect(await create({ ...draft, scheduledPublish: true })).toMatchObject({
      status: 400,
      fields: { scheduledPublishDateTime: 'This field is required' },
    });
    expect(await create(scheduled(later(0)))).toMatchObject({
      status: 400,
      fields: { scheduledPublishDateTime: 'Choose a time in the future' },
    });
    expect(await create({ ...scheduled(later(1)), isActive: true })).toMatchObject({ status: 400 });
    expect(await create(scheduled(later(1)))).toMatchObject({ status: 200 });
  });

  test('that is overdue can be sent back with another title', async () => {
    const { _id: id } = await schedule();
    world.ports.clock.set(new Date(later(2 * hour)));
    await world.as(carol).posts.update({ ...scheduled(later(hour)), id, title: 'Stew night' });
    await doDueWork(world.deps);
    expect(await read(id)).toMatchObject({ isActive: true, title: 'Stew night' });
  });

  test('is nobody else’s to see', async () => {
    const { _id: id } = await schedule();
    await expect(world.as(alice).posts.byId({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await world.as(carol).posts.list({ filters: { isActive: false } })).toMatchObject({
      items: [{ _id: id, scheduledPublish: true }],
    });
  });
});
