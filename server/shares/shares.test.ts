import { v7 as uuid } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import { readEvents } from '../events/events.queries.ts';
import { setUpCast } from '../testing/cast.ts';
import { addLookups, fullPosts } from '../testing/posts.ts';
import type { Person } from '../testing/world.ts';

const { world, alice, bob, dan, carol } = setUpCast({
  people: { alice: 'individual', bob: 'individual', dan: 'individual', carol: 'organization' },
  fill: addLookups,
});

let postId: string;
beforeEach(async () => {
  await world.befriend(alice, bob);
  postId = (await world.as(carol).posts.create(fullPosts.event))._id;
});

const share = (as: Person, more: Record<string, unknown> = {}) =>
  world.request('/api/shares/', { method: 'POST', as, body: { userId: as._id, postId, ...more } });
const feedOf = async (person: Person) => (await world.as(person).feeds.home({})).items;
async function newestFor(person: Person) {
  await world.ports.runJobs();
  const events = await readEvents(world.db, person._id, 0);
  return events.filter(({ type }) => type === 'feed-newer').map(({ payload }) => payload);
}

test('a shared post stands in the feeds of friends, who hear of it at once, and of nobody else', async () => {
  const answer = await share(alice);
  expect(answer).toMatchObject({
    status: 200,
    message: 'Post is shared successfully',
    data: { userId: alice._id, postId },
  });
  expect(await newestFor(bob)).toEqual([{ newestAt: answer.data.createdAt }]);
  expect(await newestFor(dan)).toEqual([]);
  expect(await feedOf(bob)).toMatchObject([
    { _id: postId, sharedBy: alice._id, sharedByName: 'Alice Example', sharedAt: answer.data.createdAt },
  ]);
  expect(await feedOf(dan)).toEqual([]);
});

test('whoever keeps to themselves what they do is shown to nobody', async () => {
  const eve = await world.individual('eve', { show_activity: 'no-one' });
  await world.befriend(eve, bob);
  const { data } = await share(eve);
  expect(await newestFor(bob)).toEqual([]);
  expect(await feedOf(bob)).toEqual([]);
  expect(await world.request(`/api/shares/${data._id}`, { as: bob })).toMatchObject({ status: 404 });
  expect(await world.request(`/api/shares/${data._id}`, { as: eve })).toMatchObject({ status: 200, data });
});

test('sharing twice is sharing once, also under the same name and at once', async () => {
  const _id = uuid();
  const answers = await Promise.all(Array.from({ length: 10 }, () => share(alice, { _id })));
  for (const { data } of answers) expect(data).toEqual(answers[0]?.data);
  expect((await share(alice)).data).toEqual(answers[0]?.data);
  expect(await newestFor(bob)).toHaveLength(1);
  expect(await share(bob, { _id })).toMatchObject({ status: 409 });
});

test('only what is published is shared, by individuals, for themselves', async () => {
  const draft = await world.as(carol).posts.create({ ...fullPosts.event, isActive: false });
  expect(await share(alice, { postId: draft._id })).toMatchObject({ status: 404 });
  expect(await share(alice, { userId: bob._id })).toMatchObject({ status: 403 });
  expect(await share(carol)).toMatchObject({ status: 403 });
});

test('a share can be made anew, which puts it first again, and be taken back', async () => {
  const { data } = await share(alice);
  const path = `/api/shares/${data._id}`;
  world.ports.clock.advance(60_000);
  const again = await world.request(path, { method: 'PUT', as: alice, body: { postId } });
  expect(again).toMatchObject({ status: 200, data: { _id: data._id, postId } });
  expect(Date.parse(again.data.createdAt)).toBeGreaterThan(Date.parse(data.createdAt));
  expect(await feedOf(bob)).toMatchObject([{ sharedAt: again.data.createdAt }]);

  const other = (await world.as(carol).posts.create(fullPosts.project))._id;
  await world.as(alice).shares.create({ userId: alice._id, postId: other });
  expect(await world.request(path, { method: 'PUT', as: alice, body: { postId: other } })).toMatchObject({
    status: 409,
  });

  for (const method of ['PUT', 'DELETE'] as const) {
    const body = method === 'PUT' ? { postId } : undefined;
    expect(await world.request(path, { method, as: bob, body })).toMatchObject({ status: 403 });
    expect(await world.request(path, { method, body })).toMatchObject({ status: 401 });
  }
  expect(await world.request(path, { method: 'DELETE', as: alice })).toMatchObject({ status: 200 });
  expect(await world.request(path, { as: alice })).toMatchObject({ status: 404 });
  expect((await feedOf(bob)).map(({ _id }) => _id)).toEqual([other]);
});

test('links that are passed on begin with the configured address, for visitors too', async () => {
  expect(await world.visitor.shares.linkBase()).toEqual({ publicUrl: 'https://gatherwell.test' });
});
