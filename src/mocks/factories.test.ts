import { expect, test } from 'vitest';
import { setUpWorld } from '#server/testing/cast.ts';
import type { Seed } from './factories.schema.ts';
import { addSeed, findByHandle } from './factories.ts';

const world = setUpWorld();

const garden: Seed = {
  organizations: { 'elm-garden': { mission: 'Food for the street' } },
  people: { ana: {}, ben: { firstName: 'Benedikt', lastName: 'Orr' } },
  posts: {
    digging: { by: 'elm-garden', postType: 'general', title: 'Digging day' },
    supper: {
      by: 'elm-garden',
      postType: 'event',
      title: 'Supper',
      startDateTime: '2031-05-04T16:00:00Z',
      timeZone: 'UTC',
    },
    draft: { by: 'elm-garden', postType: 'general', title: 'Not yet', isActive: false },
  },
  follows: [{ from: 'ana', to: 'elm-garden' }],
  friendships: [{ from: 'ana', to: 'ben' }],
  endorsements: [{ from: 'ben', to: 'elm-garden' }],
  reactions: [{ by: 'ana', to: 'supper', as: 'going' }],
  messages: [{ from: 'ana', to: 'ben', text: 'Hello Ben' }],
};

test('a seed becomes what the product itself would have made of it', async () => {
  const seeded = await addSeed(world.deps, garden);
  expect(Object.keys(seeded.posts)).toEqual(['digging', 'supper', 'draft']);
  const signIn = async ({ email = '', password = '' } = {}) => {
    const { token, user } = await world.visitor.accounts.signIn({ email, password });
    return world.as({ ...user, token, cookie: '' });
  };
  const ana = await signIn(seeded.people['ana']);
  const { items } = await ana.feeds.home({});
  expect(items.map(({ title }) => title).toSorted()).toEqual(['Digging day', 'Supper']);
  expect(items.find(({ title }) => title === 'Supper')).toMatchObject({
    organizationName: 'Elm Garden',
    counts: { going: 1 },
    interests: [{ going: true }],
  });
  const ben = await signIn(seeded.people['ben']);
  const { items: conversations } = await ben.conversations.list({});
  expect(conversations[0]?.lastMessageEntity?.message.text).toBe('Hello Ben');
  const organization = await signIn(seeded.organizations['elm-garden']);
  expect(await organization.posts.byId({ id: seeded.posts['draft']?._id ?? '' })).toMatchObject({
    isActive: false,
  });
  const followed = { id: seeded.organizations['elm-garden']?._id ?? '' };
  expect(await world.visitor.profiles.publicInfo(followed)).toMatchObject({
    name: 'Elm Garden',
    totalFollowers: 1,
    totalEndorsers: 1,
  });
});

test('a seed has members, requests, blocks, privacy, and accounts without a name or deleted again', async () => {
  const seeded = await addSeed(world.deps, {
    organizations: {
      choir: { serviceInfo: { keywords: ['singing'] } },
      unnamed: { name: '' },
      fresh: { hasBasicInfo: false },
    },
    people: {
      dora: { privacy: { isUserSearchable: false }, involvement: { availabilityPerWeek: 3 } },
      emil: {},
      fay: {},
    },
    posts: { song: { by: 'choir', postType: 'general', title: 'A song' } },
    memberships: [
      { from: 'emil', to: 'choir', membershipType: 'board' },
      { from: 'choir', to: 'dora', isAccepted: false },
    ],
    shares: [{ by: 'emil', to: 'song' }],
    messages: [{ from: 'fay', to: 'emil', text: 'Gone soon' }],
    blocks: [{ from: 'dora', to: 'emil' }],
    deletedAccounts: ['fay'],
  });
  const idOf = async (name: string) => (await findByHandle(world.db, name))?.id ?? '';
  const { items: members } = await world.visitor.memberships.members({ id: await idOf('choir') });
  expect(members).toMatchObject([{ individualName: 'Emil Example', membershipType: 'board' }]);
  expect((await world.visitor.profiles.search({ name: 'Dora' })).individuals).toEqual([]);
  expect(await findByHandle(world.db, 'fay')).toBeUndefined();
  const { email = '', password = '' } = seeded.people['emil'] ?? {};
  const { token, user } = await world.visitor.accounts.signIn({ email, password });
  const emil = world.as({ ...user, token, cookie: '' });
  const [userId, blockedUserId] = [await idOf('dora'), user._id];
  expect(await emil.blocks.between({ userId, blockedUserId })).toMatchObject({
    conversationBlock: { isBlocked: true },
    oppositeConversationBlock: { isBlocked: false },
  });
  expect(await emil.conversations.countNew({})).toEqual({ count: 0 });
  expect(await world.visitor.profiles.publicInfo({ id: await idOf('unnamed') })).toMatchObject({ name: '' });
});

test('a later seed refers to who is there already', async () => {
  const carol = await world.individual('carol');
  await addSeed(world.deps, { organizations: { 'oak-hall': {} }, people: { carl: {} } });
  await addSeed(world.deps, { follows: [{ from: 'carl', to: 'oak-hall' }] });
  const hall = await findByHandle(world.db, 'oak-hall');
  expect(await world.visitor.profiles.publicInfo({ id: hall?.id ?? '' })).toMatchObject({
    totalFollowers: 1,
  });
  expect(await findByHandle(world.db, carol.email)).toEqual({ id: carol._id, email: carol.email });
  expect(await findByHandle(world.db, 'nobody')).toBeUndefined();
});

test.each<[message: string, seed: unknown]>([
  ['people.ana.firstName: ', { people: { ana: { firstName: 7 } } }],
  ['people.ana.shoeSize: There is no such field.', { people: { ana: { shoeSize: 38 } } }],
  ['people.Ana Maria: Use lower-case letters', { people: { 'Ana Maria': {} } }],
  ['crowds: There is no such field.', { crowds: [] }],
  [
    'posts.soup.title: ',
    { organizations: { hall: {} }, posts: { soup: { by: 'hall', postType: 'general' } } },
  ],
  ['posts.soup.postType: Choose a type of post', { posts: { soup: { by: 'hall', title: 'Soup' } } }],
  [
    'posts.soup.startDateTime: ',
    {
      posts: { soup: { by: 'hall', postType: 'event', title: 'Soup', endDateTime: '2031-05-04T16:00:00Z' } },
    },
  ],
  [
    'follows.0.to: Nobody is called atlantis.',
    { people: { ada: {} }, follows: [{ from: 'ada', to: 'atlantis' }] },
  ],
  [
    'reactions.0.to: No post is called soup.',
    { people: { abe: {} }, reactions: [{ by: 'abe', to: 'soup', as: 'liked' }] },
  ],
  ['memberships.0: ', { people: { ida: {}, ivo: {} }, memberships: [{ from: 'ida', to: 'ivo' }] }],
  ['people.jan.privacy.showOnSearch: ', { people: { jan: { privacy: { showOnSearch: 'sometimes' } } } }],
  ['deletedAccounts.0: Nobody is called atlantis.', { deletedAccounts: ['atlantis'] }],
  [
    'people.twin.email: ',
    { people: { first: { email: 'twin@example.org' }, twin: { email: 'twin@example.org' } } },
  ],
  [
    'posts.soup.impactAreas: ',
    {
      organizations: { kitchen: {} },
      posts: { soup: { by: 'kitchen', postType: 'general', title: 'Soup', impactAreas: ['none'] } },
    },
  ],
])('an error says %s', async (message, seed) => {
  await expect(addSeed(world.deps, seed)).rejects.toThrow(message);
});

test('a seed that is not valid adds nobody', async () => {
  const seed = { people: { lone: {}, wrong: { lastName: 9 } } };
  await expect(addSeed(world.deps, seed)).rejects.toThrow('people.wrong.lastName');
  expect(await findByHandle(world.db, 'lone')).toBeUndefined();
});
