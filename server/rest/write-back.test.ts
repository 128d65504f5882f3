import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '../router.ts';
import { setUpWorld } from '../testing/cast.ts';
import { png } from '../testing/pictures.ts';
import { addLookups, fullPosts } from '../testing/posts.ts';
import type { Person } from '../testing/world.ts';
import type { DocumentedRequest } from './documented.ts';
import { type Operation, operationsOf, parametersOf } from './operations.ts';

type Fields = Record<string, unknown>;

/** People of one request. Every request has its own. */
interface Cast {
  alice: Person;
  bob: Person;
  carol: Person;
}

/** A request that does something. */
interface Sent {
  parameters?: Record<string, string>;
  body?: Fields;
}

/** An entity that is read, changed and written back. */
interface Entity {
  /** Addresses of the reads that return it, with what of the data it is. */
  reads: [path: string, pick: (data: never) => Fields][];
  /** Changes of one field, or of two that are one thing. */
  edits: fc.Arbitrary<Fields>;
  /** What a read returns of an edit, where that differs from what was sent. */
  shown?: (edit: Fields, before: Fields) => Fields;
}

interface Line {
  as: 'alice' | 'carol';
  /** Makes what the request is about. */
  request: (cast: Cast) => Sent | Promise<Sent>;
  /** How the entity that the request writes is read. */
  entity?: (cast: Cast, sent: Sent) => Entity;
}

const word = fc.stringMatching(/^[A-Z][a-z]{0,11}$/);
const link = fc.oneof(
  fc.constant(''),
  word.map((name) => `https://${name.toLowerCase()}.example/help`),
);
const flag = fc.boolean();
const field = (name: string, value: fc.Arbitrary<unknown>) =>
  value.map((entered): Fields => ({ [name]: entered }));

/** Some of a list's entries, each as its id or as a read returns it. */
const someOf = (ids: readonly string[]) =>
  fc
    .subarray([...ids])
    .chain((some) =>
      fc.tuple(...some.map((_id) => fc.constantFrom<unknown>(_id, { _id, name: `About ${_id}` }))),
    );
const shownList = (entered: unknown) =>
  (entered as (string | { _id: string })[])
    .map((entry) => (typeof entry === 'string' ? entry : entry._id))
    .toSorted()
    .map((_id) => ({ _id, name: `About ${_id}` }));

/** What a read returns of an edit of lists to pick from. */
const withLists =
  (...names: string[]) =>
  (edit: Fields) =>
    Object.fromEntries(
      Object.entries(edit).map(([name, value]) => [name, names.includes(name) ? shownList(value) : value]),
    );

const volunteer = { membershipType: 'volunteer', startTime: { month: 3, year: 2024 }, isCurrent: true };
const basicInfo = { firstName: 'Alice', lastName: 'Adams', address: { code: '19104', city: 'Philadelphia' } };
const body = (of: (cast: Cast) => Fields) => (cast: Cast) => ({ body: of(cast) });
const ofPost = async ({ carol }: Cast): Promise<Sent> => ({ parameters: { id: await publish(carol) } });
const ofUser = (person: 'alice' | 'carol', sent: Fields) => (cast: Cast) => ({
  parameters: { id: cast[person]._id },
  body: sent,
});
const first = (data: { items: Fields[] }) => data.items[0] ?? {};
const itself = (data: Fields) => data;
const query = (filters: Fields) => `filters=${encodeURIComponent(JSON.stringify(filters))}`;

async function publish(carol: Person): Promise<string> {
  const { _id } = await world
    .as(carol)
    .posts.create({ postType: 'event', title: 'Soup night', isActive: true });
  return _id;
}
async function friendRequest({ alice, bob }: Cast): Promise<Sent> {
  const asked = await world.as(bob).friendships.ask({ senderId: bob._id, receiverId: alice._id });
  return { parameters: { id: asked._id } };
}
async function membership({ alice, carol }: Cast, by: Person): Promise<string> {
  const sides = { individualId: alice._id, organizationId: carol._id };
  const entry = { ...volunteer, membershipType: 'volunteer' as const };
  return (await world.as(by).memberships.create({ ...sides, ...entry }))._id;
}
const offered = async (cast: Cast): Promise<Sent> => ({
  parameters: { id: await membership(cast, cast.carol) },
});
async function notification({ alice, bob }: Cast): Promise<Sent> {
  await world.as(bob).follows.follow({ followerId: bob._id, followingId: alice._id });
  const [line] = (await world.as(alice).notifications.list({})).items;
  return { parameters: { id: line?._id ?? '' }, body: { isRead: true } };
}
/** A conversation of alice's, in which bob has written. */
async function conversation({ alice, bob }: Cast): Promise<Sent> {
  const sent = await world.as(bob).conversations.send({ receiverId: alice._id, text: 'Hello' });
  return { parameters: { id: sent.conversation._id } };
}
async function share({ alice, carol }: Cast): Promise<Sent> {
  const shared = await world.as(alice).shares.create({ userId: alice._id, postId: await publish(carol) });
  return { parameters: { id: shared._id }, body: { postId: await publish(carol) } };
}
/** A list of carol's, with alice on it. */
async function cultivation({ alice, carol }: Cast): Promise<Record<string, string>> {
  const { _id: id } = await world.as(carol).cultivations.create({ title: 'Regulars' });
  await world.as(carol).cultivations.addUsers({ id, userId: alice._id });
  return { id };
}
/** A webhook of carol's. */
async function webhook({ carol }: Cast): Promise<string> {
  const url = 'https://hooks.example.org/in';
  const { _id: id } = await world.as(carol).webhooks.create({ url, events: ['going.added'] });
  return id;
}
/** A note of carol's on alice. */
async function noted({ alice, carol }: Cast): Promise<Record<string, string>> {
  const { _id: id } = await world.as(carol).prospects.addNote({ userId: alice._id, text: 'Likes to cook' });
  return { id };
}
const month = fc.record({
  month: fc.integer({ min: 0, max: 11 }),
  year: fc.integer({ min: 2000, max: 2020 }),
});
const later = fc.record({
  month: fc.integer({ min: 0, max: 11 }),
  year: fc.integer({ min: 2025, max: 2030 }),
});

/** One line for each operation that writes. A new one fails this test until it has a line here. */
const table: Record<string, Line | 'creates no entity' | 'needs a network'> = {
  'accounts.signUp': 'creates no entity',
  'accounts.signIn': 'creates no entity',
  'accounts.signOut': 'creates no entity',
  'accessTokens.create': {
    as: 'alice',
    request: body(() => ({ name: 'Newsletter', scopes: ['read'] })),
  },
  'accessTokens.revoke': 'creates no entity',
  'webhooks.create': {
    as: 'carol',
    request: body(() => ({ url: 'https://hooks.example.org/in', events: ['going.added'] })),
  },
  'webhooks.update': {
    as: 'carol',
    request: async (cast) => ({
      parameters: { id: await webhook(cast) },
      body: { url: 'https://hooks.example.org/out', events: ['follower.added'] },
    }),
  },
  'webhooks.remove': 'creates no entity',
  'webhooks.rotateSecret': 'creates no entity',
  'webhooks.replay': 'creates no entity',
  'accounts.changePassword': 'creates no entity',
  'accounts.recoverPassword': 'creates no entity',
  'accounts.resetPassword': 'creates no entity',
  'calendar.makeAddress': 'creates no entity',
  'calendar.revokeAddress': 'creates no entity',
  'feedback.send': 'creates no entity',
  'invitations.invite': 'creates no entity',
  'invitations.inviteToFollow': 'creates no entity',
  'invitations.followPrice': 'creates no entity',
  'mapAreas.generateFile': 'creates no entity',
  'posts.undoPublish': 'creates no entity',

  'blocks.block': {
    as: 'alice',
    request: body(({ alice, bob }) => ({ userId: alice._id, blockedUserId: bob._id })),
  },
  'blocks.unblock': 'creates no entity',
  'connections.grant': {
    as: 'alice',
    request: ({ alice, bob }) => ({
      parameters: { senderId: bob._id, receiverId: alice._id },
      body: { isConnected: true },
    }),
  },
  'conversations.create': {
    as: 'alice',
    request: body(({ alice, bob }) => ({ members: [alice._id, bob._id] })),
  },
  'conversations.send': {
    as: 'alice',
    request: body(({ alice, bob }) => ({ senderId: alice._id, receiverId: bob._id, text: 'Hello' })),
  },
  'conversations.sendToMany': {
    as: 'alice',
    request: ({ alice, bob }) => ({
      parameters: { id: alice._id },
      body: { receiverIds: [bob._id], messageText: 'Hello' },
    }),
  },
  'conversations.sendToGroup': {
    as: 'alice',
    request: async ({ alice, bob }) => {
      await world.as(bob).follows.follow({ followerId: bob._id, followingId: alice._id });
      return {
        parameters: { userId: alice._id, connection: 'followers', connectionType: 'all' },
        body: { text: 'Hello' },
      };
    },
  },
  'conversations.bulkPrice': {
    as: 'alice',
    request: ({ alice, bob }) => ({ parameters: { id: alice._id }, body: { receiverIds: [bob._id] } }),
  },
  'conversations.markRead': {
    as: 'alice',
    request: async (cast) => ({ ...(await conversation(cast)), body: { upTo: 1 } }),
  },
  'conversations.remove': { as: 'alice', request: conversation },
  'cultivations.create': {
    as: 'carol',
    request: body(({ carol }) => ({ title: 'Regulars', description: 'Weekly', creatorId: carol._id })),
  },
  'cultivations.update': {
    as: 'carol',
    request: async (cast) => ({
      parameters: await cultivation(cast),
      body: { title: 'Regulars', description: 'Weekly' },
    }),
    entity: ({ carol }, { parameters = {} }) => ({
      reads: [
        [`/cultivations/${parameters['id']}`, itself],
        [`/cultivations/user/${carol._id}`, first],
      ],
      edits: fc.oneof(field('title', word), field('description', word)),
    }),
  },
  'cultivations.addUsers': {
    as: 'carol',
    request: async (cast) => ({ parameters: await cultivation(cast), body: { userId: cast.bob._id } }),
  },
  'cultivations.removeUser': {
    as: 'carol',
    request: async (cast) => ({ parameters: await cultivation(cast), body: { userId: cast.alice._id } }),
  },
  'cultivations.copy': {
    as: 'carol',
    request: async (cast) => ({ parameters: await cultivation(cast), body: { title: 'Friends' } }),
  },
  'cultivations.countRules': {
    as: 'carol',
    request: body(() => ({ rules: { all: [{ about: 'follows', holds: true }] } })),
  },
  'cultivations.message': {
    as: 'carol',
    request: body(({ alice }) => ({ userIds: [alice._id], text: 'Hello' })),
  },
  'cultivations.messagePrice': {
    as: 'carol',
    request: body(({ alice }) => ({ userIds: [alice._id] })),
  },
  'cultivations.remove': {
    as: 'carol',
    request: async (cast) => ({ parameters: await cultivation(cast) }),
  },
  'endorsements.endorse': {
    as: 'alice',
    request: body(({ alice, carol }) => ({ endorserId: alice._id, endorseeId: carol._id })),
  },
  'endorsements.cancelEndorse': {
    as: 'alice',
    request: async ({ alice, carol }) => {
      const pair = { endorserId: alice._id, endorseeId: carol._id };
      await world.as(alice).endorsements.endorse(pair);
      return { body: pair };
    },
  },
  'follows.follow': {
    as: 'alice',
    request: body(({ alice, carol }) => ({ followerId: alice._id, followingId: carol._id })),
  },
  'follows.unfollow': {
    as: 'alice',
    request: async ({ alice, carol }) => {
      const pair = { followerId: alice._id, followingId: carol._id };
      await world.as(alice).follows.follow(pair);
      return { body: pair };
    },
  },
  'friendships.ask': {
    as: 'alice',
    request: body(({ alice, bob }) => ({ senderId: alice._id, receiverId: bob._id })),
  },
  'friendships.accept': { as: 'alice', request: friendRequest },
  'friendships.reject': { as: 'alice', request: friendRequest },
  'friendships.remove': { as: 'alice', request: friendRequest },
  'memberships.create': {
    as: 'alice',
    request: body(({ alice, carol }) => ({
      individualId: alice._id,
      organizationId: carol._id,
      ...volunteer,
    })),
  },
  'memberships.update': {
    as: 'alice',
    request: async (cast) => ({ body: { _id: await membership(cast, cast.alice), ...volunteer } }),
    entity: ({ alice, carol }) => ({
      reads: [
        [`/memberships/?${query({ individualId: alice._id })}`, first],
        [`/memberships/?${query({ organizationId: carol._id })}`, first],
      ],
      edits: fc.oneof(
        field('membershipType', fc.constantFrom('board', 'committee', 'volunteer', 'employee')),
        field('startTime', month),
        later.map((endTime) => ({ endTime, isCurrent: false })),
        fc.constant({ endTime: null, isCurrent: true }),
      ),
    }),
  },
  'memberships.accept': { as: 'alice', request: offered },
  'memberships.reject': { as: 'alice', request: offered },
  'memberships.remove': { as: 'alice', request: offered },
  'notifications.mark': {
    as: 'alice',
    request: notification,
    entity: () => ({ reads: [['/notifications/', first]], edits: field('isRead', flag) }),
  },
  'notifications.markAll': {
    as: 'alice',
    request: async (cast) => {
      await notification(cast);
      return { body: { isRead: true, all: true } };
    },
  },
  'notifications.remove': { as: 'alice', request: notification },
  'notifications.restore': { as: 'alice', request: notification },
  'posts.create': {
    as: 'carol',
    request: async () => ({ body: { ...fullPosts.project, images: [await picture()] } }),
  },
  'posts.update': {
    as: 'carol',
    request: async ({ carol }) => {
      const { data } = await world.request('/api/posts', {
        method: 'POST',
        as: carol,
        body: { ...fullPosts.project, images: [await picture()] },
      });
      return { parameters: { id: data._id }, body: { ...fullPosts.project, images: data.images } };
    },
    entity: ({ carol }, { parameters = {} }) => ({
      reads: [
        [`/posts/${parameters['id']}`, itself],
        [`/posts?${query({ creatorId: carol._id })}`, first],
        [`/posts/upcoming?${query({ creatorId: carol._id })}`, first],
      ],
      edits: fc.oneof(
        field('title', word),
        field('description', word),
        field('impactAreas', someOf(lookups.impactAreas)),
        field('skills', someOf(lookups.skills)),
        field('keywords', fc.uniqueArray(word, { maxLength: 3 })),
        field('topNeed', flag),
        field('contact', word),
        field('postURL', link.filter(Boolean)),
        field(
          'expectedRequiredHours',
          fc.integer({ min: 0, max: 400 }).map((quarters) => quarters / 4),
        ),
        field('startDateTime', fc.constantFrom('2026-11-30T18:00:00.000Z', '2026-12-01T01:00:00.000Z')),
        field('endDateTime', fc.constantFrom('2026-12-02T18:00:00.000Z', '2026-12-03T01:00:00.000Z')),
        field('images', fc.constant([])),
        field('timeZone', fc.constantFrom('America/Chicago', 'Asia/Kathmandu')),
        field(
          'address',
          word.map((street) => ({ fullAddress: `1 ${street} Street`, latitude: 40.7, longitude: -74 })),
        ),
      ),
      shown: withLists('impactAreas', 'skills'),
    }),
  },
  'posts.remove': { as: 'carol', request: ofPost },
  'posts.like': { as: 'alice', request: ofPost },
  'posts.cancelLike': { as: 'alice', request: ofPost },
  'posts.interested': 'creates no entity',
  'posts.cancelInterested': 'creates no entity',
  'posts.going': { as: 'alice', request: ofPost },
  'posts.cancelGoing': { as: 'alice', request: ofPost },
  'posts.view': { as: 'alice', request: ofPost },
  'profiles.saveBasicInfo': {
    as: 'alice',
    request: ofUser('alice', basicInfo),
    entity: ({ alice }) => ({
      reads: [[`/users/${alice._id}/basic-info`, itself]],
      edits: fc.oneof(
        field('firstName', word),
        field('lastName', word),
        field('phone', word),
        field('kids', fc.constantFrom('0', '4+', null)),
        field('gender', fc.constantFrom('female', 'other', null)),
        field('races', fc.constantFrom([], ['asian'], ['white', 'other'])),
        field('dateOfBirth', fc.constantFrom('1980-02-29', '2000-12-31', null)),
        field('skills', someOf(lookups.skills)),
        field(
          'address',
          word.map((city) => ({ code: '19104', city })),
        ),
      ),
      shown: (edit, { firstName, lastName }) => {
        const { firstName: given, lastName: family } = { firstName, lastName, ...edit };
        return { ...withLists('skills')(edit), concatNameWithSpace: `${given} ${family}` };
      },
    }),
  },
  'profiles.saveInvolvement': {
    as: 'alice',
    request: ofUser('alice', { availabilityPerWeek: 4 }),
    entity: ({ alice }) => ({
      reads: [[`/users/${alice._id}/involvement`, itself]],
      edits: fc.oneof(
        field('impactAreas', someOf(lookups.impactAreas)),
        field('communityInvolvement', word),
        field('availabilityPerWeek', fc.integer({ min: 0, max: 40 })),
        field('typeOfInvolvement', fc.constantFrom('convenient', 'full-day', null)),
        ...['VolunteeringOpportunity', 'Project', 'Membership', 'Committee'].map((what) =>
          field(`lookingFor${what}`, flag),
        ),
      ),
      shown: withLists('impactAreas'),
    }),
  },
  'profiles.savePrivacy': {
    as: 'alice',
    request: ofUser('alice', { isCalenderPublic: true }),
    entity: ({ alice }) => ({
      reads: [[`/users/${alice._id}/privacy`, itself]],
      edits: fc.oneof(
        ...['isCalenderPublic', 'isEmailSearchable', 'isUserSearchable'].map((name) => field(name, flag)),
        field('showOnSearch', fc.constantFrom('always', 'never', 'friends-of-friends')),
        field('showActivity', fc.constantFrom('Public', 'no-one', 'friends')),
      ),
    }),
  },
  'profiles.saveServiceInfo': {
    as: 'carol',
    request: ofUser('carol', { serviceAreas: ['Philadelphia, PA'] }),
    entity: ({ carol }) => ({
      reads: [
        [`/users/${carol._id}/service-info`, itself],
        [`/users/${carol._id}/public-info`, ({ serviceInfo }: { serviceInfo: Fields }) => serviceInfo],
      ],
      edits: fc.oneof(
        field('serviceAreaTypes', fc.constantFrom([], ['city'], ['city', 'state'])),
        field('serviceAreas', fc.uniqueArray(word, { maxLength: 3 })),
        field('impactAreas', someOf(lookups.impactAreas)),
        field('donationLink', link),
        field('newsLetterLink', link),
        field('keywords', fc.uniqueArray(word, { maxLength: 3 })),
      ),
      shown: withLists('impactAreas'),
    }),
  },
  'profiles.saveInternalLink': {
    as: 'carol',
    request: ofUser('carol', { rss: 'https://carol.example/rss' }),
    entity: ({ carol }) => ({
      reads: [[`/users/${carol._id}/internal-link`, itself]],
      edits: fc.oneof(...['events', 'rss', 'blog'].map((name) => field(name, link))),
    }),
  },
  'prospects.addNote': {
    as: 'carol',
    request: ({ alice }) => ({ parameters: { userId: alice._id }, body: { text: 'Likes to cook' } }),
  },
  'prospects.changeNote': {
    as: 'carol',
    request: async (cast) => ({ parameters: await noted(cast), body: { text: 'Cooks' } }),
    entity: ({ alice }) => ({
      reads: [[`/prospects/${alice._id}`, ({ notes: [note = {}] }: { notes: Fields[] }) => note]],
      edits: field('text', word),
      shown: ({ text }, { text: before, changedAt }) => ({
        text,
        changedAt: text === before ? changedAt : world.ports.clock.now().toISOString(),
      }),
    }),
  },
  'prospects.removeNote': {
    as: 'carol',
    request: async (cast) => ({ parameters: await noted(cast) }),
  },
  'prospects.setTags': {
    as: 'carol',
    request: ({ alice }) => ({ parameters: { userId: alice._id }, body: { tags: ['Cook'] } }),
  },
  'reminders.set': {
    as: 'alice',
    request: async ({ alice, carol }) => {
      const startDateTime = new Date(Date.now() + 3 * 86_400_000).toISOString();
      const dated = { postType: 'event', title: 'Soup night', isActive: true, startDateTime } as const;
      const { _id: id } = await world.as(carol).posts.create(dated);
      await world.as(alice).follows.follow({ followerId: alice._id, followingId: carol._id });
      return { parameters: { id }, body: { minutes: 60 } };
    },
  },
  'schedulers.add': {
    as: 'alice',
    request: async ({ alice, carol }) => ({
      parameters: { id: alice._id },
      body: { postId: await publish(carol) },
    }),
  },
  'schedulers.remove': {
    as: 'alice',
    request: async ({ alice, carol }) => {
      const postId = await publish(carol);
      await world.as(alice).schedulers.add({ id: alice._id, postId });
      return { parameters: { id: alice._id }, body: { postId } };
    },
  },
  'socialMedia.begin': 'creates no entity',
  'socialMedia.facebookConnect': 'needs a network',
  'socialMedia.facebookDisconnect': 'creates no entity',
  'socialMedia.linkedInConnect': 'needs a network',
  'socialMedia.linkedInDisconnect': 'creates no entity',
  'socialMedia.saveTemplate': {
    as: 'carol',
    request: ({ carol }) => ({
      parameters: { socialMedia: 'twitter', userId: carol._id },
      body: { template: [{ name: 'title', label: 'Title', selected: true, serial: 1 }] },
    }),
    entity: ({ carol }) => ({
      reads: [[`/social-media/twitter/template/${carol._id}`, itself]],
      edits: field(
        'template',
        fc
          .uniqueArray(fc.record({ name: word, label: word, selected: flag }), {
            maxLength: 16,
            selector: ({ name }) => name,
          })
          .map((items) => items.map((item, index) => ({ ...item, serial: index + 1 }))),
      ),
    }),
  },
  'socialMedia.forgetRemoval': 'creates no entity',
  'socialMedia.retry': 'creates no entity',
  'socialMedia.retryRemoval': 'creates no entity',
  'socialMedia.selectFacebookPage': 'needs a network',
  'socialMedia.twitterAccessToken': 'needs a network',
  'socialMedia.twitterConnect': 'needs a network',
  'socialMedia.twitterDisconnect': 'creates no entity',
  'shares.create': {
    as: 'alice',
    request: async ({ alice, carol }) => ({ body: { userId: alice._id, postId: await publish(carol) } }),
  },
  'shares.update': {
    as: 'alice',
    request: share,
    entity: (_, { parameters = {} }) => ({
      reads: [[`/shares/${parameters['id']}`, itself]],
      edits: field('postId', fc.constantFrom(...posts)),
    }),
  },
  'shares.remove': { as: 'alice', request: share },
};

/** An organization's basic information is another entity behind the same write. */
const organizationBasicInfo: Line = {
  as: 'carol',
  request: ofUser('carol', { name: 'Carol’s Kitchen', website: 'https://carol.example' }),
  entity: ({ carol }) => ({
    reads: [
      [`/users/${carol._id}/basic-info`, itself],
      [`/users/${carol._id}/public-info`, (data: { basicInfo: Fields }) => data.basicInfo],
    ],
    edits: fc.oneof(
      field('name', word),
      ...['phone', 'ein', 'mission', 'description'].map((name) => field(name, word)),
      field('website', link.filter(Boolean)),
      field(
        'contactEmail',
        word.map((name) => `${name.toLowerCase()}@carol.example`),
      ),
      field(
        'address',
        word.map((city) => ({ city, street1: '12 Elm Street' })),
      ),
    ),
    shown: (edit, { name }) => ({ ...edit, concatNameWithSpace: edit['name'] ?? name }),
  }),
};

const world = setUpWorld();
let lookups: Awaited<ReturnType<typeof addLookups>>;
/** Published posts of another user. */
let posts: string[];
let bytes: string;
beforeAll(async () => {
  lookups = await addLookups(world);
  world.deps.settings.tokenKeys = [new Uint8Array(32).fill(7)];
  world.ports.clock.set(new Date('2026-11-22T10:00:00Z'));
  const dan = await world.organization('dan');
  posts = [await publish(dan), await publish(dan)];
  bytes = `data:image/png;base64,${Buffer.from(await png(8, 8)).toString('base64')}`;
});

const picture = async () => ({ path: bytes, description: 'Soup' });
const operations = operationsOf(appRouter);
const writes = operations.filter(({ procedure }) => procedure._def.type === 'mutation');
const lines = writes.flatMap((operation) => {
  const line = table[operation.name];
  return line === undefined || typeof line === 'string' ? [] : [{ name: operation.name, operation, line }];
});

const makeCast = async (): Promise<Cast> => ({
  alice: await world.individual('alice'),
  bob: await world.individual('bob'),
  carol: await world.organization('carol'),
});

function send({ method, path }: Operation, { parameters = {}, body }: Sent, as: Person, more: Fields = {}) {
  const address = parametersOf(path).reduce(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(parameters[name] ?? '')),
    path,
  );
  const takesBody = method === 'POST' || method === 'PUT';
  return world.request(`/api${address}`, { method, as, ...(takesBody && { body: { ...body, ...more } }) });
}

/** Rows that requests leave in passing, or that are the same for everybody. */
const notLookedAt = new Set(['sessions', 'operations', 'event_epoch', 'places', 'place_list', 'known_words']);

const nothing = { gone: [], come: [] };

/** All rows of the database, as text. */
async function readRows(): Promise<Set<string>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(world.db);
  const names = tables.rows.map(({ name }) => name).filter((name) => !notLookedAt.has(name));
  const parts = names.map(
    (name) => sql`select ${sql.lit(name)} || to_jsonb(t)::text as row from ${sql.table(name)} as t`,
  );
  const { rows } = await sql<{ row: string }>`${sql.join(parts, sql` union all `)}`.execute(world.db);
  return new Set(rows.map(({ row }) => row));
}

/** What a request did to the database: the rows that came and went, with names in place of ids. */
async function effectOf(
  cast: Cast,
  parameters: Record<string, string> | undefined,
  work: () => Promise<unknown>,
) {
  const before = await readRows();
  await work();
  const after = await readRows();
  const names = new Map(
    [
      ...Object.entries(parameters ?? {}),
      ...Object.entries(cast).map(([name, { _id }]) => [name, _id] as const),
    ].map(([name, id]) => [id, name]),
  );
  const named = (row: string) =>
    row.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? 'another id');
  return {
    gone: [...before]
      .filter((row) => !after.has(row))
      .map(named)
      .toSorted(),
    come: [...after]
      .filter((row) => !before.has(row))
      .map(named)
      .toSorted(),
  };
}

/** A value of a field that the server owns, as an attacker would forge it. */
const forgeries: Record<string, unknown> = {
  status: 'accepted',
  requestedBy: 'organization',
  isRead: true,
  userType: 'admin',
  views: 1_000_000,
  follows: 1_000_000,
  totalSenders: 1_000_000,
  createdAt: '2001-02-03T04:05:06.000Z',
  acceptedAt: '2001-02-03T04:05:06.000Z',
  publishedAt: '2001-02-03T04:05:06.000Z',
  counts: { liked: 1_000_000, interested: 1_000_000, going: 1_000_000 },
  addable: false,
};

/** Sets a field at a path, where the path leads into a list in each of its items. */
function forge(target: Fields, [step = '', ...rest]: string[], value: unknown): void {
  const list = step.endsWith('[]') ? target[step.slice(0, -2)] : undefined;
  if (Array.isArray(list)) for (const item of list) forge(item as Fields, rest, value);
  else if (rest.length === 0 && !step.endsWith('[]')) target[step] = value;
}

const forgeryOf = (name: string, { bob }: Cast): unknown =>
  name === 'interests'
    ? [{ userId: bob._id, liked: true }]
    : /id$/i.test(name)
      ? bob._id
      : (forgeries[name] ?? 'forged');

const forged = (body: Fields, cast: Cast, { ignores = [] }: DocumentedRequest): Fields => {
  const result = structuredClone(body);
  for (const path of ignores) {
    const steps = path.split('.');
    const name = steps.at(-1) ?? '';
    forge(result, steps, forgeryOf(name, cast));
  }
  return result;
};

it('has a line for every operation that writes, and for no other', () => {
  expect(Object.keys(table).toSorted()).toEqual(writes.map(({ name }) => name).toSorted());
});

it('has a line that writes for every operation that takes more than its input', () => {
  const silent = writes.filter(
    ({ name, documented }) => typeof table[name] === 'string' && documented.ignores,
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});

describe('a forged request', () => {
  const takingMore = lines.filter(({ operation }) => operation.documented.ignores);
  it.each(takingMore)('to $name does what it does without the forged values', async ({ operation, line }) => {
    const [honest, forging] = [await makeCast(), await makeCast()];
    const plain = await line.request(honest);
    const expected = await effectOf(honest, plain.parameters, async () =>
      expect(await send(operation, plain, honest[line.as])).toMatchObject({ status: 200 }),
    );
    expect(expected).not.toEqual(nothing);
    const sent = await line.request(forging);
    const body = forged(sent.body ?? {}, forging, operation.documented);
    expect(
      await effectOf(forging, sent.parameters, async () =>
        expect(await send(operation, { ...sent, body }, forging[line.as])).toMatchObject({ status: 200 }),
      ),
    ).toEqual(expected);
  });

  it.each(lines.filter(({ operation }) => operation.method !== 'DELETE'))(
    'to $name is rejected with a field that is documented nowhere or an actor who is another user',
    async ({ name, operation, line }) => {
      const cast = await makeCast();
      const sent = await line.request(cast);
      const as = cast[line.as];
      const [feature = '', procedure = ''] = name.split('.');
      const features = world.as(as) as unknown as Record<string, Record<string, (input: Fields) => unknown>>;
      const { ignores = [], actors = [] } = operation.documented;
      const effect = await effectOf(cast, sent.parameters, async () => {
        expect(await send(operation, sent, as, { colour: 'red' })).toMatchObject({ status: 400 });
        for (const actor of actors)
          expect(await send(operation, sent, as, { [actor]: cast.bob._id }), actor).toMatchObject({
            status: 403,
          });
        // Typed clients know the types: there an ignored field is a mistake, but for the one that the form sends
        // back.
        for (const path of ignores)
          if (!path.includes('.') && path !== 'addable')
            await expect(
              features[feature]?.[procedure]?.({
                ...sent.parameters,
                ...sent.body,
                [path]: forgeryOf(path, cast),
              }),
              path,
            ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
      });
      expect(effect).toEqual(nothing);
    },
  );
});

describe('what was read', () => {
  const entities = [
    ...lines,
    ...lines
      .filter(({ name }) => name === 'profiles.saveBasicInfo')
      .map((row) => ({
        ...row,
        name: 'profiles.saveBasicInfo of an organization',
        line: organizationBasicInfo,
      })),
  ].flatMap(({ name, operation, line }) =>
    line.entity ? [{ name, operation, line, entity: line.entity }] : [],
  );

  it.each(entities)(
    'may be changed in one field and written back: $name',
    async ({ operation, line, entity }) => {
      const cast = await makeCast();
      const as = cast[line.as];
      const sent = await line.request(cast);
      expect(await send(operation, sent, as)).toMatchObject({ status: 200 });
      const { reads, edits, shown = itself } = entity(cast, sent);
      const read = async ([path, pick]: Entity['reads'][number]) => {
        const { data } = await world.request(`/api${path}`, { as });
        return pick(data as never);
      };
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...reads), edits, async (from, edit) => {
          const before = await read(from);
          const response = await send(operation, { ...sent, body: { ...before, ...edit } }, as);
          expect(response, `${response.message} ${JSON.stringify(response.fields)}`).toMatchObject({
            status: 200,
          });
          expect(await read(from)).toEqual({ ...before, ...shown(edit, before) });
        }),
        { numRuns: 10 },
      );
    },
  );

  it.each([
    {
      name: 'an entry of a calendar',
      read: ({ carol }: Cast) => `/posts/calendar/user/${carol._id}`,
      pick: first,
      as: 'carol',
      write: 'posts.update',
    },
    {
      name: 'the basic information of a public profile of an individual',
      read: ({ alice }: Cast) => `/users/${alice._id}/public-info`,
      pick: (data: { basicInfo: Fields }) => data.basicInfo,
      as: 'alice',
      write: 'profiles.saveBasicInfo',
    },
  ] as const)('is rejected where it is a part of the entity: $name', async ({ read, pick, as, write }) => {
    const row = lines.find(({ name }) => name === write);
    assert(row);
    const cast = await makeCast();
    const sent = await row.line.request(cast);
    expect(await send(row.operation, sent, cast[as])).toMatchObject({ status: 200 });
    const { data } = await world.request(`/api${read(cast)}`, { as: cast[as] });
    const part = pick(data as never);
    expect(Object.keys(part).length).toBeGreaterThan(1);
    const effect = await effectOf(cast, sent.parameters, async () => {
      expect(await send(row.operation, { ...sent, body: part }, cast[as])).toMatchObject({ status: 400 });
    });
    expect(effect).toEqual(nothing);
  });
});
