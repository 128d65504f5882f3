import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import {
  createTRPCClient,
  createWSClient,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCClientError,
  type TRPCLink,
  wsLink,
} from '@trpc/client';
import { EventSource } from 'eventsource';
import { v7 as uuid } from 'uuid';
import { afterEach, assert, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createApi } from '#server/api.ts';
import type { Deps } from '#server/context.ts';
import type { EventsPort } from '#server/ports.ts';
import type { AppRouter } from '#server/router.ts';
import { setUpWorld } from '#server/testing/cast.ts';
import { type Person, password } from '#server/testing/world.ts';
import { write } from '#server/write.ts';
import { createDoorbell } from './ports/doorbell.ts';
import { attachSockets, type SocketLimits } from './sockets.ts';

const world = setUpWorld();

/** What a test opened, closed again behind it. */
let opened = new AsyncDisposableStack();
afterEach(async () => {
  await opened.disposeAsync();
  opened = new AsyncDisposableStack();
});

test.each(['a socket', 'server-sent events'] as const)(
  'events arrive in order over %s',
  async (transport) => {
    const server = await startServer();
    const alice = await world.individual('alice');
    for (const count of [1, 2]) await tell(server, [alice], count);
    const stream = await subscribe(server, alice, transport);
    await vi.waitFor(() => expect(stream.counts).toEqual([1, 2]));
    for (const count of [3, 4, 5]) await tell(server, [alice], count);
    await vi.waitFor(() => expect(stream.counts).toEqual([1, 2, 3, 4, 5]));
  },
);

test.each(['a socket', 'server-sent events'] as const)(
  'a reader whose %s is cut again and again misses nothing and gets nothing twice',
  async (transport) => {
    const server = await startServer();
    const alice = await world.individual('alice');
    const stream = await subscribe(server, alice, transport);
    const sent: number[] = [];
    // Browsers wait three seconds before they open an event source again.
    for (let cut = 0; cut < (transport === 'a socket' ? 8 : 2); cut++) {
      for (let burst = 0; burst < 20; burst++) {
        sent.push(sent.length + 1);
        await tell(server, [alice], sent.length);
        // In the middle of a burst, so that something is always on its way.
        if (burst === 10) server.cut();
      }
      await vi.waitFor(() => expect(stream.counts.at(-1)).toBe(sent.length), { timeout: 5_000 });
    }
    expect(stream.counts).toEqual(sent);
    expect(stream.failures).toEqual([]);
  },
);

test('delivers what one process writes to a stream of another, and outlives it', async () => {
  const alice = await world.individual('alice');
  const writer = await startServer({ doorbell: await openDoorbell() });
  const first = await startServer({ doorbell: await openDoorbell() });
  const second = await startServer({ doorbell: await openDoorbell() });
  let nearest = first;
  const stream = await subscribe(() => nearest, alice, 'a socket');
  await tell(writer, [alice], 1);
  await vi.waitFor(() => expect(stream.counts).toEqual([1]));

  nearest = second;
  const closed = first.sockets.close();
  await tell(writer, [alice], 2);
  await vi.waitFor(() => expect(stream.counts).toEqual([1, 2]));
  await closed;
  expect(first.sockets.count()).toBe(0);
  await tell(writer, [alice], 3);
  await vi.waitFor(() => expect(stream.counts).toEqual([1, 2, 3]));
  expect(stream.failures).toEqual([]);
});

describe('a handshake', () => {
  test.each([
    ['from a page of ours, with a cookie', { origin: 'https://gatherwell.test', cookie: true }, 101],
    [
      'from another origin of ours, with a cookie',
      { origin: 'https://www.gatherwell.test', cookie: true },
      101,
    ],
    ['from a page of ours, without a session', { origin: 'https://gatherwell.test' }, 101],
    ['from a program with a token', { bearer: true }, 101],
    ['from a program without a session', {}, 101],
    ['from the address it was sent to, with a cookie', { origin: 'own', cookie: true }, 403],
    ['from a foreign page', { origin: 'https://evil.test', cookie: true }, 403],
    ['from a foreign page without a cookie', { origin: 'https://evil.test' }, 403],
    ['from our host without TLS', { origin: 'http://gatherwell.test', cookie: true }, 403],
    ['from another port of our host', { origin: 'https://gatherwell.test:8443', cookie: true }, 403],
    ['from a subdomain', { origin: 'https://a.gatherwell.test', cookie: true }, 403],
    ['from nowhere, with a cookie', { cookie: true }, 403],
    ['from nowhere in particular', { origin: 'null', cookie: true }, 403],
    ['to another address', { path: '/socket', bearer: true }, 404],
    ['to a longer address', { path: '/api/socket/x', bearer: true }, 404],
  ] as const)('%s', async (_, sent: Handshake, status) => {
    const server = await startServer({ otherOrigins: ['https://www.gatherwell.test'] });
    const alice = await world.individual('alice');
    expect(await shakeHands(server, alice, sent)).toBe(status);
  });

  test('is rejected where too many came from one address, until one of them left', async () => {
    const server = await startServer({ limits: { perAddress: 2 } });
    const alice = await world.individual('alice');
    const sockets = [await connect(server, alice), await connect(server, alice)];
    expect(await shakeHands(server, alice, { bearer: true })).toBe(429);
    sockets[0]?.close();
    await vi.waitFor(async () => expect(await shakeHands(server, alice, { bearer: true })).toBe(101));
  });

  test('is rejected while the server stops', async () => {
    const server = await startServer();
    const closing = server.sockets.close();
    expect(await shakeHands(server, await world.individual('alice'), { bearer: true })).toBe(503);
    await closing;
  });

  interface Handshake {
    origin?: string;
    cookie?: boolean;
    bearer?: boolean;
    path?: string;
  }

  async function shakeHands(
    server: TestServer,
    person: Person,
    sent: Handshake,
  ): Promise<number | undefined> {
    const origin = sent.origin === 'own' ? server.url : sent.origin;
    const socket = new WebSocket(server.url + (sent.path ?? '/api/socket'), {
      headers: {
        ...(origin !== undefined && { origin }),
        ...(sent.cookie && { cookie: person.cookie }),
        ...(sent.bearer && { authorization: `Bearer ${person.token}` }),
      },
    });
    const status = await new Promise<number | undefined>((resolve, reject) => {
      socket.on('open', () => resolve(101));
      socket.on('unexpected-response', (_, response: IncomingMessage) => resolve(response.statusCode));
      socket.on('error', reject);
    });
    socket.terminate();
    return status;
  }
});

describe('a session', () => {
  test('is brought by a cookie, a bearer token or connection parameters', async () => {
    const server = await startServer();
    const alice = await world.individual('alice');
    await tell(server, [alice], 1);
    for (const carrier of ['cookie', 'bearer', 'connectionParams'] as const) {
      const stream = await subscribe(server, alice, 'a socket', carrier);
      await vi.waitFor(() => expect(stream.counts).toEqual([1]));
    }
  });

  test.each(['a socket', 'server-sent events'] as const)(
    'that is missing is reported over %s, which stays open',
    async (transport) => {
      const server = await startServer();
      const alice = await world.individual('alice');
      const stream = await subscribe(server, nobody(alice), transport);
      await vi.waitFor(() => expect(stream.failures).toEqual(['UNAUTHORIZED']));
      if (transport === 'a socket') expect(server.sockets.count()).toBe(1);
    },
  );

  // `vi.waitFor` waits for a second: what is promised.
  test('that ends closes its sockets and streams within a second, and no others', async () => {
    const server = await startServer();
    const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
    const quiet = await connectQuietly(server, alice);
    const streams = [
      await subscribe(server, alice, 'a socket'),
      await subscribe(server, alice, 'server-sent events'),
    ];
    const ofBob = await subscribe(server, bob, 'a socket');
    await tell(server, [alice, bob], 1);
    for (const { counts } of [...streams, ofBob]) await vi.waitFor(() => expect(counts).toEqual([1]));
    const closed = vi.fn();
    quiet.on('close', closed);

    await clientOf(server, alice).accounts.signOut.mutate();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledWith(4401, expect.anything()));
    for (const { failures } of streams) await vi.waitFor(() => expect(failures).toEqual(['UNAUTHORIZED']));
    await tell(server, [bob], 2);
    await vi.waitFor(() => expect(ofBob.counts).toEqual([1, 2]));
  });

  test('ends everywhere else when the password changes, within a second', async () => {
    const server = await startServer();
    const alice = await world.individual('alice');
    const elsewhere = await world.elsewhere(alice);
    const [here, there] = [await connectQuietly(server, alice), await connectQuietly(server, elsewhere)];
    const [closedHere, closedThere] = [vi.fn(), vi.fn()];
    here.on('close', closedHere);
    there.on('close', closedThere);
    await clientOf(server, alice).accounts.changePassword.mutate({
      oldPassword: password,
      newPassword: 'battery staple',
    });
    await vi.waitFor(() => expect(closedThere).toHaveBeenCalledWith(4401, expect.anything()));
    expect(closedHere).not.toHaveBeenCalled();
    const stream = await subscribe(server, alice, 'a socket');
    await tell(server, [alice], 1);
    await vi.waitFor(() => expect(stream.counts).toEqual([1]));
  });

  test('ends when the access token is revoked, which others outlive, within a second', async () => {
    const server = await startServer();
    const alice = await world.individual('alice');
    const [one, other] = [await withToken(alice), await withToken(alice)];
    const streams = [
      await subscribe(server, one, 'a socket', 'bearer'),
      await subscribe(server, one, 'a socket', 'connectionParams'),
      await subscribe(server, one, 'server-sent events'),
    ];
    const ofOther = await subscribe(server, other, 'a socket', 'bearer');
    await tell(server, [alice], 1);
    for (const { counts } of [...streams, ofOther]) await vi.waitFor(() => expect(counts).toEqual([1]));
    const closed = vi.fn();
    (await connectQuietly(server, one)).on('close', closed);

    await clientOf(server, alice).accessTokens.revoke.mutate({ id: one.tokenId });
    await vi.waitFor(() => expect(closed).toHaveBeenCalledWith(4401, expect.anything()));
    for (const { failures } of streams) await vi.waitFor(() => expect(failures).toEqual(['UNAUTHORIZED']));
    await tell(server, [alice], 2);
    await vi.waitFor(() => expect(ofOther.counts).toEqual([1, 2]));
    for (const { counts } of streams) expect(counts).toEqual([1]);
  });

  test('ends when the access token has expired, at the next look', async () => {
    const server = await startServer();
    const alice = await world.individual('alice');
    const caller = await withToken(alice);
    const streams = [
      await subscribe(server, caller, 'a socket', 'bearer'),
      await subscribe(server, caller, 'server-sent events'),
    ];
    await tell(server, [alice], 1);
    for (const { counts } of streams) await vi.waitFor(() => expect(counts).toEqual([1]));
    await world.db
      .updateTable('access_tokens')
      .set({ created_at: new Date(0), expires_at: new Date() })
      .where('id', '=', caller.tokenId)
      .execute();
    await tell(server, [alice], 2);
    for (const { failures } of streams) await vi.waitFor(() => expect(failures).toEqual(['UNAUTHORIZED']));
    for (const { counts } of streams) expect(counts).toEqual([1]);
  });

  test('has a bounded number of sockets with the others of its user', async () => {
    const server = await startServer({ limits: { perUser: 2 } });
    const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
    const closed = vi.fn();
    const sockets = [];
    for (let number = 1; number <= 3; number++) {
      const socket = await connect(server, alice);
      socket.on('close', closed);
      sockets.push(socket);
    }
    await vi.waitFor(() => expect(closed).toHaveBeenCalledWith(1013, expect.anything()));
    expect(closed).toHaveBeenCalledOnce();
    await connect(server, bob);
    sockets.find((socket) => socket.readyState === socket.OPEN)?.close();
    await vi.waitFor(() => expect(server.sockets.count()).toBe(2));
    await connect(server, alice);
    await vi.waitFor(() => expect(server.sockets.count()).toBe(3));
  });
});

describe('a socket', () => {
  test.each([
    ['a query', { id: 1, method: 'query', params: { path: 'events.head' } }],
    ['a mutation', { id: 1, method: 'mutation', params: { path: 'accounts.signOut' } }],
    ['a call in a list', [{ id: 1, method: 'query', params: { path: 'accounts.me' } }]],
    ['nothing', null],
    ['a number', 1],
    ['a list of nothing', [null]],
    ['what is nested without end', JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`)],
    ['twelve thousand elements', Array(12_000).fill(1)],
  ])('takes subscriptions and not %s', async (_, message) => {
    const server = await startServer();
    const alice = await world.individual('alice');
    const socket = await connect(server, alice);
    socket.send(JSON.stringify(message));
    const [response] = await once(socket, 'message');
    expect(JSON.parse(String(response))).toMatchObject({
      id: null,
      error: { data: { code: 'PARSE_ERROR' } },
    });
    expect(await world.as(alice).accounts.me()).toMatchObject({ _id: alice._id });
    socket.send(await streamRequest(alice, 2));
    const [started] = await once(socket, 'message');
    expect(JSON.parse(String(started))).toMatchObject({ id: 2, result: { type: 'started' } });
  });

  test('carries 20 subscriptions and not 21, and another when one has ended', async () => {
    const server = await startServer();
    const alice = await world.individual('alice');
    const socket = await connect(server, alice);
    const responses: { id: number | null; result?: { type: string } }[] = [];
    socket.on('message', (data) => responses.push(JSON.parse(String(data))));
    const started = () => responses.filter(({ result }) => result?.type === 'started').map(({ id }) => id);
    for (let id = 1; id <= 21; id++) socket.send(await streamRequest(alice, id));
    await vi.waitFor(() => expect(responses).toHaveLength(21));
    expect(started()).toHaveLength(20);
    expect(responses).toContainEqual(expect.objectContaining({ id: null, error: expect.anything() }));

    socket.send(JSON.stringify({ id: 1, method: 'subscription.stop' }));
    await vi.waitFor(() => expect(responses).toContainEqual({ id: 1, result: { type: 'stopped' } }));
    socket.send(await streamRequest(alice, 22));
    await vi.waitFor(() => expect(started()).toContain(22));
  });

  test('carries no more than 20 subscriptions to a client that reuses ids', async () => {
    const server = await startServer();
    const alice = await world.individual('alice');
    const socket = await connect(server, alice);
    const responses: { id: number | null; result?: { type: string } }[] = [];
    socket.on('message', (data) => responses.push(JSON.parse(String(data))));
    const started = () => responses.filter(({ result }) => result?.type === 'started').length;
    const before = server.deps.ports.events.listeners(alice._id);
    for (let id = 1; id <= 25; id++) {
      const request = await streamRequest(alice, id);
      // The same id again, alone and twice in one frame, while the first runs.
      for (const sent of [request, request, `[${request},${request}]`]) socket.send(sent);
    }
    await vi.waitFor(() => expect(responses).toHaveLength(20 * 3 + 5 * 3));
    expect(started()).toBe(20);
    expect(server.deps.ports.events.listeners(alice._id) - before).toBeLessThanOrEqual(21);
    expect(responses.filter(({ id }) => id === null)).toHaveLength(75 - 20);
  });

  test('closes at a frame of more than 64 KiB, and takes one of 64 KiB', async () => {
    const server = await startServer();
    const alice = await world.individual('alice');
    const socket = await connect(server, alice);
    socket.send('x'.repeat(64 * 1024));
    const [response] = await once(socket, 'message');
    expect(JSON.parse(String(response))).toMatchObject({ error: { data: { code: 'PARSE_ERROR' } } });
    socket.send('x'.repeat(64 * 1024 + 1));
    const [code] = await once(socket, 'close');
    expect(code).toBe(1009);
  });

  test('whose client reads nothing makes its stream wait, and gets all of it later; others go on', async () => {
    const server = await startServer();
    const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
    const ofBob = await subscribe(server, bob, 'a socket');
    const socket = await connect(server, alice);
    const seen: number[] = [];
    socket.on('message', (data) => {
      const { result } = JSON.parse(String(data));
      if (result.type === 'data') for (const { seq } of result.data.data.events) seen.push(seq);
    });
    socket.send(await streamRequest(alice, 1));
    await once(socket, 'message');
    socket.pause();

    // 40 MB: more than the systems in between hold.
    const events = 800;
    const filler = 'x'.repeat(50_000);
    for (let written = 0; written < events; written += 20)
      await write(server.deps, async (_, effects) => {
        for (let index = 0; index < 20; index++)
          effects.event(alice._id, { type: 'follow-changed', payload: { userId: filler, follows: true } });
      });
    await tell(server, [bob], 1);
    await vi.waitFor(() => expect(ofBob.counts).toEqual([1]));
    await vi.waitFor(() => expect(server.sockets.buffered()).toBeGreaterThan(1024 * 1024), {
      timeout: 5_000,
    });
    expect(server.sockets.buffered()).toBeLessThan(2 * 1024 * 1024);

    socket.resume();
    await vi.waitFor(() => expect(seen).toHaveLength(events), { timeout: 10_000 });
    expect(seen).toEqual(Array.from({ length: events }, (_, index) => index + 1));
  });

  test('whose client sends on without reading responses is closed at 8 MB; others go on', async () => {
    const server = await startServer();
    const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
    const ofBob = await subscribe(server, bob, 'a socket');
    const greedy = await connect(server, alice);
    greedy.pause();
    let most = 0;
    const unknown = JSON.stringify({ id: 1, method: 'subscription', params: { path: 'x'.repeat(10_000) } });
    await vi.waitFor(
      () => {
        for (let sent = 0; sent < 100; sent++) greedy.send(unknown);
        most = Math.max(most, server.sockets.buffered());
        expect(server.sockets.count()).toBe(1);
      },
      { timeout: 15_000, interval: 5 },
    );
    expect(most).toBeLessThan(9 * 1024 * 1024);
    await tell(server, [bob], 1);
    await vi.waitFor(() => expect(ofBob.counts).toEqual([1]));
  });
});

interface TestServer {
  url: string;
  deps: Deps;
  sockets: ReturnType<typeof attachSockets>;
  /** Breaks every connection, as a network does. */
  cut(): void;
}

/**
 * A server process of its own, as far as others can see: the database is shared, and the doorbell where it is given.
 */
async function startServer(
  options: { doorbell?: EventsPort; limits?: Partial<SocketLimits>; otherOrigins?: readonly string[] } = {},
) {
  const events = options.doorbell ?? world.ports.events;
  const settings = { ...world.deps.settings, otherOrigins: options.otherOrigins };
  const deps: Deps = { ...world.deps, ports: { ...world.ports, events }, settings };
  const api = createApi(deps);
  const http: Server = createServer(
    getRequestListener((request) => api(request, { requestId: uuid(), clientAddress: '192.0.2.1' })),
  );
  const sockets = attachSockets(http, {
    deps,
    settings: { trustedProxies: 0 },
    ...(options.limits && { limits: options.limits }),
  });
  const connections = new Set<{ destroy(): void }>();
  http.on('connection', (connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
  });
  const cut = () => connections.forEach((connection) => connection.destroy());
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  opened.defer(async () => {
    cut();
    await sockets.close();
    http.close();
  });
  const { port } = http.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, deps, sockets, cut } satisfies TestServer;
}

async function openDoorbell() {
  const { pool, connectionString } = world.database;
  assert(pool && connectionString);
  const doorbell = createDoorbell({ pool, connectionString, log: world.ports.log });
  opened.defer(() => doorbell.close());
  await doorbell.listening;
  return doorbell;
}

/** Appends an event to users' logs as any write does; the badge's count distinguishes them. */
const tell = ({ deps }: TestServer, people: Person[], count: number) =>
  write(deps, async (_, effects) => {
    for (const { _id } of people)
      effects.event(_id, { type: 'notification-count', payload: { onlyNew: count } });
  });

/** The person as a program with an access token that may read all events. */
async function withToken(person: Person): Promise<Person & { tokenId: string }> {
  const { token, _id: tokenId } = await world
    .as(person)
    .accessTokens.create({ name: 'Stream', scopes: ['read', 'messages', 'administration'] });
  return { ...person, token, tokenId };
}

/** A user whose session ended. */
const nobody = (person: Person): Person => ({
  ...person,
  token: 'x'.repeat(43),
  cookie: `gatherwell=${'x'.repeat(43)}`,
});

/** A bare socket with the person's session, open. */
async function connect(server: TestServer, { token }: Person): Promise<WebSocket> {
  const socket = new WebSocket(`${server.url}/api/socket`, { headers: { authorization: `Bearer ${token}` } });
  // How it ends is what tests look at.
  socket.on('error', () => {});
  opened.defer(() => socket.terminate());
  await once(socket, 'open');
  return socket;
}

/** A socket on which nothing runs, and of which the server has read the session. */
async function connectQuietly(server: TestServer, person: Person): Promise<WebSocket> {
  const socket = await connect(server, person);
  socket.send(await streamRequest(person, 1));
  await once(socket, 'message');
  socket.send(JSON.stringify({ id: 1, method: 'subscription.stop' }));
  await once(socket, 'message');
  return socket;
}

/** What a client sends to open its stream from the beginning. */
async function streamRequest(person: Person, id: number): Promise<string> {
  const { epoch } = await world.as(person).events.head();
  const params = { path: 'events.stream', input: { since: 0, epoch } };
  return JSON.stringify({ id, method: 'subscription', params });
}

const clientOf = (server: TestServer, { token }: Person) =>
  createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${server.url}/api/trpc`, headers: { authorization: `Bearer ${token}` } })],
  });

/** Follows a person's stream with the client that browsers use, from the beginning. */
async function subscribe(
  nearest: TestServer | (() => TestServer),
  person: Person,
  transport: 'a socket' | 'server-sent events',
  carrier: 'cookie' | 'bearer' | 'connectionParams' = 'cookie',
) {
  const server = typeof nearest === 'function' ? nearest : () => nearest;
  const { epoch } = await clientOf(server(), person)
    .events.head.query()
    .catch(() => ({ epoch: uuid() }));
  const link =
    transport === 'a socket' ? socketLink(server, person, carrier) : eventSourceLink(server(), person);
  const client = createTRPCClient<AppRouter>({
    links: [splitLink({ condition: ({ type }) => type === 'subscription', true: link, false: link })],
  });
  const [counts, failures] = [[] as number[], [] as (string | undefined)[]];
  const { unsubscribe } = client.events.stream.subscribe(
    { since: 0, epoch },
    {
      onData({ data }) {
        if (data.kind === 'events')
          for (const event of data.events)
            if (event.type === 'notification-count') counts.push(event.payload.onlyNew);
      },
      onError: (error: TRPCClientError<AppRouter>) => failures.push(error.data?.code),
    },
  );
  opened.defer(unsubscribe);
  return { counts, failures };
}

function socketLink(
  server: () => TestServer,
  { token, cookie }: Person,
  carrier: 'cookie' | 'bearer' | 'connectionParams',
): TRPCLink<AppRouter> {
  class SocketWithHeaders extends WebSocket {
    constructor(url: string) {
      super(url, {
        headers: {
          ...(carrier === 'cookie' && { cookie, origin: 'https://gatherwell.test' }),
          ...(carrier === 'bearer' && { authorization: `Bearer ${token}` }),
        },
      });
    }
  }
  const client = createWSClient({
    url: () => `${server().url.replace('http', 'ws')}/api/socket`,
    WebSocket: SocketWithHeaders as unknown as typeof globalThis.WebSocket,
    ...(carrier === 'connectionParams' && { connectionParams: () => ({ token }) }),
    retryDelayMs: () => 20,
  });
  opened.defer(() => client.close());
  return wsLink({ client });
}

function eventSourceLink(server: TestServer, { token }: Person): TRPCLink<AppRouter> {
  return httpSubscriptionLink({
    url: `${server.url}/api/trpc`,
    EventSource,
    eventSourceOptions: {
      fetch: (url, init) =>
        fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } }),
    },
  });
}
