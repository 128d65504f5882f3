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
let id: string;
beforeEach(async () => {
  world.ports.clock.set(now);
  alice = await world.individual('alice');
  bob = await world.individual('bob');
  carol = await world.organization('carol');
  id = (await world.as(carol).posts.create(fullPosts.volunteering))._id;
});

const view = (person: Person, postId = id) => world.as(person).posts.view({ id: postId });
const summary = () => world.as(carol).posts.viewerSummary({ id: carol._id });
const draftOf = async (person: Person) =>
  (await world.as(person).posts.create({ ...fullPosts.general, isActive: false }))._id;

describe('looking at a post', () => {
  test('counts everybody once, and not the organization itself', async () => {
    await view(alice);
    await Promise.all([view(alice), view(bob), view(bob)]);
    await view(carol);
    expect(await world.as(bob).posts.byId({ id })).toMatchObject({ views: 2 });
    expect(await view(alice)).toEqual({ views: 2 });
    expect(await summary()).toEqual({ totalViewers: 2, totalNewViewers: 2 });
  });

  test('of what may not be seen is rejected', async () => {
    await expect(view(alice, await draftOf(carol))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is listed for the organization, newest first, by post and for all posts', async () => {
    const other = (await world.as(carol).posts.create(fullPosts.general))._id;
    await view(alice);
    world.ports.clock.advance(8 * day);
    await view(bob);
    await view(alice, other);
    const ofPost = await world.request(`/api/posts/${id}/viewers`, { as: carol });
    expect(ofPost.data.items).toMatchObject([
      {
        viewerId: bob._id,
        viewerName: 'Bob Example',
        viewerFirstName: 'Bob',
        viewerLastName: 'Example',
        viewerUserType: 'individual',
        viewerProfilePicture: null,
      },
      { viewerId: alice._id, viewedAt: now.toISOString() },
    ]);
    const first = await world.as(carol).posts.viewersOfAll({ id: carol._id, limit: 1 });
    const rest = await world.as(carol).posts.viewersOfAll({ id: carol._id, limit: 1, cursor: first.cursor });
    expect([...first.items, ...rest.items].map(({ viewer }) => viewer._id)).toEqual([bob._id, alice._id]);
    expect(rest.cursor).toBeNull();
    expect(await summary()).toEqual({ totalViewers: 2, totalNewViewers: 1 });
  });

  test('counts, but does not name, who is not to be found', async () => {
    const dan = await world.individual('dan', { is_user_searchable: false });
    await view(dan);
    expect((await world.as(carol).posts.viewers({ id })).items).toEqual([]);
    expect(await summary()).toMatchObject({ totalViewers: 1 });
  });
});

describe('statistics', () => {
  test('are those of six months, of a post or of all', async () => {
    world.ports.clock.set(new Date('2026-06-30T23:59:59.999Z'));
    await view(alice);
    world.ports.clock.set(new Date('2026-05-31T23:59:59.999Z'));
    await view(bob);
    world.ports.clock.set(now);
    await world.as(alice).posts.interested({ id });
    await world.as(bob).posts.interested({ id });
    await world.as(bob).posts.going({ id });
    const other = (await world.as(carol).posts.create(fullPosts.general))._id;
    await view(bob, other);
    await world.as(bob).posts.like({ id: other });

    const ofPost = await world.as(carol).posts.statistics({ id });
    expect(ofPost.viewerStatisticsOfLastSixMonths).toEqual([
      { label: 'Jun 2026', views: 1 },
      { label: 'Jul 2026', views: 0 },
      { label: 'Aug 2026', views: 0 },
      { label: 'Sep 2026', views: 0 },
      { label: 'Oct 2026', views: 0 },
      { label: 'Nov 2026', views: 0 },
    ]);
    expect(ofPost.interactionStatisticsOfLastSixMonths.at(-1)).toEqual({
      label: 'Nov 2026',
      liked: 0,
      interested: 2,
      going: 1,
    });
    const ofAll = await world.as(carol).posts.statistics({ id: carol._id });
    expect(ofAll.viewerStatisticsOfLastSixMonths.map(({ views }) => views)).toEqual([1, 0, 0, 0, 0, 1]);
    expect(ofAll.interactionStatisticsOfLastSixMonths.at(-1)).toMatchObject({ liked: 1, interested: 2 });
  });
});

describe('who follows a post', () => {
  test('is everybody who reacted to it, once each', async () => {
    await world.as(alice).posts.interested({ id });
    world.ports.clock.advance(1_000);
    await world.as(bob).posts.interested({ id });
    world.ports.clock.advance(1_000);
    await world.as(alice).posts.going({ id });
    const { data } = await world.request(`/api/posts/${id}/followers`, { as: bob });
    expect(data.items).toMatchObject([
      { userId: alice._id, userName: 'Alice Example', liked: false, interested: true, going: true },
      { userId: bob._id, userType: 'individual', liked: false, interested: true, going: false },
    ]);
    await world.as(bob).posts.cancelInterested({ id });
    expect((await world.as(alice).posts.followers({ id })).items).toHaveLength(1);
  });

  it('lists everybody once, page by page, also who reacted again later', async () => {
    const people = [alice, bob, await world.individual('dan'), await world.individual('erin')];
    const [first, second, third, fourth] = people;
    for (const [person, reaction] of [
      [first, 'interested'],
      [second, 'interested'],
      [third, 'going'],
      [fourth, 'going'],
      [second, 'going'],
      [first, 'going'],
      [third, 'interested'],
    ] as const) {
      world.ports.clock.advance(1_000);
      if (person) await world.as(person).posts[reaction]({ id });
    }
    const listed: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await world.as(bob).posts.followers({ id, limit: 1, cursor });
      listed.push(...page.items.map(({ user }) => user._id));
      ({ cursor } = page);
    } while (cursor !== null);
    expect(listed).toEqual([third, first, second, fourth].map((person) => person?._id));
  });

  test('leaves out who hides their activity, except from themselves', async () => {
    const dan = await world.individual('dan', { show_activity: 'no-one' });
    await world.as(dan).posts.interested({ id });
    expect((await world.as(carol).posts.followers({ id })).items).toEqual([]);
    expect((await world.as(dan).posts.followers({ id })).items).toHaveLength(1);
  });
});

describe('other orders', () => {
  const dated = (startDateTime: string, endDateTime: string) =>
    world.as(carol).posts.create({ ...fullPosts.event, startDateTime, endDateTime });

  test('what is to come has the next one first, page by page, and drafts are not in it', async () => {
    const carols = { filters: { creatorId: carol._id, postTypes: ['event' as const] }, limit: 1 };
    const far = await dated('2026-12-24T10:00:00.000Z', '2026-12-24T11:00:00.000Z');
    const near = await dated('2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z');
    await dated('2026-11-21T11:59:59.999Z', '2026-11-21T13:00:00.000Z');
    await world.as(carol).posts.create({ ...fullPosts.event, isActive: false });
    const first = await world.as(alice).posts.upcoming(carols);
    const rest = await world.as(alice).posts.upcoming({ ...carols, cursor: first.cursor });
    expect([...first.items, ...rest.items].map(({ _id }) => _id)).toEqual([near._id, far._id]);
    expect(rest.cursor).toBeNull();
  });

  test('what is over has the latest end first', async () => {
    const earlier = await dated('2026-11-01T10:00:00.000Z', '2026-11-01T11:00:00.000Z');
    const later = await dated('2026-11-20T10:00:00.000Z', '2026-11-21T12:00:00.000Z');
    const { items } = await world.as(carol).posts.recentlyEnded({});
    expect(items.map(({ _id }) => _id)).toEqual([later._id, earlier._id]);
  });

  test('the gallery has the pictures of what is published, with the post that they are of', async () => {
    const path = 'a'.repeat(64);
    const draft = await draftOf(carol);
    for (const post_id of [id, draft])
      await world.db
        .insertInto('post_images')
        .values(
          [0, 1].map((position) => ({
            post_id,
            position,
            path,
            width: 800,
            height: 600,
            description: `Picture ${position}`,
            created_at: now,
          })),
        )
        .execute();
    const { items } = await world.visitor.posts.gallery({ id: carol._id });
    expect(items).toEqual(
      [0, 1].map((position) => ({
        path,
        width: 800,
        height: 600,
        description: `Picture ${position}`,
        createdAt: now.toISOString(),
        postId: id,
        postType: 'volunteering',
        title: 'Soup night',
      })),
    );
  });
});
