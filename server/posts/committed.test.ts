import { beforeEach, describe, expect, test } from 'vitest';
import type { Audience } from '#db/tables/profiles.ts';
import { setUpCast } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';
import type { InterestType } from './post-rules.schema.ts';

const { world, alice, bob, carol } = setUpCast();

let post: string;
beforeEach(async () => {
  post = await publish();
});

const publish = async (isActive = true) =>
  (await world.as(carol).posts.create({ postType: 'event', title: 'Soup night', isActive }))._id;
const committed = (as: Person, interestType: InterestType = 'liked', more: object = {}) =>
  world.as(as).posts.committed({ id: post, interestType, ...more });
const namesFor = async (as: Person, interestType: InterestType = 'liked') =>
  (await committed(as, interestType)).items.map(({ name }) => name);

describe('who reacted to a post', () => {
  test('is listed by reaction, those who reacted last first', async () => {
    const dan = await world.organization('dan');
    world.ports.clock.set(new Date('2026-11-21T10:00:00Z'));
    for (const person of [alice, dan, bob]) {
      world.ports.clock.advance(1000);
      await world.as(person).posts.like({ id: post });
    }
    await world.as(bob).posts.going({ id: post });
    expect(await namesFor(carol)).toEqual([bob.name, dan.name, alice.name]);
    expect(await namesFor(alice, 'going')).toEqual([bob.name]);
    expect(await namesFor(alice, 'interested')).toEqual([]);

    await world.as(dan).posts.cancelLike({ id: post });
    expect(await namesFor(carol)).toEqual([bob.name, alice.name]);
  });

  test('comes as lists show people, with what there is between them and the caller', async () => {
    await world.befriend(alice, bob);
    await world.as(bob).posts.like({ id: post });
    const { data } = await world.request(`/api/posts/${post}/committed/?interestType=liked`, { as: alice });
    expect(data).toEqual({
      items: [
        {
          _id: bob._id,
          userType: 'individual',
          name: bob.name,
          firstName: 'Bob',
          lastName: 'Example',
          profilePicture: null,
          userId: bob._id,
          userFirstName: 'Bob',
          userLastName: 'Example',
          userName: bob.name,
          userProfilePicture: null,
          relation: {
            follows: false,
            followsBack: false,
            endorses: false,
            friendship: { _id: expect.any(String), status: 'accepted', senderId: alice._id },
          },
        },
      ],
      cursor: null,
    });
  });

  test('comes page by page, also where many reacted at the same instant', async () => {
    world.ports.clock.set(new Date('2026-11-21T10:00:00Z'));
    const people = await Promise.all(Array.from({ length: 7 }, () => world.individual('eve')));
    for (const person of people) await world.as(person).posts.like({ id: post });
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof committed>> = await committed(carol, 'liked', {
        limit: 3,
        cursor,
      });
      walked.push(...page.items.map(({ _id }) => _id));
      cursor = page.cursor;
    } while (cursor);
    expect(walked).toEqual(people.map(({ _id }) => _id).sort((a, b) => (a < b ? 1 : -1)));
  });
});

describe('whom privacy leaves out', () => {
  /** A user who likes the post and shows it to these; a friend of bob's, who is a friend of alice's. */
  async function liker(show_activity: Audience) {
    const eve = await world.individual('eve', { show_activity });
    await world.befriend(eve, bob);
    await world.befriend(bob, alice);
    await world.as(eve).posts.like({ id: post });
    return eve;
  }

  test.each<[Audience, { friend: boolean; friendOfFriend: boolean; organization: boolean }]>([
    ['Public', { friend: true, friendOfFriend: true, organization: true }],
    ['friends-of-friends', { friend: true, friendOfFriend: true, organization: false }],
    ['friends', { friend: true, friendOfFriend: false, organization: false }],
    ['no-one', { friend: false, friendOfFriend: false, organization: false }],
  ])('those who show it to others only: %s', async (audience, sees) => {
    const eve = await liker(audience);
    const list = (seen: boolean) => (seen ? [eve.name] : []);
    expect(await namesFor(bob)).toEqual(list(sees.friend));
    expect(await namesFor(alice)).toEqual(list(sees.friendOfFriend));
    expect(await namesFor(carol)).toEqual(list(sees.organization));
    expect(await namesFor(eve)).toEqual([eve.name]);
    expect((await world.visitor.posts.byId({ id: post })).counts.liked).toBe(1);
  });

  test('those who are not to be found, except from themselves', async () => {
    const eve = await world.individual('eve', { is_user_searchable: false });
    for (const person of [eve, alice]) await world.as(person).posts.like({ id: post });
    expect(await namesFor(carol)).toEqual([alice.name]);
    expect((await namesFor(eve)).sort()).toEqual([alice.name, eve.name]);
  });

  test('pages stay full', async () => {
    world.ports.clock.set(new Date('2026-11-21T10:00:00Z'));
    for (const [name, show_activity] of [
      ['alice', 'Public'],
      ['eve', 'no-one'],
      ['eve', 'no-one'],
      ['bob', 'Public'],
    ] as const) {
      world.ports.clock.advance(1000);
      await world.as(await world.individual(name, { show_activity })).posts.like({ id: post });
    }
    const { items, cursor } = await committed(carol, 'liked', { limit: 2 });
    expect(items.map(({ firstName }) => firstName)).toEqual(['Bob', 'Alice']);
    expect(cursor).toBeNull();
  });
});

describe('the list', () => {
  test('of a draft is its organization’s', async () => {
    post = await publish(false);
    await expect(committed(alice)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Post is not available',
    });
    expect((await committed(carol)).items).toEqual([]);
  });

  test('needs a session and one of the three reactions', async () => {
    const address = `/api/posts/${post}/committed/`;
    expect(await world.request(`${address}?interestType=liked`)).toMatchObject({ status: 401 });
    for (const query of ['', '?interestType=disliked', '?interestType=liked&cursor=x'])
      expect(await world.request(address + query, { as: alice })).toMatchObject({ status: 400 });
    expect(await world.request(`${address}?interestType=going`, { as: alice })).toMatchObject({
      status: 200,
      data: { items: [], cursor: null },
    });
  });
});
