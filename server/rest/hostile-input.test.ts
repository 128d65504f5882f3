import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appRouter } from '../router.ts';
import { createWorld, type Person, type RestRequest, type World } from '../testing/world.ts';
import { inputSchema, operationsOf, parametersOf } from './operations.ts';

let world: World;
let alice: Person;
let carol: Person;
let postId: string;
beforeAll(async () => {
  world = await createWorld();
  alice = await world.individual('alice');
  carol = await world.organization('carol');
  postId = (await world.as(carol).posts.create(newPost))._id;
});
afterAll(() => world.close());

const operations = operationsOf(appRouter);
const sessionEnds = new Set(['accounts.signOut']);
const newPost = { postType: 'general', title: 'We have moved', description: '', isActive: true } as const;

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
  'posts.create': () => newPost,
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

/** Sends it and demands an envelope with a status that says whose fault it is: never the server's. */
async function expectOrderly(path: string, request: RestRequest, what: string) {
  const answer = await world.request(path, request);
  expect(answer.status, `${what}\n${JSON.stringify(world.ports.logged.slice(-1))}`).toBeLessThan(500);
  expect([200, 400, 401, 403, 404, 409, 413], what).toContain(answer.status);
  expect(answer, what).toMatchObject({ success: answer.status === 200, message: expect.any(String) });
}

describe.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s',
  (_, { name, method, path, procedure, meta }) => {
    const inPath = parametersOf(path);
    const schema = inputSchema(procedure);
    const fields = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
      .flatMap(({ properties = {} }) => Object.keys(properties))
      .filter((field, index, all) => !inPath.includes(field) && all.indexOf(field) === index);
    const hasBody = method === 'POST' || method === 'PUT';
    const isPublic = meta.caller === 'public';
    // Who has no session is refused before the input is looked at; a call that ends sessions would end these.
    const callers = () => (sessionEnds.has(name) ? [] : isPublic ? [undefined, alice] : [alice, carol]);
    const by = (as: Person | undefined): RestRequest => ({ method, ...(as && { as }) });
    const own = (as: Person | undefined) =>
      path.replaceAll(/\{[^}]+\}/g, path.startsWith('/posts') ? postId : (as?._id ?? nobodysId));
    const bodyFor = (as: Person | undefined) => accepted[name]?.(as ?? alice) ?? meta.example ?? {};

    if (inPath.length > 0)
      test('whatever stands in its path', async () => {
        for (const segment of segments)
          for (const as of callers())
            for (const parameter of inPath) {
              const address = path.replace(`{${parameter}}`, () => segment);
              await expectOrderly(
                `/api${address.replaceAll(/\{[^}]+\}/g, nobodysId)}`,
                { ...by(as), ...(hasBody && { body: {} }) },
                `${parameter}=${segment}`,
              );
            }
      });

    test('whatever stands in its query', async () => {
      const names = [...fields, 'cursor', 'limit', '__proto__'];
      for (const segment of segments)
        for (const as of callers()) {
          const query = `?${names.map((field) => `${field}=${segment}`).join('&')}`;
          await expectOrderly(`/api${own(as)}${query}`, { ...by(as), ...(hasBody && { body: {} }) }, query);
        }
    });

    if (hasBody && name in accepted)
      test('though it takes what is right', async () => {
        for (const as of [alice, carol].slice(name.startsWith('posts.') ? 1 : 0)) {
          const answer = await world.request(`/api${own(as)}`, { ...by(as), body: bodyFor(as) });
          expect(answer.fields, answer.message).toBeUndefined();
        }
      });

    if (hasBody)
      test('whatever stands in its body', async () => {
        for (const as of callers()) {
          for (const body of bodies)
            for (const headers of [{}, { 'idempotency-key': crypto.randomUUID() }])
              await expectOrderly(`/api${own(as)}`, { ...by(as), body, headers }, body.slice(0, 100));
          for (const value of values)
            for (const field of fields)
              await expectOrderly(
                `/api${own(as)}`,
                { ...by(as), body: withField(bodyFor(as), field, value) },
                `${field}: ${value.slice(0, 100)}`,
              );
        }
      });
  },
);

test('a body that is too large is refused before it is read to its end', async () => {
  const body = `{"a":"${'x'.repeat(300 * 1024)}"}`;
  expect(await world.request('/api/follows/follow', { method: 'POST', as: alice, body })).toMatchObject({
    status: 413,
    success: false,
    data: null,
  });
});
