import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { readEvents } from '../events/events.queries.ts';
import { setUpCast } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';
import { type InterestType, interestTypes, type PostType, postTypes } from './post-rules.schema.ts';

const { world, alice, bob, carol } = setUpCast();

const title = 'Soup night';
const publish = async (postType: PostType = 'general', isActive = true) =>
  (await world.as(carol).posts.create({ postType, title, isActive }))._id;
const react = (id: string, action: string, as?: Person) =>
  world.request(`/api/posts/${id}/${action}`, { method: 'POST', ...(as && { as }) });

const actions = {
  liked: ['like', 'cancel-like'],
  interested: ['interested', 'cancel-interested'],
  going: ['going', 'cancel-going'],
} as const satisfies Record<InterestType, readonly [string, string]>;
const allActions = Object.values(actions).flat();
const nothing = { liked: false, interested: false, going: false };
const none = { liked: 0, interested: 0, going: 0 };

const notificationsOf = async (person: Person) => (await world.as(person).notifications.list({})).items;
const eventsOf = async (person: Person) => readEvents(world.db, person._id, 0);

/** What the rows contain, to compare the counters with. */
async function countRows(postId: string) {
  return world.db
    .selectFrom('post_interests')
    .select((eb) => [
      eb.fn.count<number>('liked_at').as('liked'),
      eb.fn.count<number>('interested_at').as('interested'),
      eb.fn.count<number>('going_at').as('going'),
    ])
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow();
}
const countsOf = async (id: string) => (await world.visitor.posts.byId({ id })).counts;

describe('which reactions are possible', () => {
  /** The specification's table. */
  const table: Record<PostType, readonly InterestType[]> = {
    event: ['liked', 'going'],
    project: ['interested'],
    volunteering: ['interested', 'going'],
    'in-kind': ['interested'],
    general: ['liked'],
    advocacy: ['interested'],
  };
  const cases = postTypes.flatMap((postType) =>
    interestTypes.map((interest) => ({ postType, interest, allowed: table[postType].includes(interest) })),
  );

  test.each(cases.filter(({ allowed }) => allowed))(
    '$interest of $postType',
    async ({ postType, interest }) => {
      const id = await publish(postType);
      const [say, takeBack] = actions[interest];
      for (const [action, on] of [
        [say, true],
        [say, true],
        [takeBack, false],
        [takeBack, false],
      ] as const) {
        const interests = [{ userId: alice._id, ...nothing, [interest]: on }];
        const counts = { ...none, [interest]: on ? 1 : 0 };
        expect(await react(id, action, alice)).toMatchObject({
          status: 200,
          success: true,
          data: { postId: id, interests, counts },
        });
        const post = (await world.request(`/api/posts/${id}`, { as: alice })).data;
        expect([post.interests, post.counts]).toEqual([on ? interests : [], counts]);
        expect((await world.as(bob).posts.byId({ id })).interests).toEqual([]);
      }
    },
  );

  const sentences = {
    liked: 'Posts of this type cannot be liked.',
    interested: 'Posts of this type do not ask who is interested.',
    going: 'Nobody can go to posts of this type.',
  };
  test.each(cases.filter(({ allowed }) => !allowed))(
    'not $interest of $postType',
    async ({ postType, interest }) => {
      const id = await publish(postType);
      for (const action of actions[interest])
        expect(await react(id, action, alice)).toMatchObject({
          status: 400,
          success: false,
          data: null,
          message: sentences[interest],
        });
      expect(await countRows(id)).toEqual(none);
      expect(await eventsOf(alice)).toEqual([]);
    },
  );

  test('is each for itself', async () => {
    const id = await publish('volunteering');
    await react(id, 'interested', alice);
    await react(id, 'going', alice);
    const { data } = await react(id, 'cancel-interested', alice);
    expect(data).toMatchObject({
      interests: [{ ...nothing, going: true }],
      counts: { ...none, going: 1 },
    });
  });

  test('needs a session and a post that is published; of others nothing is returned', async () => {
    const [published, draft] = [await publish('event'), await publish('event', false)];
    const notThere = { status: 404, success: false, data: null, message: 'Post is not available' };
    for (const action of allActions) {
      expect(await react(published, action)).toMatchObject({ status: 401 });
      for (const id of [draft, uuid()])
        for (const as of [alice, carol]) expect(await react(id, action, as)).toMatchObject(notThere);
      expect(await react('not-an-id', action, alice)).toMatchObject({ status: 400 });
    }
    expect(await react(published, 'like', alice)).toMatchObject({ status: 200 });
  });

  test('is not going to what has ended, by its end or an hour after its start; that can be taken back', async () => {
    const inMinutes = (minutes: number) =>
      new Date(world.ports.clock.now().getTime() + minutes * 60_000).toISOString();
    const dated = (start: number, end?: number) => ({
      postType: 'volunteering' as const,
      title,
      isActive: true,
      startDateTime: inMinutes(start),
      endDateTime: end === undefined ? null : inMinutes(end),
      timeZone: 'UTC',
    });
    for (const [open, ended] of [
      [dated(-120, 1), dated(-120, -1)],
      [dated(-59), dated(-61)],
    ] as const) {
      const id = (await world.as(carol).posts.create(open))._id;
      expect(await react(id, 'going', alice)).toMatchObject({ status: 200 });
      await world.as(carol).posts.update({ id, ...ended });
      expect(await react(id, 'going', bob)).toMatchObject({
        status: 409,
        success: false,
        message: 'This has ended, so nobody can go anymore.',
      });
      expect(await countRows(id)).toEqual({ ...none, going: 1 });
      expect(await countsOf(id)).toEqual({ ...none, going: 1 });
      // A retry of what was done returns the same.
      expect(await react(id, 'going', alice)).toMatchObject({ status: 200, data: { counts: { going: 1 } } });
      expect(await react(id, 'interested', bob)).toMatchObject({ status: 200 });
      expect(await react(id, 'cancel-going', alice)).toMatchObject({ status: 200 });
    }
    const going = (await notificationsOf(carol)).filter(({ type }) => type === 'going');
    expect(going.map(({ senderId }) => senderId)).toEqual([alice._id, alice._id]);
  });

  test('is set for oneself: fields in a body are rejected', async () => {
    const id = await publish();
    const send = (body: object) =>
      world.request(`/api/posts/${id}/like`, { method: 'POST', as: alice, body });
    for (const body of [{ userId: bob._id }, { liked: true }, { count: 100 }])
      expect(await send(body)).toMatchObject({ status: 400 });
    expect(await send({})).toMatchObject({ status: 200 });
  });
});

describe('counting', () => {
  test('20 people at once count 20, and take back to 0', async () => {
    const id = await publish();
    const crowd = await Promise.all(Array.from({ length: 20 }, () => world.individual('eve')));
    await Promise.all(crowd.map((person) => react(id, 'like', person)));
    expect([await countsOf(id), await countRows(id)]).toEqual(Array(2).fill({ ...none, liked: 20 }));
    await Promise.all(crowd.map((person) => react(id, 'cancel-like', person)));
    expect([await countsOf(id), await countRows(id)]).toEqual(Array(2).fill(none));
  });

  test('one who reacts 20 times at once counts 1, and the log has it once', async () => {
    const id = await publish();
    const answers = await Promise.all(Array.from({ length: 20 }, () => react(id, 'like', alice)));
    for (const answer of answers) expect(answer.data.counts.liked).toBe(1);
    expect(await eventsOf(alice)).toHaveLength(1);
  });

  test('counters are what the rows show, whoever reacts and takes back what at once', async () => {
    const step = fc.record({
      person: fc.nat(2),
      interest: fc.constantFrom<InterestType[]>('interested', 'going'),
      on: fc.boolean(),
    });
    const people = [alice, bob, await world.individual('eve')];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
        async (rounds) => {
          const id = await publish('volunteering');
          for (const round of rounds) {
            const answers = await Promise.all(
              round.map(({ person, interest, on }) => {
                const [say, takeBack] = actions[interest];
                return react(id, on ? say : takeBack, people[person]);
              }),
            );
            expect(answers.map(({ status }) => status)).toEqual(round.map(() => 200));
            expect(await countsOf(id)).toEqual(await countRows(id));
          }
          // Said one after the other, the last word counts.
          const last = new Map<string, boolean>();
          for (const { person, interest, on } of rounds.flat()) {
            const [say, takeBack] = actions[interest];
            await react(id, on ? say : takeBack, people[person]);
            last.set(`${person} ${interest}`, on);
          }
          for (const [index, person] of people.entries()) {
            const { interests } = await world.as(person).posts.byId({ id });
            for (const interest of ['interested', 'going'] as const)
              expect(interests[0]?.[interest] ?? false).toBe(last.get(`${index} ${interest}`) ?? false);
          }
          expect(await countsOf(id)).toEqual(await countRows(id));
        },
      ),
      { numRuns: 15 },
    );
  }, 120_000);

  test('who reacts while the post is deleted gets an answer, and nothing is left', async () => {
    const people = [alice, bob, await world.individual('eve'), await world.individual('dan')];
    for (let round = 0; round < 10; round++) {
      const id = await publish();
      const [removed, ...answers] = await Promise.all([
        world.request(`/api/posts/${id}`, { method: 'DELETE', as: carol }),
        ...people.map((person) => react(id, 'like', person)),
      ]);
      expect(removed.status).toBe(200);
      for (const { status } of answers) expect([200, 404]).toContain(status);
      expect(await countRows(id)).toEqual(none);
    }
  });
});

describe('who gets to know', () => {
  test('the organization, once for each who reacted, however often', async () => {
    const id = await publish('event');
    for (let round = 0; round < 3; round++)
      for (const action of ['like', 'cancel-like', 'going', 'cancel-going']) await react(id, action, alice);
    await react(id, 'like', bob);
    const lines = await notificationsOf(carol);
    expect(lines.map(({ type, totalSenders, senderId }) => [type, totalSenders, senderId])).toEqual([
      ['like', 2, bob._id],
      ['going', 1, alice._id],
    ]);
    expect(lines[0]?.postId).toEqual({ _id: id, postType: 'event', title, isInvited: false });
    const told = (await eventsOf(carol)).filter(({ type }) => type === 'notification-upserted');
    expect(told).toHaveLength(3);
  });

  test('the organization, at once, under the name that each thing has', async () => {
    const names = { liked: 'like', interested: 'interest', going: 'going' };
    for (const [postType, interest] of [
      ['general', 'liked'],
      ['project', 'interested'],
      ['volunteering', 'going'],
    ] as const) {
      const id = await publish(postType);
      await react(id, actions[interest][0], alice);
      expect((await eventsOf(carol)).slice(-2)).toMatchObject([
        {
          type: 'notification-upserted',
          payload: { notification: { type: names[interest], senderId: alice._id, postId: { _id: id } } },
        },
        { type: 'notification-count' },
      ]);
    }
  });

  test('not of those who keep from it what they do, or themselves', async () => {
    const id = await publish('event');
    for (const privacy of [
      { show_activity: 'no-one' },
      { show_activity: 'friends' },
      { is_user_searchable: false },
      { show_on_search: 'never' },
    ] as const) {
      const eve = await world.individual('eve', privacy);
      expect(await react(id, 'like', eve)).toMatchObject({ status: 200 });
      await react(id, 'going', eve);
    }
    expect(await notificationsOf(carol)).toEqual([]);
    await react(id, 'going', await world.individual('dan', { show_activity: 'Public' }));
    expect(await notificationsOf(carol)).toMatchObject([{ type: 'going', totalSenders: 1 }]);
    expect(await countsOf(id)).toMatchObject({ liked: 4, going: 5 });
  });

  test('nobody of reactions to their own post, and nobody else', async () => {
    const id = await publish();
    await world.as(bob).follows.follow({ followerId: bob._id, followingId: carol._id });
    expect(await react(id, 'like', carol)).toMatchObject({ status: 200, data: { counts: { liked: 1 } } });
    await react(id, 'like', alice);
    const lines = await notificationsOf(carol);
    expect(lines.map(({ type, totalSenders }) => [type, totalSenders])).toEqual([
      ['like', 1],
      ['follow', 1],
    ]);
    expect(await notificationsOf(bob)).toEqual([]);
    expect(await notificationsOf(alice)).toEqual([]);
  });

  test('the other screens of who reacted: of each change, and of nothing else', async () => {
    const id = await publish();
    for (const action of ['like', 'like', 'cancel-like', 'cancel-like']) await react(id, action, alice);
    const state = (liked: boolean) => ({
      type: 'post-interest',
      payload: {
        postId: id,
        interests: [{ userId: alice._id, ...nothing, liked }],
        counts: { ...none, liked: liked ? 1 : 0 },
      },
    });
    expect(await eventsOf(alice)).toMatchObject([state(true), state(false)]);
    expect(await eventsOf(bob)).toEqual([]);
  });
});
