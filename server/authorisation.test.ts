import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Example } from './rest/examples.ts';
import { createOpenApiDocument } from './rest/openapi.ts';
import { type Operation, operationsOf, parametersOf, proceduresOf } from './rest/operations.ts';
import { curlSample, type SampleCall } from './rest/samples.ts';
import { inlineSchemas } from './rest/schema-components.ts';
import { appRouter } from './router.ts';
import { asExample } from './testing/examples.ts';
import { largePng } from './testing/large-png.ts';
import { openNetworks, type TestNetworks } from './testing/networks.ts';
import { addLookups } from './testing/posts.ts';
import { createWorld, type Person, password, type World } from './testing/world.ts';
import type { Meta } from './trpc.ts';

/** The API document, as far as examples are compared with it. */
interface ApiDocument {
  paths: Record<string, Record<string, DescribedOperation>>;
}
interface DescribedOperation {
  parameters: { name?: string; in?: string }[];
  requestBody?: { content: { 'application/json': { schema: object } } };
  responses: { '200': { content: { 'application/json': { schema: object } } } };
}

/** A schema in which objects have the fields that it names and no others. */
function closed(schema: unknown): object {
  const close = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(close);
    if (typeof part !== 'object' || part === null) return part;
    const closedParts = Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, close(inner)]));
    return 'properties' in part && 'type' in part
      ? { additionalProperties: false, ...closedParts }
      : closedParts;
  };
  return close(schema) as object;
}

/** Whose `meta.example` names accounts and lists of the demo community. */
const tiedToTheDemo = new Set(['accounts.signIn', 'accounts.changePassword', 'profiles.saveInvolvement']);

/** A post of carol's to which alice goes. */
async function going({ alice, carol }: Cast) {
  const startDateTime = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const event = { postType: 'volunteering', title: 'Soup night', isActive: true, startDateTime } as const;
  const { _id: id } = await world.as(await world.elsewhere(carol)).posts.create(event);
  await world.as(await world.elsewhere(alice)).posts.going({ id });
  return { id };
}

/** Examples that are not the call of the table: that one is rejected. */
const ownExamples: Record<string, (cast: Cast, person: Person) => Promise<Record<string, unknown>>> = {
  'accounts.resetPassword': async (_, { email }) => {
    await world.visitor.accounts.recoverPassword({ email });
    await world.ports.runJobs();
    const token = /reset-password\/([\w-]+)/.exec(world.ports.mailbox.at(-1)?.text ?? '')?.[1];
    return { token, newPassword: password };
  },
  'posts.going': going,
  'posts.cancelGoing': going,
  'posts.interested': going,
  'posts.cancelInterested': going,
  'reminders.set': async (people) => ({ ...(await going(people)), minutes: 60 }),
};

/** Who calls, seen from what the call is about. */
const roles = ['visitor', 'stranger', 'organization', 'otherSide', 'blocked', 'admin', 'owner'] as const;
type Role = (typeof roles)[number];

/** The people of the table. */
interface Cast {
  /** Owns what calls of individuals are about. */
  alice: Person;
  /** Owns what calls of organizations are about: publishes, is followed. */
  carol: Person;
  /** Knows nobody. */
  bob: Person;
  /** An organization that knows nobody. */
  dan: Person;
  /** A friend of alice's, and a follower of alice and carol. */
  eve: Person;
  /** An individual whom alice and carol have blocked. */
  frank: Person;
  /** An administrator. */
  ada: Person;
  /** Another post of carol's, published. */
  post: () => Promise<string>;
  /** A draft of carol's. */
  draft: () => Promise<string>;
  /** A notification of alice's, that eve caused. */
  notification: string;
}

/** The HTTP status that each role gets. Visitors get 401 unless the row is public. */
type Outcome = number | ({ others: number } & Partial<Record<Exclude<Role, 'visitor'>, number>>);

interface Row {
  /** Anybody may call: visitors get what others get. */
  public?: true;
  /** Who owns what the call is about; `alice` unless given. */
  owner?: 'alice' | 'carol';
  /** The input. Made for each call anew; `caller` is who calls, and the owner where a visitor does. */
  input?: (cast: Cast, caller: Person) => object | Promise<object>;
  answers: Outcome;
}

const ownerOnly = { others: 403, owner: 200 };
const nobodyElsesBusiness = { others: 404, owner: 200 };
const organizationsOwn = { others: 403, owner: 200 };
const someone = (cast: Cast) => ({ id: cast.alice._id });
const organization = (cast: Cast) => ({ id: cast.carol._id });
const pair = (cast: Cast) => ({ followerId: cast.alice._id, followingId: cast.carol._id });
const basicInfo = { firstName: 'Alice', lastName: 'Example', address: { code: '19104' } };
const post = { postType: 'general', title: 'We have moved', description: '' };
let lastAddress = 0;
const endorsed = (cast: Cast) => ({ endorserId: cast.alice._id, endorseeId: cast.carol._id });

/** A friend request that alice received. */
async function friendRequest({ alice }: Cast) {
  const sender = await world.individual('frank');
  const asked = { senderId: sender._id, receiverId: alice._id };
  return { id: (await world.as(sender).friendships.ask(asked))._id };
}

let lastYear = 1900;
const nextPeriod = () => ({
  membershipType: 'volunteer' as const,
  startTime: { month: 0, year: ++lastYear },
});

/** A membership that carol offers alice. */
async function offered({ alice, carol }: Cast) {
  const between = { individualId: alice._id, organizationId: carol._id };
  return { id: (await world.as(carol).memberships.create({ ...between, ...nextPeriod() }))._id };
}

/** A share of alice's. */
async function shared({ alice, post }: Cast) {
  const id = crypto.randomUUID();
  const share = { id, user_id: alice._id, post_id: await post(), created_at: world.ports.clock.now() };
  await world.db.insertInto('shares').values(share).execute();
  return { id };
}

/** An access token of alice's. */
async function accessToken({ alice }: Cast) {
  const owner = world.as(await world.elsewhere(alice));
  return { id: (await owner.accessTokens.create({ name: 'Newsletter', scopes: ['read'] }))._id };
}

/** The address of another post of carol's. */
const linked = async ({ post }: Cast) => ({ postLink: `/post/general/details/${await post()}` });

/** A conversation of alice and eve, with a message of eve's that alice has not read. */
async function conversation({ alice, eve }: Cast) {
  const sender = await world.elsewhere(eve);
  const sent = await world.as(sender).conversations.send({ receiverId: alice._id, text: 'Hello' });
  return { id: sent.conversation._id };
}

/** A message of alice's to many, one of whom is eve. */
async function bulkMessage({ alice, bob, eve }: Cast) {
  const sender = await world.elsewhere(alice);
  const sent = { id: alice._id, receiverIds: [bob._id, eve._id], messageText: 'Hello' };
  return { id: (await world.as(sender).conversations.sendToMany(sent))._id };
}
/** A list of carol's, with alice on it. */
async function cultivation({ alice, carol }: Cast) {
  const owner = world.as(await world.elsewhere(carol));
  const { _id: id } = await owner.cultivations.create({ title: 'Regulars' });
  await owner.cultivations.addUsers({ id, userId: alice._id });
  return { id };
}
/** A note of carol's on alice. */
async function noted({ alice, carol }: Cast) {
  const owner = world.as(await world.elsewhere(carol));
  return { id: (await owner.prospects.addNote({ userId: alice._id, text: 'Likes to cook' }))._id };
}
const aboutAlice = ({ alice }: Cast) => ({ userId: alice._id });
/** Of an organization's own: individuals have none, and rival organizations do not learn of it. */
const organizationsList = { others: 403, organization: 404, owner: 200 };
/** For every organization, about its own. */
const forOrganizations = { others: 403, organization: 200, owner: 200 };
const members = { others: 404, otherSide: 200, owner: 200 };

/** Where logins at social networks return to. */
const returnTo = 'https://gatherwell.test/edit/organization/social-media';
const login = { state: 'state', returnTo };
const signInAtFacebook = () => networks.signIn(networks.port.facebook?.loginAddress(login) ?? '');
const signInAtLinkedIn = () => networks.signIn(networks.port['linked-in']?.loginAddress(login) ?? '');

/** What a login at Twitter brings back that the caller's session has begun. */
async function signInAtTwitter(caller: Person) {
  if (caller.userType !== 'organization') return { oauth_token: 'none', oauth_verifier: 'none' };
  const begun = await world.as(caller).socialMedia.twitterRequestToken({ callbackURL: returnTo });
  const twitter = networks.port.twitter;
  const back = await networks.signIn(twitter?.loginAddress(begun.oauth_token) ?? '');
  return { oauth_token: begun.oauth_token, oauth_verifier: back.get('oauth_verifier') ?? '' };
}

/** Carol is connected to all social networks. */
async function connected({ carol }: Cast) {
  const owner = await world.elsewhere(carol);
  const { socialMedia } = world.as(owner);
  const { networks: known } = await socialMedia.overview();
  if (known.every(({ connection }) => connection)) return {};
  const [facebook, linkedIn] = await Promise.all([signInAtFacebook(), signInAtLinkedIn()]);
  const accessToken = facebook.get('access_token') ?? '';
  await socialMedia.facebookConnect({ userID: '1001', accessToken });
  await socialMedia.linkedInConnect({ code: linkedIn.get('code') ?? '', redirectURL: returnTo });
  await socialMedia.twitterAccessToken(await signInAtTwitter(owner));
  await socialMedia.twitterConnect();
  return {};
}
const ownSocialMedia = async (cast: Cast) => ({ ...(await connected(cast)), userId: cast.carol._id });

/** A post of carol's that could not be shared at Facebook. */
const sharedPost = ({ _id: organization_id }: Person, post_id: string) => ({
  post_id,
  network: 'facebook' as const,
  organization_id,
  state: 'failed' as const,
  reason: 'unreachable' as const,
  due_at: new Date(),
});

/** A post of carol's that could not be deleted at Facebook. */
async function leftBehind({ carol }: Cast) {
  const id = crypto.randomUUID();
  const removal = {
    id,
    network: 'facebook',
    organization_id: carol._id,
    title: 'Soup',
    reason: 'unreachable',
  } as const;
  const there = { account_id: '1001', author_id: '2001', text: 'Soup', remote_id: '2001_1' };
  await world.db
    .insertInto('network_removals')
    .values({ ...removal, ...there })
    .execute();
  return { id };
}

/** A webhook of carol's, her only one, and a delivery to it that was given up. */
async function webhook({ carol }: Cast) {
  await world.db.deleteFrom('webhooks').where('organization_id', '=', carol._id).execute();
  const owner = world.as(await world.elsewhere(carol));
  const { _id: webhook_id } = await owner.webhooks.create(hook);
  const [id, at] = [crypto.randomUUID(), new Date()];
  const times = { created_at: at, next_at: at };
  await world.db
    .insertInto('webhook_deliveries')
    .values({
      id,
      webhook_id,
      event: 'follower.added',
      subject: id,
      body: '{}',
      state: 'failed',
      attempts: 11,
      ...times,
    })
    .execute();
  return { webhook: { id: webhook_id }, delivery: { id } };
}
const hook = { url: 'https://hooks.example.org/in', events: ['follower.added' as const] };
const ownWebhook = async (cast: Cast) => (await webhook(cast)).webhook;

/** One row for every procedure. A new one fails this test until it has a row here. */
const table: Record<string, Row> = {
  'accessTokens.list': { answers: 200 },
  'accessTokens.create': { input: () => ({ name: 'Newsletter', scopes: ['read'] }), answers: 200 },
  'accessTokens.revoke': { input: accessToken, answers: nobodyElsesBusiness },
  'accounts.signUp': {
    public: true,
    input: () => ({ userType: 'individual', email: `new-${++lastAddress}@example.org`, password }),
    answers: 200,
  },
  'accounts.signIn': {
    public: true,
    input: ({ alice }) => ({ email: alice.email, password }),
    answers: 200,
  },
  'accounts.signOut': { answers: 200 },
  'accounts.me': { public: true, answers: 200 },
  'accounts.changePassword': {
    input: () => ({ oldPassword: password, newPassword: password }),
    answers: 200,
  },
  'accounts.recoverPassword': {
    public: true,
    input: () => ({ email: 'nobody@example.org' }),
    answers: 200,
  },
  'accounts.resetPassword': {
    public: true,
    input: () => ({ token: 'guessed', newPassword: password }),
    answers: 409,
  },
  'accounts.emailExists': {
    public: true,
    input: ({ alice }) => ({ emailAddress: alice.email }),
    answers: 200,
  },

  'blocks.block': {
    input: ({ alice, frank }) => ({ userId: alice._id, blockedUserId: frank._id }),
    answers: ownerOnly,
  },
  'blocks.unblock': {
    input: ({ alice, dan }) => ({ userId: alice._id, blockedUserId: dan._id }),
    answers: ownerOnly,
  },
  'blocks.between': {
    input: ({ alice, frank }) => ({ userId: alice._id, blockedUserId: frank._id }),
    answers: { others: 403, blocked: 200, owner: 200 },
  },
  'blocks.list': { input: ({ alice }) => ({ userId: alice._id }), answers: ownerOnly },

  'connections.check': {
    input: ({ alice, carol }) => ({ a: alice._id, b: carol._id }),
    answers: ownerOnly,
  },
  'connections.users': { input: someone, answers: ownerOnly },
  'connections.between': {
    input: ({ alice, carol }) => ({ senderId: alice._id, receiverId: carol._id }),
    answers: ownerOnly,
  },
  'connections.grant': {
    input: ({ alice, carol }) => ({ senderId: carol._id, receiverId: alice._id, isConnected: true }),
    answers: ownerOnly,
  },
  'connections.grants': { input: ({ alice }) => ({ senderId: alice._id }), answers: ownerOnly },

  'connectivities.byUser': { input: someone, answers: 200 },
  'connectivities.watch': { input: ({ alice }) => ({ userIds: [alice._id] }), answers: 200 },
  'connectivities.typing': { input: ({ alice }) => ({ receiverId: alice._id }), answers: 200 },
  'conversations.create': {
    input: ({ alice, eve }) => ({ members: [alice._id, eve._id] }),
    answers: { others: 403, otherSide: 200, owner: 200 },
  },
  'conversations.send': {
    input: async (cast) => ({ conversationId: (await conversation(cast)).id, text: 'Thanks' }),
    answers: members,
  },
  'conversations.list': { input: someone, answers: ownerOnly },
  'conversations.open': { input: conversation, answers: members },
  'conversations.byId': { input: conversation, answers: members },
  'conversations.history': { input: conversation, answers: members },
  'conversations.markRead': {
    input: async (cast) => ({ ...(await conversation(cast)), upTo: 1 }),
    answers: members,
  },
  'conversations.remove': { input: conversation, answers: members },
  'conversations.countNew': { input: ({ alice }) => ({ userId: alice._id }), answers: ownerOnly },
  'conversations.price': {
    input: ({ alice, bob }) => ({ id: alice._id, receivers: [bob._id] }),
    answers: ownerOnly,
  },

  'conversations.top': { input: someone, answers: ownerOnly },
  'conversations.search': {
    input: async (cast, caller) => ({
      id: caller._id,
      text: 'hello',
      conversationId: (await conversation(cast)).id,
    }),
    answers: members,
  },
  'conversations.sendToMany': {
    input: ({ alice, bob }) => ({ id: alice._id, receiverIds: [bob._id], messageText: 'Hello' }),
    answers: ownerOnly,
  },
  'conversations.sendToGroup': {
    input: ({ alice }) => ({
      userId: alice._id,
      connection: 'followers',
      connectionType: 'all',
      text: 'Hello',
    }),
    answers: ownerOnly,
  },
  'conversations.bulkPrice': {
    input: ({ alice, bob }) => ({ id: alice._id, receiverIds: [bob._id] }),
    answers: ownerOnly,
  },
  'conversations.bulkJob': { input: bulkMessage, answers: nobodyElsesBusiness },
  'conversations.bulkJobs': { input: ({ alice }) => ({ userId: alice._id }), answers: ownerOnly },

  'cultivations.create': {
    owner: 'carol',
    input: ({ carol }) => ({ title: 'Regulars', creatorId: carol._id }),
    answers: organizationsOwn,
  },
  'cultivations.update': {
    owner: 'carol',
    input: async (cast) => ({ ...(await cultivation(cast)), title: 'Friends' }),
    answers: organizationsList,
  },
  'cultivations.byId': { owner: 'carol', input: cultivation, answers: organizationsList },
  'cultivations.list': {
    owner: 'carol',
    input: ({ carol }) => ({ userId: carol._id }),
    answers: organizationsOwn,
  },
  'cultivations.addUsers': {
    owner: 'carol',
    input: async (cast) => ({ ...(await cultivation(cast)), userId: cast.bob._id }),
    answers: organizationsList,
  },
  'cultivations.additions': { owner: 'carol', input: cultivation, answers: organizationsList },
  'cultivations.countRules': {
    owner: 'carol',
    input: () => ({ rules: { all: [{ about: 'follows', holds: true }] } }),
    answers: { others: 403, organization: 200, owner: 200 },
  },
  'cultivations.departures': { owner: 'carol', input: cultivation, answers: organizationsList },
  'cultivations.removeUser': {
    owner: 'carol',
    input: async (cast) => ({ ...(await cultivation(cast)), userId: cast.alice._id }),
    answers: organizationsList,
  },
  'cultivations.copy': {
    owner: 'carol',
    input: async (cast) => ({ ...(await cultivation(cast)), title: 'Friends' }),
    answers: organizationsList,
  },
  'cultivations.message': {
    owner: 'carol',
    input: async (cast) => ({ cultivationId: (await cultivation(cast)).id, text: 'Hello' }),
    answers: organizationsList,
  },
  'cultivations.messagePrice': {
    owner: 'carol',
    input: async (cast) => ({ cultivationId: (await cultivation(cast)).id }),
    answers: organizationsList,
  },
  'cultivations.remove': { owner: 'carol', input: cultivation, answers: organizationsList },

  'endorsements.endorse': { input: endorsed, answers: ownerOnly },
  'endorsements.cancelEndorse': { input: endorsed, answers: ownerOnly },
  'endorsements.endorsers': { public: true, input: ({ carol }) => ({ id: carol._id }), answers: 200 },
  'endorsements.endorsees': { public: true, input: someone, answers: 200 },
  'endorsements.mine': { input: ({ carol }) => ({ ids: [carol._id] }), answers: 200 },
  'endorsements.between': { input: ({ eve, carol }) => ({ a: eve._id, b: carol._id }), answers: 200 },
  'endorsements.summary': { public: true, input: someone, answers: 200 },

  'events.head': { answers: 200 },
  'events.stream': {
    input: async () => ({ since: 0, epoch: crypto.randomUUID() }),
    answers: 200,
  },

  'feedback.send': {
    public: true,
    input: () => ({ fullName: 'Alice', contactEmail: 'alice@example.org', description: 'Well done' }),
    answers: 200,
  },

  'feeds.home': { answers: 200 },

  'follows.follow': { input: pair, answers: ownerOnly },
  'follows.unfollow': { input: pair, answers: ownerOnly },
  'follows.followers': { public: true, input: someone, answers: 200 },
  'follows.followings': { public: true, input: someone, answers: 200 },
  'follows.between': { input: ({ eve, carol }) => ({ a: eve._id, b: carol._id }), answers: 200 },
  'follows.summary': { public: true, input: someone, answers: 200 },

  'friendships.ask': {
    input: ({ alice, bob }) => ({ senderId: alice._id, receiverId: bob._id }),
    answers: ownerOnly,
  },
  'friendships.accept': { input: friendRequest, answers: nobodyElsesBusiness },
  'friendships.reject': { input: friendRequest, answers: nobodyElsesBusiness },
  'friendships.remove': { input: friendRequest, answers: nobodyElsesBusiness },
  'friendships.between': {
    input: ({ alice, eve }) => ({ userId: alice._id, otherId: eve._id }),
    answers: { others: 403, otherSide: 200, owner: 200 },
  },
  'friendships.list': { input: ({ alice }) => ({ userId: alice._id }), answers: ownerOnly },
  'friendships.friends': { public: true, input: someone, answers: 200 },

  'invitations.invite': {
    input: async (cast) => ({
      id: cast.alice._id,
      usersToBeInvited: [cast.bob._id],
      ...(await linked(cast)),
    }),
    answers: ownerOnly,
  },
  'invitations.inviteToFollow': {
    owner: 'carol',
    input: async ({ carol }) => ({
      organizationId: carol._id,
      usersToBeInvited: [(await world.individual('grace'))._id],
    }),
    answers: organizationsOwn,
  },
  'invitations.followPrice': {
    owner: 'carol',
    input: async (cast) => ({
      organizationId: cast.carol._id,
      cultivationId: (await cultivation(cast)).id,
    }),
    answers: organizationsOwn,
  },
  'invitations.guests': {
    input: async (cast) => ({ id: cast.alice._id, users: [cast.bob._id], ...(await linked(cast)) }),
    answers: ownerOnly,
  },

  'lookups.impactAreas': { public: true, answers: 200 },
  'lookups.skills': { public: true, answers: 200 },
  'lookups.languages': { public: true, answers: 200 },
  'lookups.organizationTypes': { public: true, answers: 200 },

  'memberships.create': {
    input: ({ alice, carol }) => ({ individualId: alice._id, organizationId: carol._id, ...nextPeriod() }),
    answers: ownerOnly,
  },
  'memberships.update': {
    input: async (cast) => ({ _id: (await offered(cast)).id, ...nextPeriod() }),
    answers: nobodyElsesBusiness,
  },
  'memberships.accept': { input: offered, answers: nobodyElsesBusiness },
  'memberships.reject': { input: offered, answers: nobodyElsesBusiness },
  'memberships.remove': { input: offered, answers: nobodyElsesBusiness },
  'memberships.list': {
    input: ({ alice }) => ({ filters: { individualId: alice._id } }),
    answers: 200,
  },
  'memberships.members': { public: true, input: organization, answers: 200 },

  'mapAreas.names': { public: true, input: () => ({ text: 'phila' }), answers: 200 },
  'mapAreas.baseMap': { public: true, answers: 200 },
  'mapAreas.generateFile': {
    owner: 'carol',
    input: ({ carol }) => ({ id: carol._id, type: 'city' }),
    answers: organizationsOwn,
  },
  'mapAreas.files': { public: true, input: ({ carol }) => ({ id: carol._id }), answers: 200 },

  'notifications.list': { answers: 200 },
  'notifications.listFull': { answers: 200 },
  'notifications.count': { answers: 200 },
  'notifications.senders': {
    input: ({ notification }) => ({ id: notification }),
    answers: nobodyElsesBusiness,
  },
  'notifications.mark': {
    input: ({ notification }) => ({ id: notification, isRead: true }),
    answers: nobodyElsesBusiness,
  },
  'notifications.restore': {
    input: ({ notification }) => ({ id: notification }),
    answers: nobodyElsesBusiness,
  },
  'notifications.remove': {
    input: ({ notification }) => ({ id: notification }),
    answers: nobodyElsesBusiness,
  },
  'notifications.markAll': { input: () => ({ isRead: true }), answers: 200 },

  'places.timeZone': { public: true, input: () => ({ latitude: 40, longitude: -75 }), answers: 200 },
  'places.search': { public: true, input: () => ({ text: 'Philadelphia' }), answers: 200 },

  'posts.create': {
    owner: 'carol',
    input: () => post,
    answers: { others: 403, organization: 200, owner: 200 },
  },
  'posts.update': {
    owner: 'carol',
    input: async (cast) => ({ ...post, id: await cast.post(), isActive: true }),
    answers: organizationsOwn,
  },
  'posts.undoPublish': {
    owner: 'carol',
    input: async () => ({
      id: (
        await world
          .as(cast.carol)
          .posts.create({ ...post, postType: 'general', isActive: true, undoable: true })
      )._id,
    }),
    answers: organizationsOwn,
  },
  'posts.remove': {
    owner: 'carol',
    input: async (cast) => ({ id: await cast.post() }),
    answers: organizationsOwn,
  },
  'posts.byId': {
    public: true,
    owner: 'carol',
    input: async (cast) => ({ id: await cast.draft() }),
    answers: nobodyElsesBusiness,
  },
  'posts.read': {
    public: true,
    owner: 'carol',
    input: async (cast) => ({ id: await cast.draft() }),
    answers: nobodyElsesBusiness,
  },
  'posts.search': { public: true, answers: 200 },
  'posts.points': { public: true, input: () => ({}), answers: 200 },
  'posts.list': { public: true, answers: 200 },
  'posts.like': { input: async (cast) => ({ id: await cast.post() }), answers: 200 },
  'posts.cancelLike': { input: async (cast) => ({ id: await cast.post() }), answers: 200 },
  'posts.interested': { input: async (cast) => ({ id: await cast.draft() }), answers: 404 },
  'posts.cancelInterested': { input: async (cast) => ({ id: await cast.draft() }), answers: 404 },
  'posts.going': { input: async (cast) => ({ id: await cast.draft() }), answers: 404 },
  'posts.cancelGoing': { input: async (cast) => ({ id: await cast.draft() }), answers: 404 },
  'posts.view': {
    owner: 'carol',
    input: async (cast) => ({ id: await cast.draft() }),
    answers: nobodyElsesBusiness,
  },
  'posts.viewers': {
    owner: 'carol',
    input: async (cast) => ({ id: await cast.post() }),
    answers: organizationsOwn,
  },
  'posts.viewersOfAll': { owner: 'carol', input: organization, answers: ownerOnly },
  'posts.viewerSummary': { owner: 'carol', input: organization, answers: ownerOnly },
  'posts.statistics': {
    owner: 'carol',
    input: async (cast) => ({ id: await cast.post() }),
    answers: ownerOnly,
  },
  'posts.followers': {
    owner: 'carol',
    input: async (cast) => ({ id: await cast.draft() }),
    answers: nobodyElsesBusiness,
  },
  'posts.gallery': { public: true, input: organization, answers: 200 },
  'dashboard.overview': { owner: 'carol', answers: { others: 403, organization: 200, owner: 200 } },
  'posts.upcoming': { answers: 200 },
  'reminders.set': {
    input: async (cast) => ({ id: await cast.draft(), minutes: 60 }),
    answers: 404,
  },
  'posts.recentlyEnded': { owner: 'carol', answers: { others: 403, organization: 200, owner: 200 } },
  'posts.committed': {
    owner: 'carol',
    input: async (cast) => ({ id: await cast.draft(), interestType: 'liked' }),
    answers: nobodyElsesBusiness,
  },

  'profiles.basicInfo': { input: someone, answers: 200 },
  'profiles.saveBasicInfo': { input: (cast) => ({ ...someone(cast), ...basicInfo }), answers: ownerOnly },
  'profiles.publicInfo': { public: true, input: someone, answers: 200 },
  'profiles.impactAreas': { input: someone, answers: 200 },
  'profiles.skills': { input: someone, answers: 200 },
  'profiles.languages': { input: someone, answers: 200 },
  'profiles.involvement': { input: someone, answers: 200 },
  'profiles.saveInvolvement': { input: someone, answers: ownerOnly },
  'profiles.privacy': { input: someone, answers: ownerOnly },
  'profiles.savePrivacy': { input: someone, answers: ownerOnly },
  'profiles.serviceInfo': { owner: 'carol', input: organization, answers: 200 },
  'profiles.saveServiceInfo': { owner: 'carol', input: organization, answers: ownerOnly },
  'profiles.internalLink': { owner: 'carol', input: organization, answers: 200 },
  'profiles.saveInternalLink': { owner: 'carol', input: organization, answers: ownerOnly },
  'profiles.checklist': { answers: 200 },
  'profiles.suggestions': { input: someone, answers: ownerOnly },
  'profiles.search': { public: true, input: () => ({ name: 'alice' }), answers: 200 },
  'profiles.allNames': { answers: 200 },

  'search.users': { answers: 200 },
  'search.individuals': { owner: 'carol', answers: { others: 403, organization: 200, owner: 200 } },
  'search.organizations': { public: true, answers: 200 },
  'search.organizationPoints': { public: true, answers: 200 },

  'shares.create': {
    input: async ({ alice, post }) => ({ userId: alice._id, postId: await post() }),
    answers: ownerOnly,
  },
  'shares.byId': { input: shared, answers: 200 },
  'shares.update': {
    input: async (cast) => ({ ...(await shared(cast)), postId: await cast.post() }),
    answers: ownerOnly,
  },
  'shares.remove': { input: shared, answers: ownerOnly },
  'shares.linkBase': { public: true, answers: 200 },

  'socialMedia.overview': { owner: 'carol', answers: forOrganizations },
  'socialMedia.connectionInfo': {
    owner: 'carol',
    input: () => ({ socialMedia: 'facebook' }),
    answers: forOrganizations,
  },
  'socialMedia.begin': {
    owner: 'carol',
    input: () => ({ socialMedia: 'linked-in', redirectURL: returnTo }),
    answers: forOrganizations,
  },
  'socialMedia.template': {
    owner: 'carol',
    input: ({ carol }) => ({ socialMedia: 'twitter', userId: carol._id }),
    answers: organizationsOwn,
  },
  'socialMedia.saveTemplate': {
    owner: 'carol',
    input: ({ carol }) => ({ socialMedia: 'twitter', userId: carol._id, template: [] }),
    answers: organizationsOwn,
  },
  'socialMedia.facebookAccount': { owner: 'carol', input: connected, answers: organizationsList },
  'socialMedia.facebookConnect': {
    owner: 'carol',
    input: async () => ({ userID: '1001', accessToken: (await signInAtFacebook()).get('access_token') }),
    answers: forOrganizations,
  },
  'socialMedia.facebookDisconnect': { owner: 'carol', input: connected, answers: forOrganizations },
  'socialMedia.facebookInfo': { owner: 'carol', input: ownSocialMedia, answers: organizationsOwn },
  'socialMedia.facebookPages': { owner: 'carol', input: ownSocialMedia, answers: organizationsOwn },
  'socialMedia.selectedFacebookPage': { owner: 'carol', input: ownSocialMedia, answers: organizationsOwn },
  'socialMedia.selectFacebookPage': {
    owner: 'carol',
    input: async (cast) => ({ ...(await ownSocialMedia(cast)), pageId: '2001' }),
    answers: organizationsOwn,
  },
  'socialMedia.linkedInAccount': { owner: 'carol', input: connected, answers: organizationsList },
  'socialMedia.linkedInConnect': {
    owner: 'carol',
    input: async () => ({ code: (await signInAtLinkedIn()).get('code'), redirectURL: returnTo }),
    answers: forOrganizations,
  },
  'socialMedia.linkedInDisconnect': { owner: 'carol', input: connected, answers: forOrganizations },
  'socialMedia.twitterAccount': { owner: 'carol', input: connected, answers: organizationsList },
  'socialMedia.twitterRequestToken': {
    owner: 'carol',
    input: () => ({ callbackURL: returnTo }),
    answers: forOrganizations,
  },
  'socialMedia.twitterAccessToken': {
    owner: 'carol',
    input: (_, caller) => signInAtTwitter(caller),
    answers: forOrganizations,
  },
  'socialMedia.twitterConnect': {
    owner: 'carol',
    input: async (_, caller) => {
      const sent = await signInAtTwitter(caller);
      if (caller.userType === 'organization') await world.as(caller).socialMedia.twitterAccessToken(sent);
      return {};
    },
    answers: forOrganizations,
  },
  'socialMedia.twitterDisconnect': { owner: 'carol', input: connected, answers: forOrganizations },
  'socialMedia.retry': {
    owner: 'carol',
    input: async ({ carol, post }) => {
      const postId = await post();
      await world.db.insertInto('network_posts').values(sharedPost(carol, postId)).execute();
      return { id: postId, socialMedia: 'facebook' };
    },
    answers: organizationsList,
  },
  'socialMedia.retryRemoval': { owner: 'carol', input: leftBehind, answers: organizationsList },
  'socialMedia.forgetRemoval': { owner: 'carol', input: leftBehind, answers: organizationsList },

  'wallet.balance': { input: someone, answers: ownerOnly },
  'wallet.entries': { input: someone, answers: ownerOnly },
  'wallet.spendingSummary': { answers: 200 },

  'calendar.ofUser': { public: true, input: someone, answers: nobodyElsesBusiness },
  'calendar.address': { answers: 200 },
  'calendar.makeAddress': { answers: 200 },
  'calendar.revokeAddress': { answers: 200 },
  // A rival organization has notes and tags of its own.
  'prospects.byId': { owner: 'carol', input: aboutAlice, answers: forOrganizations },
  'prospects.timeline': { owner: 'carol', input: aboutAlice, answers: forOrganizations },
  'prospects.addNote': {
    owner: 'carol',
    input: (cast) => ({ ...aboutAlice(cast), text: 'Likes to cook' }),
    answers: forOrganizations,
  },
  'prospects.changeNote': {
    owner: 'carol',
    input: async (cast) => ({ ...(await noted(cast)), text: 'Cooks' }),
    answers: organizationsList,
  },
  'prospects.removeNote': { owner: 'carol', input: noted, answers: organizationsList },
  'prospects.setTags': {
    owner: 'carol',
    input: (cast) => ({ ...aboutAlice(cast), tags: ['Cook'] }),
    answers: forOrganizations,
  },
  'prospects.tags': { owner: 'carol', answers: forOrganizations },

  'schedulers.checkIfAdded': {
    input: async (cast) => ({ a: cast.alice._id, b: await cast.post() }),
    answers: ownerOnly,
  },
  'schedulers.add': {
    input: async ({ alice, carol }) => {
      const event = await world.as(carol).posts.create({ ...post, postType: 'event', isActive: true });
      return { id: alice._id, postId: event._id };
    },
    answers: ownerOnly,
  },
  'schedulers.remove': {
    input: async (cast) => ({ id: cast.alice._id, postId: await cast.post() }),
    answers: ownerOnly,
  },
  'schedulers.list': { public: true, input: someone, answers: nobodyElsesBusiness },
  'webhooks.list': { owner: 'carol', answers: forOrganizations },
  'webhooks.create': { owner: 'carol', input: () => hook, answers: forOrganizations },
  'webhooks.update': {
    owner: 'carol',
    input: async (cast) => ({ ...(await ownWebhook(cast)), ...hook }),
    answers: organizationsList,
  },
  'webhooks.remove': { owner: 'carol', input: ownWebhook, answers: organizationsList },
  'webhooks.rotateSecret': { owner: 'carol', input: ownWebhook, answers: organizationsList },
  'webhooks.deliveries': { owner: 'carol', input: ownWebhook, answers: organizationsList },
  'webhooks.replay': {
    owner: 'carol',
    input: async (cast) => (await webhook(cast)).delivery,
    answers: organizationsList,
  },
};

let world: World;
let networks: TestNetworks;
let cast: Cast;
/** Begins anew, with the people of the table. */
async function openWorld(): Promise<void> {
  // Examples are the same whether or not other tests ran before.
  [lastYear, lastAddress] = [1900, 0];
  [world, networks] = await Promise.all([createWorld(), openNetworks()]);
  world.ports.networks = networks.port;
  world.deps.settings.tokenKeys = networks.tokenKeys;
  const [alice, bob, eve, frank] = [
    await world.individual('alice'),
    await world.individual('bob'),
    await world.individual('eve'),
    await world.individual('frank'),
  ];
  const [carol, dan] = [await world.organization('carol'), await world.organization('dan')];
  await world.befriend(eve, alice);
  for (const followingId of [alice._id, carol._id])
    await world.as(eve).follows.follow({ followerId: eve._id, followingId });
  for (const blocker of [alice, carol])
    await world.as(blocker).blocks.block({ userId: blocker._id, blockedUserId: frank._id });
  const [notification] = (await world.as(alice).notifications.list({})).items;
  const publish = async (isActive: boolean) =>
    (await world.as(carol).posts.create({ ...post, postType: 'general', isActive }))._id;
  cast = {
    alice,
    bob,
    carol,
    dan,
    eve,
    frank,
    ada: await world.admin('ada'),
    post: () => publish(true),
    draft: () => publish(false),
    notification: notification?._id ?? '',
  };
}

async function closeWorld(): Promise<void> {
  await networks.close();
  await world.close();
}

beforeAll(openWorld);
afterAll(closeWorld);

/** Who plays the role in a row, with a session of its own: calls may end it. */
async function personIn(role: Role, row: Row): Promise<Person | undefined> {
  const players = {
    visitor: undefined,
    stranger: cast.bob,
    organization: cast.dan,
    otherSide: cast.eve,
    blocked: cast.frank,
    admin: cast.ada,
    owner: cast[row.owner ?? 'alice'],
  };
  const person = players[role];
  return person && world.elsewhere(person);
}

function statusFor(role: Role, row: Row): number {
  if (role === 'visitor' && !row.public) return 401;
  if (typeof row.answers === 'number') return row.answers;
  return role === 'visitor' ? row.answers.others : (row.answers[role] ?? row.answers.others);
}

const operations = operationsOf(appRouter);

/** A value as a query carries it. */
const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Calls the REST route as documented: path parameters, then query or body. */
async function callRest(name: string, input: Record<string, unknown>, as: Person | undefined) {
  const operation = operations.find((candidate) => candidate.name === name);
  if (!operation) throw new Error(`${name} has no REST route`);
  const { method, path } = operation;
  const inPath = parametersOf(path);
  const rest = Object.entries(input).filter(([field]) => !inPath.includes(field));
  const address = inPath.reduce(
    (text, field) => text.replace(`{${field}}`, encodeURIComponent(String(input[field]))),
    path,
  );
  const hasBody = method === 'POST' || method === 'PUT';
  const query = hasBody
    ? ''
    : `?${new URLSearchParams(rest.map(([field, value]) => [field, asText(value)]))}`;
  return world.request(`/api${address}${query}`, {
    method,
    ...(as && { as }),
    ...(hasBody && { body: Object.fromEntries(rest) }),
  });
}

/** Calls the typed procedure in process; resolves to the HTTP status that it would have. */
async function callTyped(name: string, input: object, as: Person | undefined): Promise<number> {
  const caller = as ? world.as(as) : world.visitor;
  const [feature = '', procedure = ''] = name.split('.');
  const features = caller as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>;
  try {
    const response = await features[feature]?.[procedure]?.(input);
    // A subscription is open now, and would wait for events.
    if (typeof response === 'object' && response && Symbol.asyncIterator in response)
      await (response as AsyncGenerator).return(undefined);
    return 200;
  } catch (error) {
    if (error instanceof TRPCError) return getHTTPStatusCodeFromError(error);
    throw error;
  }
}

const procedures = proceduresOf(appRouter);
const metaOf = (name: string) => procedures[name]?._def.meta as Meta | undefined;

test('every procedure has a row, and every row a procedure', () => {
  expect(Object.keys(procedures).toSorted()).toEqual(Object.keys(table).toSorted());
});

test('a procedure is public where the table has it so', () => {
  for (const [name, row] of Object.entries(table))
    expect(metaOf(name)?.caller === 'public', name).toBe(row.public === true);
});

describe.each(Object.entries(table))('%s', (name, row) => {
  const hasRoute = metaOf(name)?.rest !== undefined;
  test.each(roles.map((role) => [role, statusFor(role, row)] as const))('%s: %i', async (role, status) => {
    const owner = cast[row.owner ?? 'alice'];
    const makeInput = async (caller: Person | undefined): Promise<Record<string, unknown>> => ({
      ...(await row.input?.(cast, caller ?? owner)),
    });
    const person = await personIn(role, row);
    expect(await callTyped(name, await makeInput(person), person), 'typed').toBe(status);
    if (!hasRoute) return;
    const again = await personIn(role, row);
    const response = await callRest(name, await makeInput(again), again);
    expect(response, response.message).toMatchObject({ status, success: status === 200 });
    expect(typeof response.message).toBe('string');
    if (status !== 200) expect(response.data).toBeNull();
  });
});

/** What is no procedure, because its body is not JSON. */
const files: Record<string, { call: (as: Person | undefined) => Promise<Response>; answers: Outcome }> = {
  'GET /files/{id}': {
    answers: members,
    call: async (as) => {
      const image = `data:;base64,${Buffer.from(largePng('file', 10, 10)).toString('base64')}`;
      const sender = await world.elsewhere(cast.eve);
      const sent = await world.as(sender).conversations.send({ receiverId: cast.alice._id, images: [image] });
      return world.fetch(sent.message.images[0]?.path ?? '', { headers: headersOf(as) });
    },
  },
  'POST /uploads': { answers: 201, call: (as) => upload(as) },
  'HEAD /uploads/{id}': { answers: { others: 404, owner: 200 }, call: (as) => onUpload('HEAD', as) },
  'PATCH /uploads/{id}': { answers: { others: 404, owner: 204 }, call: (as) => onUpload('PATCH', as) },
  'DELETE /uploads/{id}': { answers: { others: 404, owner: 204 }, call: (as) => onUpload('DELETE', as) },
};

const headersOf = (as: Person | undefined) => ({
  'tus-resumable': '1.0.0',
  ...(as && { authorization: `Bearer ${as.token}` }),
});

const upload = (as: Person | undefined) =>
  world.fetch('/api/uploads', {
    method: 'POST',
    headers: {
      ...headersOf(as),
      'upload-length': '4',
      'upload-metadata': `filename ${btoa('a.txt')},kind ${btoa('file')}`,
    },
  });

/** Calls with an upload of alice's. */
async function onUpload(method: string, as: Person | undefined): Promise<Response> {
  const begun = await upload(await world.elsewhere(cast.alice));
  return world.fetch(begun.headers.get('location') ?? '', {
    method,
    headers: {
      ...headersOf(as),
      ...(method === 'PATCH' && { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }),
    },
    ...(method === 'PATCH' && { body: 'text' }),
  });
}

describe.each(Object.entries(files))('%s', (name, { call, answers }) => {
  test('is in the API document', async () => {
    const { paths } = (await (await world.fetch('/api/openapi.json')).json()) as {
      paths: Record<string, object>;
    };
    const [method = '', path = ''] = name.split(' ');
    expect(Object.keys(paths[path] ?? {})).toContain(method.toLowerCase());
  });

  test.each(roles.map((role) => [role, statusFor(role, { answers })] as const))(
    '%s: %i',
    async (role, status) => {
      expect((await call(await personIn(role, { answers }))).status).toBe(status);
    },
  );
});

describe('what would reach another user', () => {
  const writes: Record<string, (cast: Cast, from: Person) => object | Promise<object>> = {
    'follows.follow': ({ carol }, { _id }) => ({ followerId: _id, followingId: carol._id }),
    'endorsements.endorse': ({ carol }, { _id }) => ({ endorserId: _id, endorseeId: carol._id }),
    'friendships.ask': ({ alice }, { _id }) => ({ senderId: _id, receiverId: alice._id }),
    'memberships.create': ({ carol }, { _id }) => ({
      individualId: _id,
      organizationId: carol._id,
      ...nextPeriod(),
    }),
    'invitations.invite': async (people, { _id: id }) => ({
      id,
      usersToBeInvited: [people.alice._id],
      ...(await linked(people)),
    }),
    'conversations.send': ({ alice }) => ({ receiverId: alice._id, text: 'Hello' }),
    'conversations.sendToMany': ({ alice }, { _id: id }) => ({
      id,
      receiverIds: [alice._id],
      messageText: 'Hello',
    }),
  };
  test.each(Object.entries(writes))('%s: 404 to who is blocked, 200 to a stranger', async (name, inputOf) => {
    // Calls of the table end sessions.
    const [alice, carol] = [await world.elsewhere(cast.alice), await world.elsewhere(cast.carol)];
    for (const [caller, status] of [
      [cast.frank, 404],
      [cast.bob, 200],
    ] as const) {
      const from = await world.elsewhere(caller);
      expect(await callTyped(name, await inputOf(cast, from), from)).toBe(status);
      const again = await world.individual('grace');
      if (status === 404)
        for (const by of [alice, carol])
          await world.as(by).blocks.block({ userId: by._id, blockedUserId: again._id });
      expect((await callRest(name, { ...(await inputOf(cast, again)) }, again)).status).toBe(status);
    }
  });
});

describe('without a session', () => {
  const closed = operations.filter(({ name }) => !table[name]?.public);
  const nobodysId = '00000000-0000-7000-8000-000000000000';

  test.each(closed.map(({ method, path }) => [method, path] as const))(
    '%s %s is rejected before its input is looked at',
    async (method, path) => {
      for (const value of [nobodysId, 'nonsense']) {
        const address = `/api${path.replaceAll(/\{[^}]+\}/g, value)}`;
        const hasBody = method === 'POST' || method === 'PUT';
        expect(await world.request(address, { method, ...(hasBody && { body: {} }) })).toMatchObject({
          status: 401,
          success: false,
          message: 'Please sign in first.',
          data: null,
        });
      }
    },
  );
});

/*
 * An owner's call of each operation is its example in the API document: `vitest -u` writes them anew. Each is really
 * sent, and request and response are what the document says that they are.
 */
describe('the examples of the API document', () => {
  const document = inlineSchemas(
    createOpenApiDocument(appRouter, { publicUrl: 'https://gatherwell.test' }) as ApiDocument,
  );
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const examples: Record<string, Example> = {};
  /** The limits that were counted. */
  const counted = new Set<string>();

  let server: Server;
  let url: string;
  beforeAll(async () => {
    await closeWorld();
    await openWorld();
    server = createServer(
      getRequestListener(async (request) => {
        const { pathname, search } = new URL(request.url);
        const { method, headers } = request;
        const body = method === 'GET' || method === 'DELETE' ? null : await request.text();
        return world.fetch(pathname + search, { method, headers, body: body || null });
      }),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await addLookups(world);
    const { consume } = world.ports.limits;
    world.ports.limits.consume = (name, ...more) => {
      counted.add(name);
      return consume(name, ...more);
    };
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Runs a sample of the reference as it stands. */
  async function runCurl(sample: string, { token }: Person) {
    const options = { env: { PATH: process.env['PATH'], GATHERWELL_TOKEN: token } };
    const command = sample.replace('curl ', String.raw`curl -sS -w '\n%{http_code}' `);
    const { stdout } = await promisify(execFile)('sh', ['-c', command], options);
    const end = stdout.lastIndexOf('\n');
    const envelope = JSON.parse(stdout.slice(0, end)) as Awaited<ReturnType<typeof callRest>>;
    return { ...envelope, status: Number(stdout.slice(end)) };
  }

  /** The call that samples of the reference show, with this input. */
  function callWith(operation: Operation, input: Record<string, unknown>): SampleCall {
    const described = document.paths[operation.path]?.[operation.method.toLowerCase()];
    const named = (place: string) =>
      (described?.parameters ?? []).flatMap(({ name, in: where }) => (name && where === place ? [name] : []));
    return {
      method: operation.method,
      path: operation.path,
      procedure: operation.name,
      input,
      inPath: named('path'),
      inQuery: named('query'),
      hasBody: described?.requestBody !== undefined,
      needsToken: true,
    };
  }

  /** What the example sends: the row's input, with what reads better where the procedure names it. */
  async function inputOf(name: string, person: Person): Promise<Record<string, unknown>> {
    const own = ownExamples[name];
    if (own) return own(cast, person);
    const input = { ...(await table[name]?.input?.(cast, person)) };
    return tiedToTheDemo.has(name) ? input : { ...input, ...metaOf(name)?.example };
  }

  test.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s',
    async (name, operation) => {
      const person = await world.elsewhere(cast[table[name]?.owner ?? 'alice']);
      const input = await inputOf(name, person);
      counted.clear();
      const sample = curlSample(callWith(operation, input), url);
      const { status, success, message, data, fields } = await runCurl(sample, person);
      expect(status, `${sample}\n${JSON.stringify({ message, fields })}`).toBe(200);
      const limits = [...counted].filter((limit) => limit !== 'request');
      expect(operation.meta.limits ?? [], 'limits').toEqual(expect.arrayContaining(limits));

      const described = document.paths[operation.path]?.[operation.method.toLowerCase()];
      const schema = described?.responses['200'].content['application/json'].schema ?? false;
      // Nothing that is not documented is returned, although there may be more in future.
      expect(ajv.validate(closed(schema), { success, message, data }), ajv.errorsText()).toBe(true);
      const inAddress = new Set(described?.parameters.map((parameter) => parameter.name));
      const body = Object.fromEntries(Object.entries(input).filter(([field]) => !inAddress.has(field)));
      const bodySchema = described?.requestBody?.content['application/json'].schema;
      if (bodySchema) expect(ajv.validate(bodySchema, body), ajv.errorsText()).toBe(true);
      const { alice, bob, carol, dan, eve, frank } = cast;
      examples[name] = asExample(
        { input, response: { success, message, data } },
        {
          alice,
          bob,
          carol,
          dan,
          eve,
          frank,
        },
      );
    },
  );

  test('are those that the document has', async () => {
    await expect(`${JSON.stringify(examples, null, 1)}\n`).toMatchFileSnapshot('rest/examples.json');
  });
});

test('nothing of all this was a failure of the server', () => {
  expect(world.ports.logged.filter(({ level }) => level === 'error')).toEqual([]);
});
