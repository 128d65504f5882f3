import { afterEach, assert, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from '#server/client/client.ts';
import { GatherwellError } from '#server/client/errors.ts';
import { followEvents } from '#server/client/events.ts';
import { setUpCast } from '#server/testing/cast.ts';
import { addFollowers } from '#server/testing/crowd.ts';
import { type FaultyServer, startFaultyServer } from './testing/faulty-server.ts';

const cast = setUpCast();

let server: FaultyServer;
beforeEach(async () => {
  server = await startFaultyServer(cast.world.deps);
});
afterEach(() => server[Symbol.asyncDispose]());

const clientOf = ({ token }: { token: string }) => createClient({ url: server.url, token });

/** How often bob was sent something. */
async function countMessages(): Promise<number> {
  const { items } = await cast.world.as(cast.bob).conversations.list({});
  return items.reduce((sum, { unread }) => sum + unread, 0);
}

/** Returns the error that a call rejects with. */
async function failureOf(call: Promise<unknown>): Promise<GatherwellError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert(error instanceof GatherwellError);
  return error;
}

test('calls a query as who the token belongs to', async () => {
  const me = await clientOf(cast.alice).accounts.me.query();
  expect(me?._id).toBe(cast.alice._id);
  expect(await createClient({ url: `${server.url}/` }).accounts.me.query()).toBeNull();
});

test('takes the token anew for each request', async () => {
  let token: string | undefined;
  const api = createClient({ url: server.url, token: async () => token });
  expect(await api.accounts.me.query()).toBeNull();
  token = cast.bob.token;
  expect((await api.accounts.me.query())?._id).toBe(cast.bob._id);
});

test('does a write once whose response was lost', async () => {
  await cast.world.befriend(cast.alice, cast.bob);
  server.faults.push('lose', 'lose');
  const sent = await clientOf(cast.alice).conversations.send.mutate({
    receiverId: cast.bob._id,
    text: 'Hello',
  });
  expect(sent.message.text).toBe('Hello');
  expect(await countMessages()).toBe(1);
  const keys = server.requests.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

test('gives each write a key of its own, or the one it is given', async () => {
  await cast.world.befriend(cast.alice, cast.bob);
  const api = clientOf(cast.alice);
  const message = { receiverId: cast.bob._id, text: 'Hello' };
  await api.conversations.send.mutate(message);
  await api.conversations.send.mutate(message);
  expect(await countMessages()).toBe(2);
  const idempotencyKey = crypto.randomUUID();
  const one = await api.conversations.send.mutate(message, { idempotencyKey });
  const same = await api.conversations.send.mutate(message, { idempotencyKey });
  expect(same).toEqual(one);
  expect(await countMessages()).toBe(3);
});

test('does not repeat a secret whose response was lost', async () => {
  server.faults.push('lose');
  const input = { name: 'Export', scopes: ['read' as const], expiresInDays: 30 };
  const error = await failureOf(clientOf(cast.alice).accessTokens.create.mutate(input));
  expect(error).toMatchObject({ reason: 'told-once', status: 409 });
  const { items } = await cast.world.as(cast.alice).accessTokens.list();
  expect(items).toHaveLength(1);
});

test('waits as long as the server asks for', async () => {
  server.faults.push(new Response('{}', { status: 429, headers: { 'retry-after': '1', ...json } }));
  const start = performance.now();
  expect((await clientOf(cast.alice).accounts.me.query())?._id).toBe(cast.alice._id);
  expect(performance.now() - start).toBeGreaterThanOrEqual(990);
});

test('fails at once where the server asks to wait for long', async () => {
  server.faults.push(new Response('{}', { status: 503, headers: { 'retry-after': '60', ...json } }));
  const error = await failureOf(clientOf(cast.alice).accounts.me.query());
  expect(error).toMatchObject({ status: 503, retryAfterSeconds: 60 });
  expect(server.requests).toHaveLength(1);
});

test('tries again where a proxy has nobody to ask', async () => {
  server.faults.push(
    new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
  );
  expect((await clientOf(cast.alice).accounts.me.query())?._id).toBe(cast.alice._id);
  expect(server.requests).toHaveLength(2);
});

test('gives up after so many retries', async () => {
  server.cut();
  await server[Symbol.asyncDispose]();
  const error = await failureOf(createClient({ url: server.url, retries: 1 }).accounts.me.query());
  expect(error).toMatchObject({ reason: 'network', status: 0 });
});

test.each([
  ['what is not valid', 400, 'validation', () => clientOf(cast.alice).feeds.home.query({ limit: 0 })],
  [
    'what needs a session',
    401,
    'not-signed-in',
    () => createClient({ url: server.url }).feeds.home.query({}),
  ],
  [
    'what is not there',
    404,
    'not-found',
    () => clientOf(cast.alice).posts.byId.query({ id: crypto.randomUUID() }),
  ],
])('rejects %s with a reason, and asks once', async (_, status, reason, call) => {
  const error = await failureOf(call());
  expect(error).toMatchObject({ name: 'GatherwellError', status, reason });
  expect(error.requestId).toMatch(/^[\w-]{36}$/);
  expect(server.requests).toHaveLength(1);
});

test('names the fields that are wrong', async () => {
  const error = await failureOf(clientOf(cast.alice).feeds.home.query({ limit: 0 }));
  expect(Object.keys(error.fields)).toEqual(['limit']);
});

test('rejects where something else than the API responds', async () => {
  server.faults.push(new Response('<h1>Not here</h1>', { headers: { 'content-type': 'text/html' } }));
  const error = await failureOf(clientOf(cast.alice).accounts.me.query());
  expect(error).toMatchObject({ reason: 'no-api', status: 200 });
});

test('rejects what takes too long, and what its caller has aborted', async () => {
  const never: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.throwIfAborted();
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
    });
  const api = createClient({ url: server.url, fetch: never, timeoutMs: 20, retries: 0 });
  expect(await failureOf(api.accounts.me.query())).toMatchObject({ reason: 'timeout' });
  const leaving = new AbortController();
  const call = api.accounts.me.query(undefined, { signal: leaving.signal, timeoutMs: 60_000 });
  leaving.abort(new Error('gone'));
  await expect(call).rejects.toThrow('gone');
});

test('reads a list over all its pages', async () => {
  const followers = await addFollowers(cast.world, cast.carol, 5);
  const api = clientOf(cast.alice);
  const found: string[] = [];
  for await (const { follower } of api.follows.followers.items({ id: cast.carol._id, limit: 2 }))
    found.push(follower._id);
  expect(found.toSorted()).toEqual(followers.toSorted());
  expect(server.requests).toHaveLength(3);
  const sizes: number[] = [];
  for await (const { items } of api.follows.followers.pages({ id: cast.carol._id, limit: 3 }))
    sizes.push(items.length);
  expect(sizes).toEqual([3, 2]);
});

test('reads no page that nobody asks for', async () => {
  await addFollowers(cast.world, cast.carol, 5);
  const followers = clientOf(cast.alice).follows.followers.items({ id: cast.carol._id, limit: 2 });
  await followers.next();
  await followers.next();
  expect(server.requests).toHaveLength(1);
});

test('reads a list whose pages have numbers', async () => {
  const name = `Zebedee${cast.alice._id.slice(-6).replaceAll(/\d/g, 'x')}`;
  for (let count = 0; count < 31; count++) await cast.world.individual(name);
  const pages: number[] = [];
  const found = new Set<string>();
  for await (const page of clientOf(cast.carol).search.individuals.pages({ filters: { name } })) {
    pages.push(page.page);
    for (const { _id } of page.items) found.add(_id);
  }
  expect(pages).toEqual([1, 2]);
  expect(found.size).toBe(31);
});

test('goes on with events after the connection was cut', async () => {
  await cast.world.befriend(cast.alice, cast.bob);
  const stop = new AbortController();
  const onLost = vi.fn();
  const texts: (string | undefined)[] = [];
  const following = (async () => {
    const options = { signal: stop.signal, onLost };
    for await (const event of followEvents(clientOf(cast.bob), options))
      if (event.type === 'message-added')
        texts.push(event.payload.conversation.lastMessageEntity?.message.text);
  })();
  await vi.waitFor(() => expect(server.requests.at(-1)?.path).toBe('/api/trpc/events.stream'));
  const say = (text: string) =>
    cast.world.as(cast.alice).conversations.send({ receiverId: cast.bob._id, text });
  await say('one');
  await vi.waitFor(() => expect(texts).toEqual(['one']), { timeout: 5_000 });
  server.cut();
  await say('two');
  await say('three');
  await vi.waitFor(() => expect(texts).toEqual(['one', 'two', 'three']), { timeout: 10_000 });
  expect(onLost).toHaveBeenCalledOnce();
  stop.abort(new Error('enough'));
  await expect(following).rejects.toThrow('enough');
});

test('tells that events were missed, and goes on from there', async () => {
  await cast.world.befriend(cast.alice, cast.bob);
  const from = { seq: 0, epoch: crypto.randomUUID() };
  const seen: string[] = [];
  for await (const event of followEvents(clientOf(cast.bob), { from })) {
    seen.push(event.type);
    if (event.type === 'events-missed')
      await cast.world.as(cast.alice).conversations.send({ receiverId: cast.bob._id, text: 'one' });
    if (event.type === 'message-added') break;
  }
  expect(seen[0]).toBe('events-missed');
  expect(seen.at(-1)).toBe('message-added');
});

test('ends a subscription that the server rejects', async () => {
  const events = followEvents(clientOf(cast.bob), { from: await cast.world.as(cast.bob).events.head() });
  const next = events.next();
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  await cast.world.as(cast.bob).accounts.signOut();
  expect(await failureOf(next)).toMatchObject({ reason: 'not-signed-in', status: 401 });
});

test('subscribes to what has no place to go on from', async () => {
  await cast.world.befriend(cast.alice, cast.bob);
  for await (const message of clientOf(cast.alice).connectivities.watch.subscribe({
    userIds: [cast.bob._id],
  })) {
    expect(message).toMatchObject({ kind: 'connectivities', connectivities: [{ userId: cast.bob._id }] });
    break;
  }
});

const json = { 'content-type': 'application/json' };
