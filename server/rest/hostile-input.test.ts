import { beforeAll, describe, expect, test } from 'vitest';
import { appRouter } from '../router.ts';
import { setUpWorld } from '../testing/cast.ts';
import type { Person, RestRequest } from '../testing/world.ts';
import type { Caller } from '../trpc.ts';
import { inputSchema, operationsOf, parametersOf } from './operations.ts';

const world = setUpWorld();
let alice: Person;
let carol: Person;
let postId: string;
beforeAll(async () => {
  alice = await world.individual('alice');
  carol = await world.organization('carol');
  postId = (await world.as(carol).posts.create(newPost))._id;
});

const operations = operationsOf(appRouter);
const sessionEnds = new Set(['accounts.signOut']);
const newPost = { postType: 'general', title: 'We have moved', description: '', isActive: true } as const;

/** The type of post in accepted bodies: the one with the most fields, and that of the post that is there. */
const postTypesOf: Record<string, string> = { 'posts.create': 'project', 'posts.update': 'general' };

/** Bodies that are accepted, so that one hostile field is all that is wrong. Others are the documented example. */
const accepted: Record<string, (caller: Person) => object> = {
  'accounts.resetPassword': () => ({ token: 'guessed', newPassword: 'battery staple' }),
  'feedback.send': () => ({ fullName: 'Alice', contactEmail: 'alice@example.org', description: 'Well done' }),
  'follows.follow': (caller) => ({
    followerId: caller._id,
    followingId: caller === alice ? carol._id : alice._id,
  }),
  'follows.unfollow': (caller) => ({ followerId: caller._id, followingId: nobodysId }),
  'notifications.mark': () => ({ isRead: true }),
  'posts.create': () => ({ ...newPost, postType: postTypesOf['posts.create'] }),
  'posts.update': () => newPost,
  'profiles.saveBasicInfo': (caller) =>
    caller === carol
      ? { name: 'Carol' }
      : { firstName: 'Alice', lastName: 'Example', address: { code: '19104', city: 'Philadelphia' } },
};

const nobodysId = '00000000-0000-7000-8000-000000000000';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
/** Texts and values that have broken servers. As JSON, so that halves of surrogate pairs arrive as such. */
const values = [
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '2147483648',
  '-2147483649',
  '9007199254740992',
  '9007199254740993',
  '1e308',
  '1e999',
  '-0',
  '0.1',
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '" "',
  `"${'x'.repeat(100_000)}"`,
  `"${'\u0301'.repeat(1000)}"`,
  nested(1000),
  '[null,{},[],"\\u0000"]',
  '["\\u0000"]',
  '{"__proto__":{"isAdmin":true},"constructor":1,"toString":2}',
  '{"$ne":null}',
  '"0001-01-01T00:00:00Z"',
  '"+275760-09-13T00:00:00.000Z"',
  '"99999999-9999-9999-9999-999999999999"',
];

/** Bodies that are not what a body should be. */
const bodies = [
  '',
  '{',
  '{"a":}',
  '[]',
  'null',
  '"text"',
  '1',
  '\0',
  '{"a":1,"a":2}',
  nested(100_000),
  `{"filters":${nested(50_000)}}`,
  `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
  '{"__proto__":{"id":"x"}}',
];

/** Path segments and query texts, as they stand in an address. */
const segments = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%',
  '%zz',
  '%C0%AE',
  '..%2F..%2Fetc',
  '%2F',
  'null',
  'undefined',
  '-1',
  '2147483648',
  '9007199254740993',
  '1e309',
  '{}',
  '[]',
  '%5B%5D',
  '%7B%22a%22%3A%7B%7D%7D',
  encodeURIComponent(nested(500)),
  'x'.repeat(5000),
  "';drop table users;--",
];

/** A body with one field of it as that JSON text. */
function withField(body: object, field: string, json: string): string {
  const others = Object.entries(body).filter(([name]) => name !== field);
  const texts = [...others.map(([name, value]) => [name, JSON.stringify(value)]), [field, json]];
  return `{${texts.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

/** An operation, and how to call it so that the hostile part is all that is wrong. */
const targets = operations.map(({ name, method, path, procedure, meta }) => {
  const inPath = parametersOf(path);
  const schema = inputSchema(procedure);
  const postType = postTypesOf[name];
  const fields = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
    // Fields that only other variants have are removed unread.
    .filter(({ properties }) => !postType || properties?.['postType']?.['const'] === postType)
    .flatMap(({ properties = {} }) => Object.keys(properties))
    .filter((field, index, all) => !inPath.includes(field) && all.indexOf(field) === index);
  return {
    label: `${method} ${path}`,
    name,
    method,
    path,
    inPath,
    fields,
    hasBody: method === 'POST' || method === 'PUT',
    callers: () => callersOf(name, meta.caller),
    addressOf: (caller: Person | undefined) =>
      `/api${path.replaceAll(/\{[^}]+\}/g, path.startsWith('/posts') ? postId : (caller?._id ?? nobodysId))}`,
    bodyOf: (caller: Person | undefined) => accepted[name]?.(caller ?? alice) ?? meta.example ?? {},
  };
});
type Target = (typeof targets)[number];

/** Others are rejected before the input is looked at; a call that ends sessions would end these. */
function callersOf(name: string, caller: Caller = 'public'): (Person | undefined)[] {
  if (sessionEnds.has(name)) return [];
  const allowed = { public: [undefined, alice], organization: [carol], individual: [alice], admin: [alice] };
  return caller === 'signed-in' ? [alice, carol] : allowed[caller];
}

type Attempt = [address: string, request: RestRequest];

const requestOf = ({ method, hasBody }: Target, as: Person | undefined): RestRequest => ({
  method,
  ...(as && { as }),
  ...(hasBody && { body: {} }),
});

/** One of those who may call it: addresses and bodies are parsed before it matters who does. */
const someCaller = (target: Target): (Person | undefined)[] => target.callers().slice(-1);

function* inItsPath(target: Target): Generator<Attempt> {
  for (const caller of someCaller(target))
    for (const segment of segments)
      for (const parameter of target.inPath) {
        const address = target.path.replace(`{${parameter}}`, () => segment);
        yield [`/api${address.replaceAll(/\{[^}]+\}/g, nobodysId)}`, requestOf(target, caller)];
      }
}

function* inItsQuery(target: Target): Generator<Attempt> {
  for (const caller of someCaller(target))
    for (const segment of segments) {
      const fields = [...target.fields, 'cursor', 'limit', '__proto__'];
      const query = fields.map((field) => `${field}=${segment}`).join('&');
      yield [`${target.addressOf(caller)}?${query}`, requestOf(target, caller)];
    }
}

function* inItsBody(target: Target): Generator<Attempt> {
  for (const caller of someCaller(target)) {
    const request = requestOf(target, caller);
    const address = target.addressOf(caller);
    for (const body of bodies) {
      yield [address, { ...request, body }];
      yield [address, { ...request, body, headers: { 'idempotency-key': crypto.randomUUID() } }];
    }
  }
  for (const caller of target.callers()) {
    const request = requestOf(target, caller);
    const address = target.addressOf(caller);
    for (const field of target.fields)
      for (const value of values)
        yield [address, { ...request, body: withField(target.bodyOf(caller), field, value) }];
  }
}

/** Sends them all. Returns those that did not get an envelope with a 4xx status. */
async function findDisorderly(attempts: Iterable<Attempt>) {
  const disorderly: object[] = [];
  for (const [address, request] of attempts) {
    const { status, success, message } = await world.request(address, request);
    const isOrderly = [200, 400, 401, 403, 404, 409, 413].includes(status);
    if (!isOrderly || success !== (status === 200) || typeof message !== 'string')
      disorderly.push({
        address: address.slice(0, 200),
        body: String(request.body).slice(0, 200),
        status,
        logged: world.ports.logged.at(-1)?.fields,
      });
  }
  return disorderly;
}

describe('the server is not to blame, whatever stands', () => {
  const withPath = targets.filter(({ inPath }) => inPath.length > 0);
  test.each(withPath)('in the path: $label', async (target) => {
    expect(await findDisorderly(inItsPath(target))).toEqual([]);
  });

  test.each(targets)('in the query: $label', async (target) => {
    expect(await findDisorderly(inItsQuery(target))).toEqual([]);
  });

  const withBody = targets.filter(({ hasBody }) => hasBody);
  test.each(withBody)('in the body: $label', async (target) => {
    expect(await findDisorderly(inItsBody(target))).toEqual([]);
  });
});

test.each(targets.filter(({ name }) => name in accepted))(
  'what is right is taken: $label',
  async (target) => {
    const callers = target.name.startsWith('posts.') ? [carol] : [alice, carol];
    for (const as of callers) {
      const body = target.bodyOf(as);
      const response = await world.request(target.addressOf(as), { ...requestOf(target, as), body });
      expect(response.fields, response.message).toBeUndefined();
    }
  },
);

test('rejects a body that is too large before it is read to its end', async () => {
  const body = `{"a":"${'x'.repeat(300 * 1024)}"}`;
  expect(await world.request('/api/follows/follow', { method: 'POST', as: alice, body })).toMatchObject({
    status: 413,
    success: false,
    data: null,
  });
});
