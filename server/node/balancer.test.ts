import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createTRPCClient,
  createWSClient,
  httpLink,
  httpSubscriptionLink,
  type TRPCLink,
  wsLink,
} from '@trpc/client';
import { EventSource } from 'eventsource';
import { afterAll, assert, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { AppRouter } from '#server/router.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { streamPingMs } from '#server/trpc.ts';
import { freePort } from './free-port.ts';
import { program } from './program.ts';
import { socketPingMs } from './sockets.ts';
import { findTested, startProgram } from './testing/program.ts';
import { leaveOutLists } from './testing/without-lists.ts';

// Servers are started, one of them twice.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const haproxy = findTested('haproxy');
const script = resolve(import.meta.dirname, 'tools/dev-api.ts');

describe.skipIf(haproxy === undefined)('behind HAProxy', () => {
  const opened = new AsyncDisposableStack();
  let folder: string;
  let databaseUrl: string;
  let ports: [number, number];
  let origin: string;
  const running = new Map<number, ChildProcess>();

  beforeAll(async () => {
    const database = await openTestDatabase();
    opened.defer(() => database.close());
    await leaveOutLists(database.db);
    assert(database.connectionString);
    databaseUrl = database.connectionString;
    folder = await mkdtemp(join(tmpdir(), 'gatherwell-balancer-'));
    opened.defer(() => rm(folder, { recursive: true, force: true }));
    ports = [await freePort(), await freePort()];
    opened.defer(async () => void (await Promise.all([...running.keys()].map(stop))));
    for (const port of ports) await start(port);
    origin = await startBalancer();
  });
  afterAll(() => opened.disposeAsync());

  /** Starts HAProxy as it is deployed, with some time limits changed. Resolves to its origin. */
  async function startBalancer(timeouts: Record<string, string> = {}): Promise<string> {
    assert(haproxy);
    const front = await freePort();
    const adapted = (await readConfiguration())
      .replace('bind 127.0.0.1:8080', `bind 127.0.0.1:${front}`)
      .replace('server one 127.0.0.1:3001', `server one 127.0.0.1:${ports[0]}`)
      .replace('server two 127.0.0.1:3002', `server two 127.0.0.1:${ports[1]}`);
    const settings = Object.entries(timeouts).reduce(
      (text, [name, value]) => text.replace(new RegExp(`timeout ${name} \\d+s`), `timeout ${name} ${value}`),
      adapted,
    );
    const file = join(folder, `haproxy-${front}.cfg`);
    await writeFile(file, settings);
    const balancer = startProgram(haproxy, ['-db', '-f', file]);
    opened.use(balancer);
    const address = `http://127.0.0.1:${front}`;
    await vi.waitFor(
      async () => expect((await fetch(`${address}/readyz`)).status, balancer.output()).toBe(200),
      {
        timeout: 30_000,
        interval: 200,
      },
    );
    return address;
  }

  const isReady = (port: number) =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );

  /** Starts a process of the product, and resolves when it is ready. */
  async function start(port: number): Promise<void> {
    const child = spawn(process.execPath, [script], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...program.env,
        PATH: process.env['PATH'],
        PORT: String(port),
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: databaseUrl,
        ALLOW_UNSAFE_POSTGRES: '1',
        SEED: 'none',
        LOG_LEVEL: 'error',
        TRUST_PROXY: '1',
        DRAIN_SECONDS: '5',
      },
    });
    running.set(port, child);
    await vi.waitFor(async () => expect(await isReady(port)).toBe(200), { timeout: 200_000, interval: 200 });
  }

  async function stop(port: number): Promise<void> {
    const child = running.get(port);
    running.delete(port);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
    expect(child.exitCode).toBe(0);
  }

  async function call<Data>(path: string, token?: string, body?: object): Promise<Data> {
    const response = await fetch(`${origin}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
    return (await response.json()) as Data;
  }

  interface Account {
    data: { token: string; user: { _id: string } };
  }
  const signUp = async (name: string, userType = 'individual') =>
    (
      await call<Account>('/auth/sign-up', undefined, {
        userType,
        email: `${name}@example.org`,
        password: 'correct horse',
      })
    ).data;

  const apiAt = (address: string, token: string) =>
    createTRPCClient<AppRouter>({
      links: [httpLink({ url: `${address}/api/trpc`, headers: { authorization: `Bearer ${token}` } })],
    });

  /** Follows a user's events as the app and programs do, through a balancer. */
  async function listen(address: string, token: string, transport: Transport) {
    const head = await apiAt(address, token).events.head.query();
    const stream = { openings: 0, received: [] as number[], failures: [] as unknown[], since: head.seq };
    const { link, close } = linkTo(address, token, transport, () => void stream.openings++);
    const { unsubscribe } = createTRPCClient<AppRouter>({ links: [link] }).events.stream.subscribe(
      { epoch: head.epoch, since: head.seq },
      {
        onData({ data }) {
          if (data.kind === 'events') stream.received.push(...data.events.map(({ seq }) => seq));
          else stream.failures.push(data);
        },
        onError: (error: unknown) => void stream.failures.push(error),
      },
    );
    opened.defer(async () => {
      unsubscribe();
      await close();
    });
    await vi.waitFor(() => expect(stream.openings).toBe(1), { timeout: 20_000 });
    return stream;
  }

  /** Every event since a stream began came once, in its order. */
  async function expectComplete(
    { received, failures, since }: Awaited<ReturnType<typeof listen>>,
    token: string,
  ): Promise<void> {
    const { seq } = await apiAt(origin, token).events.head.query();
    expect(seq).toBeGreaterThan(since);
    const all = Array.from({ length: seq - since }, (_, index) => since + 1 + index);
    await vi.waitFor(() => expect(received).toEqual(all), { timeout: 20_000 });
    expect(failures).toEqual([]);
  }

  describe('a stream on which nothing happens', () => {
    /** Who follows, and lets something happen by following somebody. */
    async function meet(name: string) {
      const [carol, alice] = await Promise.all([signUp(name, 'organization'), signUp(`friend-of-${name}`)]);
      const pair = { followerId: carol.user._id, followingId: alice.user._id };
      return { token: carol.token, act: () => call('/follows/follow', carol.token, pair) };
    }

    it.concurrent('stays open for longer than a request may take to arrive', async () => {
      const { token, act } = await meet('quiet');
      const address = await startBalancer({ 'http-request': '1s', 'http-keep-alive': '1s', queue: '1s' });
      const streams = await Promise.all(transports.map((transport) => listen(address, token, transport)));
      const half = connect(Number(new URL(address).port), '127.0.0.1');
      half.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\n');
      const [[answer]] = await Promise.all([once(half, 'data'), sleep(3_000)]);
      expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
      await act();
      for (const stream of streams) {
        await expectComplete(stream, token);
        expect(stream.openings).toBe(1);
      }
    });

    it.concurrent('is cut where the balancer waits less than between two pings, and misses nothing', async () => {
      const { token, act } = await meet('cut');
      const address = await startBalancer({ client: '2s', server: '2s', tunnel: '2s' });
      const streams = await Promise.all(transports.map((transport) => listen(address, token, transport)));
      await sleep(2_500);
      await act();
      for (const stream of streams) {
        await expectComplete(stream, token);
        expect(stream.openings).toBeGreaterThan(1);
      }
    });
  });

  it('a process is restarted under load: no request fails, and streams come back', async () => {
    const carol = await signUp('carol', 'organization');
    const people = await Promise.all(['alice', 'bob', 'dan'].map((name) => signUp(name)));
    const { result } = await call<{ result: { data: { seq: number; epoch: string } } }>(
      '/trpc/events.head',
      carol.token,
    );
    const input = encodeURIComponent(JSON.stringify({ since: result.data.seq, epoch: result.data.epoch }));
    const closing = new AbortController();
    const streams = Array.from({ length: 4 }, () => ({ opened: 0, heard: '' }));
    const readings = streams.map(async (stream) => {
      while (!closing.signal.aborted) {
        try {
          const response = await fetch(`${origin}/api/trpc/events.stream?input=${input}`, {
            headers: { authorization: `Bearer ${carol.token}`, accept: 'text/event-stream' },
            signal: closing.signal,
          });
          if (!response.ok || !response.body)
            throw new Error(`A stream was answered with ${response.status}.`);
          stream.opened++;
          stream.heard = '';
          const decoder = new TextDecoder();
          for await (const bytes of response.body) stream.heard += decoder.decode(bytes, { stream: true });
        } catch {
          // As clients do, after a rest.
        }
        await sleep(200);
      }
    });

    let isUnderLoad = true;
    let answered = 0;
    const failures: unknown[] = [];
    const load = people.map(async ({ token, user }) => {
      const pair = { followerId: user._id, followingId: carol.user._id };
      for (let n = 0; isUnderLoad; n++) {
        const work =
          n % 3 === 0
            ? call(`/follows/${n % 2 === 0 ? 'follow' : 'unfollow'}`, token, pair)
            : call('/posts/feed?limit=5', token);
        await work.then(
          () => answered++,
          (error: unknown) => failures.push(error),
        );
        await sleep(100);
      }
    });
    await vi.waitFor(() => expect(streams.every(({ opened: count }) => count > 0)).toBe(true), {
      timeout: 20_000,
    });
    // As many as the balancer gives to both.
    const listening = await Promise.all(
      [...transports, ...transports].map((transport) => listen(origin, carol.token, transport)),
    );

    const [first] = ports;
    const stopped = stop(first);
    // It says that it leaves, and serves on until the balancer has noticed.
    await vi.waitFor(async () => expect(await isReady(first)).toBe(503), { timeout: 4_000, interval: 50 });
    const direct = await fetch(`http://127.0.0.1:${first}/api/posts/feed?limit=5`, {
      headers: { authorization: `Bearer ${carol.token}` },
    });
    expect(direct.status).toBe(200);
    await stopped;
    expect(await isReady(first)).toBe(0);
    const during = answered;
    await sleep(2_000);
    expect(answered).toBeGreaterThan(during);
    await start(first);
    await sleep(3_000);
    isUnderLoad = false;
    await Promise.all(load);
    expect(failures).toEqual([]);
    console.log(`${answered} requests were answered around the restart, ${failures.length} failed.`);

    expect(streams.some(({ opened: count }) => count > 1)).toBe(true);
    const eve = await signUp('eve');
    await call('/follows/follow', eve.token, { followerId: eve.user._id, followingId: carol.user._id });
    for (const stream of streams)
      await vi.waitFor(() => expect(stream.heard).toContain(eve.user._id), { timeout: 20_000 });
    for (const stream of listening) await expectComplete(stream, carol.token);
    expect(listening.some(({ openings }) => openings > 1)).toBe(true);
    closing.abort();
    await Promise.all(readings);
  });
});

const readConfiguration = () => readFile(new URL('deploy/haproxy.cfg', import.meta.url), 'utf8');

const transports = ['a socket', 'server-sent events'] as const;
type Transport = (typeof transports)[number];

/** A link for streams that reports each connection that it opens, and what closes it. */
function linkTo(
  address: string,
  token: string,
  transport: Transport,
  whenOpened: () => void,
): { link: TRPCLink<AppRouter>; close: () => Promise<void> } {
  if (transport === 'server-sent events') {
    const link: TRPCLink<AppRouter> = httpSubscriptionLink({
      url: `${address}/api/trpc`,
      EventSource,
      eventSourceOptions: {
        async fetch(url, init) {
          const response = await fetch(url, {
            ...init,
            headers: { ...init.headers, authorization: `Bearer ${token}` },
          });
          if (response.ok) whenOpened();
          return response;
        },
      },
    });
    return { link, close: async () => {} };
  }
  const client = createWSClient({
    url: `${address.replace('http', 'ws')}/api/socket`,
    connectionParams: { token },
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    onOpen: whenOpened,
  });
  return { link: wsLink({ client }), close: () => client.close() };
}

it('balancers are told to wait longer than the server lets a stream be silent', async () => {
  const configuration = await readConfiguration();
  for (const side of ['client', 'server', 'tunnel']) {
    const seconds = Number(new RegExp(`timeout ${side} (\\d+)s`).exec(configuration)?.[1]);
    expect(1000 * seconds, side).toBeGreaterThan(2 * Math.max(streamPingMs, socketPingMs));
  }
});
