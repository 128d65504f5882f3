import { expect, test } from 'vitest';
import { setUpWorld } from '../testing/cast.ts';
import { addLookups, fullPosts } from '../testing/posts.ts';
import type { Person } from '../testing/world.ts';

const world = setUpWorld(addLookups);

const openFor = async (person: Person) =>
  (await world.as(person).profiles.checklist()).filter(({ isDone }) => !isDone).map(({ item }) => item);

test('an individual is asked for what is still open, and for nothing twice', async () => {
  const alice = await world.newcomer('individual');
  const carol = await world.organization('carol');
  const { profiles, follows } = world.as(alice);
  expect(await openFor(alice)).toEqual(['basic-info', 'involvement', 'follow']);
  await profiles.saveBasicInfo({
    id: alice._id,
    firstName: 'Alice',
    lastName: 'Nilsen',
    address: { code: '19104' },
  });
  expect(await openFor(alice)).toEqual(['involvement', 'follow']);
  await profiles.saveInvolvement({ id: alice._id, impactAreas: ['hunger'] });
  expect(await openFor(alice)).toEqual(['follow']);
  await follows.follow({ followerId: alice._id, followingId: carol._id });
  expect(await openFor(alice)).toEqual([]);
  // Whoever has done it all hears of what is undone again.
  await follows.unfollow({ followerId: alice._id, followingId: carol._id });
  expect(await openFor(alice)).toEqual(['follow']);
});

test('an organization is asked for its own, up to the first post', async () => {
  const dan = await world.newcomer('organization');
  const { profiles, posts } = world.as(dan);
  expect(await openFor(dan)).toEqual(['basic-info', 'service-info', 'internal-link', 'first-post']);
  await profiles.saveBasicInfo({ id: dan._id, name: 'Dan’s Kitchen' });
  await profiles.saveServiceInfo({ id: dan._id, impactAreas: ['hunger'] });
  await profiles.saveInternalLink({ id: dan._id, blog: 'https://example.org/blog' });
  expect(await openFor(dan)).toEqual(['first-post']);
  await posts.create({ ...fullPosts.general, isActive: false });
  expect(await openFor(dan)).toEqual(['first-post']);
  await posts.create(fullPosts.general);
  expect(await openFor(dan)).toEqual([]);
});

test('nobody else is asked for anything', async () => {
  expect(await world.as(await world.admin('eve')).profiles.checklist()).toEqual([]);
  await expect(world.visitor.profiles.checklist()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});
