import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { carriesPreconditions } from '#db/database.ts';
import { encodeCursor } from '#db/keyset.ts';
import { doDueWork } from '../due-work.ts';
import { setUpCast } from '../testing/cast.ts';
import { runsOf } from '../testing/database.ts';
import { plain } from '../testing/pictures.ts';
import { addLookups, fullPosts } from '../testing/posts.ts';
import type { Person } from '../testing/world.ts';
import { type PostType, postTypes } from './post-rules.schema.ts';
import type { PostInput } from './posts.schema.ts';

const { world, alice, carol, dan } = setUpCast({
  people: { alice: 'individual', carol: 'organization', dan: 'organization' },
  fill: addLookups,
});

const general = { postType: 'general', title: 'We have moved', isActive: true } as const;
const publish = async (post: PostInput, as = carol) => (await world.as(as).posts.create(post))._id;
const instant = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));

/** The titles that a filter finds, over REST, newest first. */
async function find(filters: object, as?: Person) {
  const query = `filters=${encodeURIComponent(JSON.stringify(filters))}`;
  const { data } = await world.request(`/api/posts?${query}`, as && { as });
  return data.items.map((post: { title: string }) => post.title);
}

describe('a filter finds', () => {
  /** Publishes them in this order, so that lists have them the other way round, and looks among them alone. */
  const among = async (...posts: PostInput[]) => {
    for (const [index, post] of posts.entries()) {
      world.ports.clock.set(instant(index));
      await publish({ ...post, isActive: true });
    }
    return (filters: object) => find({ creatorId: carol._id, ...filters });
  };
  const titled = (...titles: string[]) => titles.map((title): PostInput => ({ ...general, title }));

  test('everything published, newest first, where it is empty', async () => {
    const findAmong = await among(...titled('First', 'Second'));
    expect(await findAmong({})).toEqual(['Second', 'First']);
    const { data } = await world.request('/api/posts?limit=2');
    expect(data.items.map((post: { title: string }) => post.title)).toHaveLength(2);
    expect(await find({ creatorId: dan._id })).toEqual([]);
    expect(await find({ creatorId: carol._id.toUpperCase() })).toEqual(['Second', 'First']);
  });

  test('types, any of them', async () => {
    const posts = postTypes.map((postType): PostInput => ({ ...fullPosts[postType], title: postType }));
    const findAmong = await among(...posts);
    expect(await findAmong({ postTypes: ['in-kind'] })).toEqual(['in-kind']);
    expect(await findAmong({ postTypes: ['event', 'advocacy', 'event'] })).toEqual(['advocacy', 'event']);
    for (const all of [{}, { postTypes: [] }, { postTypes: [...postTypes] }])
      expect(await findAmong(all)).toEqual(postTypes.toReversed());
  });

  test('a part of the title, in any case, and no pattern', async () => {
    const findAmong = await among(
      ...titled('Soup Night', '100% soup', '100 soups', 'a_b', 'a\\b', 'aXb', 'Crème BRÛLÉE'),
    );
    expect(await findAmong({ title: 'SOUP' })).toEqual(['100 soups', '100% soup', 'Soup Night']);
    expect(await findAmong({ title: ' p n ' })).toEqual(['Soup Night']);
    expect(await findAmong({ title: '100%' })).toEqual(['100% soup']);
    expect(await findAmong({ title: 'a_b' })).toEqual(['a_b']);
    expect(await findAmong({ title: '\\' })).toEqual(['a\\b']);
    expect(await findAmong({ title: 'crème brûlée' })).toEqual(['Crème BRÛLÉE']);
    expect(await findAmong({ title: 'soup night!' })).toEqual([]);
    expect(await findAmong({ title: ' ' })).toHaveLength(7);
  });

  test('a part of a keyword', async () => {
    const keyed = (title: string, keywords: string[]): PostInput => ({ ...general, title, keywords });
    const findAmong = await among(
      keyed('Both', ['Evening', 'soup']),
      keyed('One', ['even']),
      keyed('None', []),
      keyed('Signs', ['50%', 'a,b']),
    );
    expect(await findAmong({ keyword: 'EVEN' })).toEqual(['One', 'Both']);
    expect(await findAmong({ keyword: 'vening' })).toEqual(['Both']);
    expect(await findAmong({ keyword: '%' })).toEqual(['Signs']);
    expect(await findAmong({ keyword: 'evening,soup' })).toEqual([]);
    expect(await findAmong({ keyword: '' })).toHaveLength(4);
  });

  test('impact areas, any of them', async () => {
    const about = (...impactAreas: string[]): PostInput => ({
      ...general,
      title: impactAreas.join() || 'Nothing',
      impactAreas,
    });
    const findAmong = await among(about('animals'), about('animals', 'hunger'), about('education'), about());
    expect(await findAmong({ impactAreas: ['animals'] })).toEqual(['animals,hunger', 'animals']);
    expect(await findAmong({ impactAreas: ['hunger', 'education'] })).toEqual([
      'education',
      'animals,hunger',
    ]);
    expect(await findAmong({ impactAreas: ['chess'] })).toEqual([]);
    expect(await findAmong({ impactAreas: [] })).toHaveLength(4);
  });

  test('what is needed most', async () => {
    const findAmong = await among(
      { ...fullPosts['in-kind'], title: 'Needed', topNeed: true },
      { ...fullPosts['in-kind'], title: 'Welcome', topNeed: false },
      ...titled('Plain'),
    );
    expect(await findAmong({ topNeed: true })).toEqual(['Needed']);
    expect(await findAmong({ topNeed: false })).toEqual(['Plain', 'Welcome', 'Needed']);
  });

  test('what takes place in a span, from its start to its end', async () => {
    const during = (title: string, startDateTime: string, endDateTime?: string): PostInput => ({
      postType: 'event',
      title,
      startDateTime,
      endDateTime,
      timeZone: 'UTC',
    });
    const findAmong = await among(
      during('Morning', '2026-12-01T08:00:00Z', '2026-12-01T10:00:00Z'),
      during('Noon', '2026-12-01T12:00:00Z'),
      during('All week', '2026-11-28T00:00:00Z', '2026-12-05T00:00:00Z'),
      ...titled('Whenever'),
    );
    expect(await findAmong({ startDate: '2026-12-01T10:00:00Z' })).toEqual(['All week', 'Noon', 'Morning']);
    expect(await findAmong({ startDate: '2026-12-01T10:00:00.001Z' })).toEqual(['All week', 'Noon']);
    expect(await findAmong({ startDate: '2026-12-01T13:00:01+01:00' })).toEqual(['All week']);
    expect(await findAmong({ endDate: '2026-12-01T08:00:00Z' })).toEqual(['All week', 'Morning']);
    expect(await findAmong({ endDate: '2026-12-01T07:59:59Z' })).toEqual(['All week']);
    const noon = { startDate: '2026-12-01T11:00:00Z', endDate: '2026-12-01T13:00:00Z' };
    expect(await findAmong(noon)).toEqual(['All week', 'Noon']);
    expect(await findAmong({ startDate: noon.endDate, endDate: noon.startDate })).toEqual(['All week']);
  });

  test('what takes place at any time between the years 1000 and 9998', async () => {
    const findAmong = await among(...titled('Whenever'), fullPosts.event);
    const [first, last] = ['1000-01-01T00:00:00+14:00', '9998-12-31T23:59:59.999-14:00'];
    expect(await findAmong({ startDate: first, endDate: last })).toEqual([fullPosts.event.title]);
    expect(await findAmong({ startDate: last })).toEqual([]);
    expect(await findAmong({ endDate: first })).toEqual([]);
  });

  test('a part of the address', async () => {
    const at = (fullAddress: string): PostInput => ({
      postType: 'event',
      title: fullAddress,
      address: { fullAddress },
    });
    const findAmong = await among(at('12 Elm Street'), at('3 Oak Street'), ...titled('Elm'));
    expect(await findAmong({ fullAddress: 'elm' })).toEqual(['12 Elm Street']);
    expect(await findAmong({ fullAddress: 'street' })).toEqual(['3 Oak Street', '12 Elm Street']);
  });

  test('what fits all that it contains', async () => {
    const findAmong = await among(
      { ...fullPosts.project, title: 'A roof' },
      { ...fullPosts.project, title: 'A roof, later', topNeed: false },
      { ...fullPosts.volunteering, title: 'A roof, too' },
    );
    const filters = { title: 'roof', postTypes: ['project'], topNeed: true, keyword: 'soup' };
    expect(await findAmong(filters)).toEqual(['A roof']);
    expect(await findAmong({ ...filters, impactAreas: ['animals'] })).toEqual([]);
  });

  test('drafts for their organization alone, whoever else asks for them', async () => {
    await publish({ ...general, title: 'Published' });
    await publish({ ...general, title: 'Draft', isActive: false });
    const filters = { creatorId: carol._id };
    expect(await find({ ...filters, isActive: false }, carol)).toEqual(['Draft']);
    expect(await find({ ...filters, isActive: null }, carol)).toEqual(['Draft', 'Published']);
    expect(await find({ isActive: null }, carol)).toEqual(['Draft', 'Published']);
    expect(await find({ ...filters, isActive: true }, carol)).toEqual(['Published']);
    for (const as of [undefined, alice, dan]) {
      expect(await find({ ...filters, isActive: false }, as)).toEqual([]);
      expect(await find({ ...filters, isActive: null }, as)).toEqual([]);
      expect(await find(filters, as)).toEqual(['Published']);
    }
  });

  test.each([
    { creatorId: 'x'.repeat(101) },
    { isActive: 'yes' },
    { postTypes: ['video'] },
    { postTypes: 'event' },
    { title: 'x'.repeat(201) },
    { title: '\0' },
    { keyword: '\ud800' },
    { fullAddress: 'a\0' },
    { impactAreas: ['\0'] },
    { impactAreas: Array(101).fill('hunger') },
    { topNeed: 1 },
    { startDate: '2026-12-32' },
    { endDate: 'tomorrow' },
    { startDate: '0000-01-01T00:00:00Z' },
    { startDate: '0999-12-31T23:59:59-14:00' },
    { endDate: '9999-01-01T00:00:00+14:00' },
    { endDate: '+275760-09-13T00:00:00Z' },
    { viewerId: uuid() },
    { $where: '1' },
  ])('nothing where it makes no sense: %j is rejected', async (filters) => {
    const query = encodeURIComponent(JSON.stringify(filters));
    expect(await world.request(`/api/posts?filters=${query}`, { as: carol })).toMatchObject({ status: 400 });
  });
});

describe('pages', () => {
  test.each(['limit=0', 'limit=51', 'limit=1.5', 'limit=x', 'cursor=x', 'page=2'])(
    'are not asked for with %s',
    async (query) => {
      expect(await world.request(`/api/posts?${query}`)).toMatchObject({ status: 400 });
      expect(await world.request('/api/posts?limit=50')).toMatchObject({ status: 200 });
    },
  );

  test('hold 30 posts where no limit is sent', async () => {
    world.ports.clock.set(instant(0));
    for (let index = 0; index < 31; index++) await publish(general);
    const filters = { creatorId: carol._id };
    const first = await world.visitor.posts.list({ filters });
    expect(first.items).toHaveLength(30);
    const rest = await world.visitor.posts.list({ filters, cursor: first.cursor });
    expect([rest.items.length, rest.cursor]).toEqual([1, null]);
  });

  test('begin anywhere in time where calendars agree', async () => {
    await publish(general);
    const from = (at: Date) =>
      world.request(
        `/api/posts?cursor=${encodeCursor({ at, id: uuid() })}&filters={"creatorId":"${carol._id}"}`,
      );
    expect((await from(new Date(Date.UTC(9999, 11, 31)))).data.items).toHaveLength(1);
    expect((await from(new Date(0))).data.items).toEqual([]);
    for (const at of [new Date(Date.UTC(10_000, 0)), new Date(8.64e15)])
      expect(await from(at)).toMatchObject({ status: 400, message: 'This is not a cursor.' });
  });

  test('are together the whole list, in order and without repeats, whatever is asked', async () => {
    const scenario = fc.record({
      posts: fc.array(
        fc.record({
          postType: fc.constantFrom<PostType[]>('event', 'project', 'general'),
          title: fc.constantFrom('Soup', 'Soup night', 'Choir'),
          isActive: fc.boolean(),
          topNeed: fc.boolean(),
          areas: fc.subarray(['animals', 'hunger']),
          // Few different instants: most posts share theirs with others.
          madeAt: fc.nat(2),
          savedAfter: fc.nat(2),
          // Of dated ones, some have ended before they are saved, and some before the list is read.
          endsAt: fc.option(fc.nat(7), { nil: undefined }),
        }),
        { maxLength: 20 },
      ),
      filters: fc.record(
        {
          postTypes: fc.subarray<PostType>(['event', 'project', 'general']),
          title: fc.constantFrom('soup', 'Choir'),
          topNeed: fc.boolean(),
          impactAreas: fc.subarray(['animals', 'hunger']),
          isActive: fc.constantFrom(true, false, null),
        },
        { requiredKeys: ['isActive'] },
      ),
      limit: fc.integer({ min: 1, max: 5 }),
    });
    const readAt = 5;
    const endingAt = (minute: number) => ({
      startDateTime: instant(minute - 30).toISOString(),
      endDateTime: instant(minute).toISOString(),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ posts, filters, limit }) => {
        const organization = await world.organization('carol');
        const expected: { id: string; hasEnded: boolean; at: number }[] = [];
        for (const { postType, title, isActive, topNeed, areas, madeAt, savedAfter, endsAt } of posts) {
          const dates = endsAt !== undefined && { ...endingAt(endsAt), timeZone: 'UTC' };
          const post =
            postType === 'project'
              ? { postType, title, topNeed, impactAreas: areas, ...dates }
              : postType === 'event'
                ? { postType, title, impactAreas: areas, ...dates }
                : { postType, title, impactAreas: areas };
          world.ports.clock.set(instant(madeAt));
          const id = await publish(post, organization);
          const publishedAt = instant(madeAt + savedAfter);
          world.ports.clock.set(publishedAt);
          if (isActive) await world.as(organization).posts.update({ ...post, id, isActive });
          const { postTypes: types = [], title: part = '', impactAreas: wanted = [] } = filters;
          const fits =
            (filters.isActive ?? isActive) === isActive &&
            (types.length === 0 || types.includes(postType)) &&
            title.toLowerCase().includes(part.toLowerCase()) &&
            (!filters.topNeed || (topNeed && postType === 'project')) &&
            (wanted.length === 0 || wanted.some((area) => areas.includes(area)));
          const at = filters.isActive ? publishedAt : instant(madeAt);
          const hasEnded = filters.isActive === true && 'endDateTime' in post && (endsAt ?? 9) <= readAt;
          if (fits) expected.push({ id, hasEnded, at: at.getTime() });
        }
        expected.sort(
          (a, b) => Number(a.hasEnded) - Number(b.hasEnded) || b.at - a.at || (a.id < b.id ? 1 : -1),
        );
        world.ports.clock.set(instant(readAt));
        await doDueWork(world.deps);

        const walked: string[] = [];
        let cursor: string | null | undefined;
        do {
          const page = await world
            .as(organization)
            .posts.list({ filters: { ...filters, creatorId: organization._id }, limit, cursor });
          walked.push(...page.items.map((post) => post._id));
          expect(page.items.length === limit || page.cursor === null).toBe(true);
          cursor = page.cursor;
        } while (cursor);
        expect(walked).toEqual(expected.map(({ id }) => id));
      }),
      { numRuns: runsOf(20) },
    );
  }, 120_000);
});

describe('what a list costs', () => {
  test('is the same few statements for one post and for thirty with every field, as is a feed’s', async () => {
    await world.as(alice).follows.follow({ followerId: alice._id, followingId: carol._id });
    const picture = (await plain(10, 10).png().toBuffer()).toString('base64');
    const images = [{ path: `data:image/png;base64,${picture}` }];
    const reads = {
      list: () => world.as(alice).posts.list({ filters: { creatorId: carol._id } }),
      feed: () => world.as(alice).feeds.home({}),
    };
    const ids = [await publish({ ...fullPosts.project, images })];
    const forOne = {
      list: await world.countQueries(reads.list),
      feed: await world.countQueries(reads.feed),
      post: await world.countQueries(() => world.as(alice).posts.byId({ id: ids[0] ?? '' })),
    };
    for (let index = 1; index < 30; index++) {
      const postType = postTypes[index % postTypes.length] ?? 'general';
      ids.push(await publish({ ...fullPosts[postType], images }));
    }
    for (const id of ids.filter((_id, index) => postTypes[index % 6] === 'general'))
      await world.as(alice).posts.like({ id });
    expect((await reads.list()).items).toHaveLength(30);
    expect((await reads.feed()).items).toHaveLength(30);
    expect(await world.countQueries(reads.list)).toBe(forOne.list);
    expect(await world.countQueries(reads.feed)).toBe(forOne.feed);
    // The ids and the posts; a feed has its posts with their places. The session's statement travels with the first one,
    // and is not counted then.
    const session = carriesPreconditions(world.db) ? 0 : 1;
    expect(forOne).toEqual({ list: session + 2, feed: session + 1, post: session + 1 });
  });
});
