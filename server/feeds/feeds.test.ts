import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { setUpWorld } from '../testing/cast.ts';
import { runsOf } from '../testing/database.ts';
import type { Person } from '../testing/world.ts';

describe('a feed', () => {
  const world = setUpWorld();

  const publish = (as: Person, title: string, more: { impactAreas?: string[] } = {}) =>
    world.as(as).posts.create({ postType: 'general', title, description: '', isActive: true, ...more });

  const titles = async (reader: Person) =>
    (await world.as(reader).feeds.home({})).items.map((post) => post.title);

  const share = (person: Person, postId: string, at = world.ports.clock.now()) =>
    world.db
      .insertInto('shares')
      .values({ id: uuid(), user_id: person._id, post_id: postId, created_at: at })
      .execute();

  it('has the posts of organizations followed, and no others', async () => {
    const [alice, carol, dan] = [
      await world.individual('alice'),
      await world.organization('carol'),
      await world.organization('dan'),
    ];
    await world.as(alice).follows.follow({ followerId: alice._id, followingId: carol._id });
    await publish(carol, 'Soup night');
    await publish(dan, 'Choir');
    expect(await titles(alice)).toEqual(['Soup night']);
    expect(await titles(carol)).toEqual(['Soup night']);
  });

  it('shows which friend shared a post, unless the friend keeps that private', async () => {
    const [alice, bob, eve] = [
      await world.individual('alice'),
      await world.individual('bob'),
      await world.individual('eve', { show_activity: 'no-one' }),
    ];
    const carol = await world.organization('carol');
    await world.befriend(alice, bob);
    await world.befriend(eve, alice);
    const [shared, hidden] = [await publish(carol, 'Book swap'), await publish(carol, 'Quiz')];
    await share(bob, shared._id);
    await share(eve, hidden._id);
    const { items } = await world.as(alice).feeds.home({});
    expect(items.map(({ title, sharedBy, sharedByName }) => [title, sharedBy, sharedByName])).toEqual([
      ['Book swap', bob._id, bob.name],
    ]);
  });

  it('needs a session', async () => {
    await expect(world.visitor.feeds.home({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('is, page by page, exactly what it is defined to be', async () => {
    const scenario = fc.record({
      organizations: fc.array(fc.record({ followed: fc.boolean() }), { minLength: 1, maxLength: 6 }),
      friends: fc.array(fc.constantFrom('Public', 'friends', 'no-one'), { maxLength: 3 }),
      readerAreas: fc.subarray([0, 1, 2]),
      posts: fc.array(
        fc.record({
          organization: fc.nat(5),
          // Few different instants: most posts share theirs with others.
          minute: fc.nat(6),
          areas: fc.subarray([0, 1, 2]),
          isActive: fc.boolean(),
          shares: fc.array(fc.record({ friend: fc.nat(2), minute: fc.integer({ min: 0, max: 9 }) }), {
            maxLength: 3,
          }),
        }),
        { maxLength: 25 },
      ),
      limit: fc.integer({ min: 1, max: 7 }),
    });

    await fc.assert(
      fc.asyncProperty(scenario, async ({ organizations, friends, readerAreas, posts, limit }) => {
        // Causes of this run alone, so that posts of earlier ones do not match.
        const areas = [0, 1, 2].map((area) => `${area}-${uuid()}`);
        await world.db
          .insertInto('impact_areas')
          .values(areas.map((area) => ({ id: area, name: area })))
          .execute();
        const instant = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
        const reader = await world.individual('reader');
        const creators = await Promise.all(
          organizations.map(({ followed }, index) =>
            world.organization(`creator ${index}`).then((person) => ({ person, followed })),
          ),
        );
        const people = await Promise.all(
          friends.map((show_activity) =>
            world.individual('friend', { show_activity }).then((person) => ({ person, show_activity })),
          ),
        );
        for (const { person } of people) await world.befriend(reader, person);
        for (const { person, followed } of creators)
          if (followed)
            await world.as(reader).follows.follow({ followerId: reader._id, followingId: person._id });
        for (const area of readerAreas)
          await world.db
            .insertInto('user_impact_areas')
            .values({ user_id: reader._id, impact_area_id: areas[area] ?? '' })
            .execute();

        const expected: { id: string; at: number }[] = [];
        for (const post of posts) {
          const creator = creators[post.organization % creators.length];
          if (!creator) continue;
          world.ports.clock.set(instant(post.minute));
          const { _id: id } = await world.as(creator.person).posts.create({
            postType: 'general',
            title: 'A post',
            description: '',
            isActive: post.isActive,
            impactAreas: post.areas.map((area) => areas[area] ?? ''),
          });
          const sharedAt: number[] = [];
          const sharers = new Map(post.shares.map(({ friend, minute }) => [friend, minute]));
          for (const [friend, minute] of sharers) {
            const sharer = people[friend];
            if (!sharer) continue;
            await share(sharer.person, id, instant(minute));
            if (sharer.show_activity !== 'no-one') sharedAt.push(instant(minute).getTime());
          }
          const isMine = creator.followed || post.areas.some((area) => readerAreas.includes(area));
          if (!post.isActive || (!isMine && sharedAt.length === 0)) continue;
          expected.push({
            id,
            at: sharedAt.length > 0 ? Math.max(...sharedAt) : instant(post.minute).getTime(),
          });
        }
        expected.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));

        const walked: string[] = [];
        let cursor: string | null | undefined;
        do {
          const page = await world.as(reader).feeds.home({ limit, cursor });
          walked.push(...page.items.map((post) => post._id));
          expect(page.items.length === limit || page.cursor === null).toBe(true);
          cursor = page.cursor;
        } while (cursor);
        expect(walked).toEqual(expected.map(({ id }) => id));
      }),
      {
        numRuns: runsOf(25),
        examples: [
          [
            {
              // A post of two of the reader's areas stands once, and takes up one place.
              organizations: [{ followed: false }],
              friends: [],
              readerAreas: [1, 2],
              posts: [[2], [1, 2]].map((areas) => ({
                organization: 0,
                minute: 0,
                areas,
                isActive: true,
                shares: [],
              })),
              limit: 1,
            },
          ],
        ],
      },
    );
  }, 120_000);
});
