import { beforeAll, describe, expect, test } from 'vitest';
import { inputSchema, proceduresOf } from './rest/operations.ts';
import { appRouter } from './router.ts';
import { setUpWorld } from './testing/cast.ts';
import type { Person } from './testing/world.ts';

/*
 * Hidden users appear nowhere. Every query of the product is called with every input about users who are related to
 * others, by viewers who are not; no result may hold a trace of a hidden user. A twin who hides nothing and does the
 * same is found by the same inputs: they do cover where users are shown.
 */

const world = setUpWorld();
/** Alice, a friend of the hidden ones; carol, an organization that they follow, endorse and belong to. */
let alice: Person;
let carol: Person;
/** Does all that the hidden ones do, and hides nothing. */
let twin: Person;
const hidden: Person[] = [];
let postIds: string[] = [];
let shareIds: string[] = [];

beforeAll(async () => {
  alice = await world.individual('alice');
  carol = await world.organization('carol');
  const publish = async (postType: 'general' | 'volunteering') =>
    (
      await world.as(carol).posts.create({
        postType,
        title: 'Soup evening',
        description: '',
        isActive: true,
        ...(postType === 'volunteering' && {
          startDateTime: '2030-05-01T16:00:00.000Z',
          endDateTime: '2030-05-01T18:00:00.000Z',
          timeZone: 'UTC',
        }),
      })
    )._id;
  postIds = [await publish('general'), await publish('volunteering')];
  twin = await world.individual('Alicia', { last_name: 'Twin' });
  const quiet = { show_activity: 'no-one' } as const;
  hidden.push(
    await world.individual('Alicia', { last_name: 'Hidden', is_user_searchable: false, ...quiet }),
    await world.individual('Alicia', { last_name: 'Hidden', show_on_search: 'never', ...quiet }),
    await world.individual('Alicia', {
      last_name: 'Hidden',
      show_on_search: 'friends-of-friends',
      show_activity: 'friends-of-friends',
    }),
  );
  for (const person of [twin, ...hidden]) await takePart(person);
}, 60_000);

/** Does whatever puts a user on a list. */
async function takePart(person: Person): Promise<void> {
  const me = world.as(person);
  await world.befriend(person, alice);
  for (const other of [alice, carol])
    await me.follows.follow({ followerId: person._id, followingId: other._id });
  await world.as(alice).follows.follow({ followerId: alice._id, followingId: person._id });
  await me.endorsements.endorse({ endorserId: person._id, endorseeId: carol._id });
  const { _id } = await me.memberships.create({
    individualId: person._id,
    organizationId: carol._id,
    membershipType: 'volunteer',
    startTime: { month: 0, year: 2020 },
  });
  await world.as(carol).memberships.accept({ id: _id });
  const [general = '', volunteering = ''] = postIds;
  await me.posts.like({ id: general });
  await me.posts.interested({ id: volunteering });
  await me.posts.going({ id: volunteering });
  for (const id of postIds) {
    await me.posts.view({ id });
    shareIds.push((await me.shares.create({ userId: person._id, postId: id }))._id);
  }
}

/** What questions are made of, by the name of the field. Fields without an entry are left out. */
const values = (viewer: Person | undefined): Record<string, unknown[]> => {
  const people = [alice._id, carol._id, ...(viewer ? [viewer._id] : [])];
  return {
    id: [...people, ...postIds, ...shareIds],
    userId: people,
    otherId: people,
    a: people,
    b: people,
    senderId: people,
    receiverId: people,
    users: [hidden.map(({ _id }) => _id)],
    postLink: postIds.map((id) => `/post/general/details/${id}`),
    interestType: ['liked', 'interested', 'going'],
    onlyFriends: [true],
    userType: ['individual', 'organization'],
    name: ['alicia', 'alicia hidden', 'alicai', ...hidden.map(({ email }) => email)],
    text: ['alicia'],
    emailAddress: [twin.email],
    filters: [
      { individualId: alice._id },
      { organizationId: carol._id },
      { name: 'alicia' },
      { userType: 'individual' },
      { userType: 'individual', name: 'hidden' },
      { creatorId: carol._id },
    ],
  };
};

/** All that the values make up for a query; nothing where it needs what they do not know. */
function questions(name: string, viewer: Person | undefined): object[] {
  const procedure = proceduresOf(appRouter)[name];
  if (!procedure) throw new Error(`There is no ${name}.`);
  const { properties = {}, required = [] } = inputSchema(procedure);
  const known = values(viewer);
  return Object.keys(properties).reduce<object[]>(
    (asked, field) => {
      const choices = known[field] ?? [];
      const left = required.includes(field) ? [] : asked;
      return [...left, ...choices.flatMap((value) => asked.map((input) => ({ ...input, [field]: value })))];
    },
    [{}],
  );
}

const queries = Object.entries(proceduresOf(appRouter))
  .filter(([, procedure]) => procedure._def.type === 'query')
  .map(([name]) => name);

/** Every result of a query for a viewer, as text; rejected calls have none. */
async function resultsOf(name: string, viewer: Person | undefined): Promise<[input: object, text: string][]> {
  const caller = viewer ? world.as(viewer) : world.visitor;
  const [feature = '', procedure = ''] = name.split('.');
  const features = caller as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>;
  const results: [object, string][] = [];
  for (const input of questions(name, viewer)) {
    const result = await features[feature]?.[procedure]?.(input).catch(() => undefined);
    if (result !== undefined) results.push([input, JSON.stringify(result)]);
  }
  return results;
}

/** The lists and searches that show people to strangers. */
const showing = {
  visitor: [
    'endorsements.endorsers',
    'follows.followers',
    'follows.followings',
    'friendships.friends',
    'memberships.members',
    'profiles.search',
  ],
  stranger: ['memberships.list', 'posts.committed', 'profiles.allNames', 'search.users'],
  organization: ['search.individuals'],
} as const;

describe.each(['visitor', 'stranger', 'organization', 'admin'] as const)('to a %s', (role) => {
  test('nothing shows hidden users, and the inputs do show who is not hidden', async () => {
    const viewers = {
      visitor: async () => undefined,
      stranger: () => world.individual('bob'),
      organization: () => world.organization('dan'),
      admin: () => world.admin('ada'),
    };
    const viewer = await viewers[role]();
    const traces = hidden.flatMap(({ _id, email }) => [_id, email]);
    const shownBy = new Set<string>();
    for (const name of queries)
      for (const [input, text] of await resultsOf(name, viewer)) {
        // A viewer who names a user's own share, or whom to invite, knows of them already; nothing more is revealed.
        const shown = traces.filter((trace) => text.includes(trace) || text.includes('Hidden'));
        expect(shown, `${name} ${JSON.stringify(input)}`).toEqual([]);
        if (text.includes(twin._id)) shownBy.add(name);
      }
    const expected: string[] = [...showing.visitor, ...(role === 'visitor' ? [] : showing.stranger)];
    if (role === 'organization') expected.push(...showing.organization);
    expect([...shownBy].sort()).toEqual(expect.arrayContaining(expected));
  }, 60_000);
});
