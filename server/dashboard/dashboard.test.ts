import { beforeEach, describe, expect, it, test } from 'vitest';
import { setUpWorld } from '../testing/cast.ts';
import { addLookups, fullPosts } from '../testing/posts.ts';
import type { Person } from '../testing/world.ts';

const world = setUpWorld(addLookups);

const now = new Date('2026-11-21T12:00:00.000Z');
const day = 24 * 3_600_000;
let alice: Person;
let bob: Person;
let carol: Person;
beforeEach(async () => {
  world.ports.clock.set(now);
  alice = await world.individual('alice');
  bob = await world.individual('bob');
  carol = await world.organization('carol');
});

const event = (startDateTime: string, endDateTime: string, title = 'Soup night') =>
  world.as(carol).posts.create({ ...fullPosts.event, title, startDateTime, endDateTime });
const follow = (person: Person) =>
  world.as(person).follows.follow({ followerId: person._id, followingId: carol._id });

describe('the dashboard', () => {
  it('returns what single calls return', async () => {
    await follow(alice);
    await world.as(alice).endorsements.endorse({ endorserId: alice._id, endorseeId: carol._id });
    const ended = await event('2026-11-01T10:00:00.000Z', '2026-11-01T11:00:00.000Z');
    const later = await event('2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z');
    const far = await event('2026-12-24T10:00:00.000Z', '2026-12-24T11:00:00.000Z');
    const near = await event('2026-11-22T10:00:00.000Z', '2026-11-22T11:00:00.000Z');
    await world.as(alice).posts.view({ id: ended._id });
    await world.as(alice).posts.like({ id: ended._id });
    world.ports.clock.advance(8 * day);
    await follow(bob);
    await world.as(bob).posts.like({ id: ended._id });
    await world.as(alice).posts.like({ id: later._id });

    const me = world.as(carol);
    const { data } = await world.request('/api/dashboard', { as: carol });
    expect(data.summary).toEqual({
      ...(await me.follows.summary({ id: carol._id })),
      ...(await me.endorsements.summary({ id: carol._id })),
      ...(await me.posts.viewerSummary({ id: carol._id })),
      ...(await me.wallet.balance({})),
    });
    expect(data.summary).toMatchObject({
      totalFollowers: 2,
      totalNewFollowers: 1,
      totalEndorsers: 1,
      totalNewEndorsers: 0,
    });
    expect(data.statistics).toEqual(await me.posts.statistics({ id: carol._id }));
    expect(data.upcoming).toEqual((await me.posts.upcoming({ filters: { creatorId: carol._id } })).items);
    expect(data.upcoming).toMatchObject([{ _id: far._id }]);
    expect(data.recentlyEnded.map(({ post }: { post: unknown }) => post)).toEqual(
      (await me.posts.recentlyEnded({})).items,
    );
    expect(data.recentlyEnded).toMatchObject([
      { post: { _id: near._id }, interactedUsers: [] },
      { post: { _id: later._id }, interactedUsers: [{ userId: alice._id, userName: 'Alice Example' }] },
      {
        post: { _id: ended._id },
        interactedUsers: [
          {
            userId: bob._id,
            userType: 'individual',
            userName: 'Bob Example',
            userFirstName: 'Bob',
            userLastName: 'Example',
            userProfilePicture: null,
          },
          { userId: alice._id },
        ],
      },
    ]);
  });

  it('does not name who hides their activity, or themselves', async () => {
    const { _id: id } = await event('2026-11-01T10:00:00.000Z', '2026-11-01T11:00:00.000Z');
    const quiet = await world.individual('dan', { show_activity: 'no-one' });
    const unfound = await world.individual('erin', { is_user_searchable: false });
    for (const person of [alice, quiet, unfound]) await world.as(person).posts.like({ id });
    const { recentlyEnded } = await world.as(carol).dashboard.overview();
    expect(recentlyEnded).toMatchObject([
      { post: { counts: { liked: 3 } }, interactedUsers: [{ userId: alice._id }] },
    ]);
  });

  it('is nobody else’s', async () => {
    const drafted = await world.organization('dan');
    await world.as(drafted).posts.create({ ...fullPosts.general, isActive: false });
    await follow(alice);
    const { summary, upcoming } = await world.as(drafted).dashboard.overview();
    expect(summary).toMatchObject({ totalFollowers: 0 });
    expect(upcoming).toEqual([]);
    expect(await world.request('/api/dashboard', { as: alice })).toMatchObject({ status: 403, data: null });
  });
});

test('lists of people are searched by name', async () => {
  await follow(alice);
  await follow(bob);
  for (const person of [alice, bob]) {
    await world.as(person).endorsements.endorse({ endorserId: person._id, endorseeId: carol._id });
    await world
      .as(person)
      .posts.view({ id: (await event('2026-11-22T10:00:00.000Z', '2026-11-22T11:00:00.000Z'))._id });
  }
  const me = world.as(carol);
  const search = async (name: string) => [
    (await me.follows.followers({ id: carol._id, name })).items.map(({ followerId }) => followerId),
    (await me.endorsements.endorsers({ id: carol._id, name })).items.map(({ endorserId }) => endorserId),
    (await me.posts.viewersOfAll({ id: carol._id, name })).items.map(({ viewer }) => viewer._id),
  ];
  const [onlyAlice, nobody] = [[alice._id], []];
  expect(await search('ali exam')).toEqual([onlyAlice, onlyAlice, onlyAlice]);
  // Of the words only the first eight count.
  expect((await search('a a a a a a a a zoe'))[0]).toEqual(onlyAlice);
  expect(await search('carol')).toEqual([nobody, nobody, nobody]);
  expect((await search(' '))[0]).toHaveLength(2);
});
