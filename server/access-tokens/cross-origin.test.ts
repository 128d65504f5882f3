import { beforeAll, describe, expect, test } from 'vitest';
import { setUpWorld } from '../testing/cast.ts';
import type { Person } from '../testing/world.ts';

const world = setUpWorld(async ({ deps }) => {
  deps.settings.apiAllowedOrigins = ['https://partner.example'];
});
let alice: Person;
let token: string;
let tokenId: string;
beforeAll(async () => {
  alice = await world.individual('alice');
  const made = await world.as(alice).accessTokens.create({
    name: 'Widget',
    scopes: ['read', 'write'],
    allowedOrigins: ['https://widget.example'],
  });
  [token, tokenId] = [made.token, made._id];
});

/** Origins that are not allowed, though some look like those that are. */
const hostile = [
  'https://evil.example',
  'https://partner.example.evil.example',
  'http://partner.example',
  'https://partner.example:8443',
  'https://PARTNER.example',
  'null',
];
const allowed = ['https://partner.example', 'https://widget.example'];

const corsHeaders = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
const read = (origin: string, bearer: string | undefined = token, more: Record<string, string> = {}) =>
  world.request('/api/notifications/count', {
    headers: { origin, ...(bearer && { authorization: `Bearer ${bearer}` }), ...more },
  });
const preflight = (origin: string, asked = 'authorization,content-type') =>
  world.fetch('/api/feedbacks/', {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      ...(asked && { 'access-control-request-headers': asked }),
    },
  });
const sendFeedback = (origin: string) =>
  world.request('/api/feedbacks/', {
    method: 'POST',
    headers: { origin, authorization: `Bearer ${token}` },
    body: { fullName: 'Alice', contactEmail: 'alice@example.org', description: `From ${origin}` },
  });

describe.each(allowed)('a page of %s, which is allowed', (origin) => {
  test('may read a response, and when to try again', async () => {
    const response = await read(origin);
    expect(response.status).toBe(200);
    const { 'access-control-expose-headers': exposed, ...others } = corsHeaders(response.headers);
    expect(others).toEqual({ 'access-control-allow-origin': origin });
    expect(exposed?.toLowerCase().split(', ')).toEqual(
      expect.arrayContaining(['retry-after', 'x-request-id']),
    );
    expect(response.headers.get('vary')).toMatch(/\bOrigin\b/);
  });

  test('may ask to send a token, and nothing without one', async () => {
    const response = await preflight(origin);
    expect(response.status).toBe(204);
    expect(corsHeaders(response.headers)).toEqual({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': expect.stringMatching(/Authorization.*Content-Type.*Idempotency-Key/i),
      'access-control-max-age': '600',
    });
    expect(response.headers.get('vary')).toMatch(/Origin.*Access-Control-Request-Headers/);
    for (const asked of ['content-type', ''])
      expect(corsHeaders((await preflight(origin, asked)).headers)).toEqual({});
  });

  test('may read errors', async () => {
    const response = await world.request('/api/auth/change-password', {
      method: 'PUT',
      body: {},
      headers: { origin, authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(403);
    expect(corsHeaders(response.headers)).toMatchObject({ 'access-control-allow-origin': origin });
  });

  test('may write', async () => {
    expect((await sendFeedback(origin)).status).toBe(200);
  });

  test('may read nothing by a session', async () => {
    for (const response of [
      await read(origin, alice.token),
      await read(origin, '', { cookie: alice.cookie }),
    ])
      expect(corsHeaders(response.headers)).toEqual({});
  });
});

describe.each(hostile)('a page of %s, which is not allowed', (origin) => {
  test('gets no header that lets it read', async () => {
    const response = await read(origin);
    expect(response).toMatchObject({ status: 403, data: null });
    expect(corsHeaders(response.headers)).toEqual({});
    expect(response.headers.get('vary')).toMatch(/\bOrigin\b/);
    expect(corsHeaders((await preflight(origin)).headers)).toEqual({});
  });

  test('writes nothing', async () => {
    const count = async () => (await world.db.selectFrom('feedbacks').selectAll().execute()).length;
    const before = await count();
    expect((await sendFeedback(origin)).status).toBe(403);
    expect(await count()).toBe(before);
  });
});

test('a token’s own origins are its own: another token cannot be used there', async () => {
  const other = await world.as(alice).accessTokens.create({ name: 'Script', scopes: ['read'] });
  expect(await read('https://widget.example', other.token)).toMatchObject({ status: 403 });
  expect(await read('https://partner.example', other.token)).toMatchObject({ status: 200 });
});

test('our own pages and programs need no permission', async () => {
  for (const headers of [{ origin: 'https://gatherwell.test' }, {}]) {
    const response = await world.request('/api/notifications/count', {
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
    expect(corsHeaders(response.headers)).toEqual({});
  }
});

test('uploads say no more to other origins than calls do', async () => {
  const upload = (headers: Record<string, string>) =>
    world.fetch('/api/uploads', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${alice.token}`,
        'tus-resumable': '1.0.0',
        'upload-length': '4',
        ...headers,
      },
    });
  expect(corsHeaders((await upload({})).headers)).toEqual({});
});

test('a cookie beside the token is rejected, and no response ever allows cookies', async () => {
  const bob = await world.individual('bob');
  const response = await read('https://partner.example', token, { cookie: bob.cookie });
  expect(response.status).toBe(400);
  expect(response.headers.has('access-control-allow-credentials')).toBe(false);
});

test('an origin is forgotten with the last token that lists it', async () => {
  const made = await world.as(alice).accessTokens.create({
    name: 'Soon gone',
    scopes: ['read'],
    allowedOrigins: ['https://gone.example'],
  });
  expect(corsHeaders((await preflight('https://gone.example')).headers)).not.toEqual({});
  expect(await read('https://gone.example', made.token)).toMatchObject({ status: 200 });
  await world.as(alice).accessTokens.revoke({ id: made._id });
  expect(corsHeaders((await preflight('https://gone.example')).headers)).toEqual({});
  const refused = await read('https://gone.example', made.token);
  expect(refused.status).toBe(403);
  expect(corsHeaders(refused.headers)).toEqual({});
});

test('the operator’s origins learn that a token has ended, a token’s own do not', async () => {
  await world.as(alice).accessTokens.revoke({ id: tokenId });
  const response = await read('https://partner.example');
  expect(response.status).toBe(401);
  expect(corsHeaders(response.headers)).toMatchObject({
    'access-control-allow-origin': 'https://partner.example',
  });
  expect(await read('https://widget.example')).toMatchObject({ status: 403 });
});
