import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inputSchema, proceduresOf } from './rest/operations.ts';
import { appRouter } from './router.ts';
import { createWorld, type Person, type World } from './testing/world.ts';

/*
 * Whoever hides is nowhere. Every query of the product is asked everything that can be asked about people who know
 * somebody, by people who do not; no answer may hold a trace of who hides. A twin who hides nothing and does the same
 * is found by the same questions: they do look where people are shown.
 */

let world: World;
/** Alice, a friend of the hidden ones; carol, an organization that they follow, endorse and belong to. */
let alice: Person;
let carol: Person;
/** Does all that the hidden ones do, and hides nothing. */
let twin: Person;
const hidden: Person[] = [];
let postIds: string[] = [];
let shareIds: string[] = [];

beforeAll(async () => {
  world = await createWorld();
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
afterAll(() => world.close());

/** Does whatever puts somebody on a list. */
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
const values = (reader: Person | undefined): Record<string, unknown[]> => {
  const people = [alice._id, carol._id, ...(reader ? [reader._id] : [])];
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
function questions(name: string, reader: Person | undefined): object[] {
  const procedure = proceduresOf(appRouter)[name];
  if (!procedure) throw new Error(`There is no ${name}.`);
  const { properties = {}, required = [] } = inputSchema(procedure);
  const known = values(reader);
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

/** Every answer of a query to a reader, as text; what is refused says nothing. */
async function answersOf(name: string, reader: Person | undefined): Promise<[input: object, text: string][]> {
  const caller = reader ? world.as(reader) : world.visitor;
  const [feature = '', procedure = ''] = name.split('.');
  const features = caller as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>;
  const answers: [object, string][] = [];
  for (const input of questions(name, reader)) {
    const answer = await features[feature]?.[procedure]?.(input).catch(() => undefined);
    if (answer !== undefined) answers.push([input, JSON.stringify(answer)]);
  }
  return answers;
}

/** The lists and searches that show people to strangers. */
const showing = {
  visitor: [
    'endorsements.endorsers',
    'follows.followers',
    'follows.followings',
    'friendships.friends',
    'profiles.search',
  ],
  stranger: ['memberships.list', 'posts.committed', 'profiles.allNames', 'search.users'],
  organization: ['search.individuals'],
} as const;

describe.each(['visitor', 'stranger', 'organization', 'admin'] as const)('to a %s', (role) => {
  test('nothing shows who hides, and the questions do show who does not', async () => {
    const readers = {
      visitor: async () => undefined,
      stranger: () => world.individual('bob'),
      organization: () => world.organization('dan'),
      admin: () => world.admin('ada'),
    };
    const reader = await readers[role]();
    const traces = hidden.flatMap(({ _id, email }) => [_id, email]);
    const shownBy = new Set<string>();
    for (const name of queries)
      for (const [input, text] of await answersOf(name, reader)) {
        // Who names somebody's own share, or whom to invite, knows of them already; nothing more is told.
        const told = traces.filter((trace) => text.includes(trace) || text.includes('Hidden'));
        expect(told, `${name} ${JSON.stringify(input)}`).toEqual([]);
        if (text.includes(twin._id)) shownBy.add(name);
      }
    const expected: string[] = [...showing.visitor, ...(role === 'visitor' ? [] : showing.stranger)];
    if (role === 'organization') expected.push(...showing.organization);
    expect([...shownBy].sort()).toEqual(expect.arrayContaining(expected));
  }, 60_000);
});
