import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ConnectionLimits, guardConnections } from './connections.ts';

let server: Server;
let port: number;
let begun: string[];
let responses: Map<string, ServerResponse>;
let warnings: (Record<string, unknown> | string)[][];
let sockets: Socket[];

/** Responds to `/at-once`, `/busy/…` and `/again/…` by itself; the test sends the other responses. */
function handle(incoming: IncomingMessage, outgoing: ServerResponse) {
  begun.push(String(incoming.url));
  if (/^\/(?:at-once|busy\/|again\/)/.test(String(incoming.url))) outgoing.end('at once');
  else if (incoming.url === '/read') incoming.resume().once('end', () => outgoing.end('read'));
  else responses.set(String(incoming.url), outgoing);
}

async function start(limits: Partial<ConnectionLimits> = {}, trustsProxy = false) {
  server = createServer({ keepAliveTimeout: 65_000 });
  guardConnections(server, {
    handle,
    clientOf: ({ headers, socket }) => String(headers['x-client'] ?? socket.remoteAddress),
    addressOf: ({ remoteAddress }) => (trustsProxy ? undefined : remoteAddress),
    log: { warn: (...entry) => warnings.push(entry) },
    limits: { checkMs: 10, ...limits },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
}

beforeEach(() => {
  begun = [];
  responses = new Map();
  warnings = [];
  sockets = [];
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** A bare connection; `heard()` is what the server has sent so far. */
async function open() {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.setEncoding('utf8').on('data', (data) => (text += data));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return { socket, heard: () => text, closed };
}

const get = (path: string, client?: string) =>
  `GET ${path} HTTP/1.1\r\nHost: gatherwell\r\n${client ? `X-Client: ${client}\r\n` : ''}\r\n`;
const post = (path: string, length: number, head = '') =>
  `POST ${path} HTTP/1.1\r\nHost: gatherwell\r\nContent-Length: ${length}\r\n${head}\r\n`;

describe('requests of one connection', () => {
  it('are begun one after the other, each when the response before it has left', async () => {
    await start();
    const { socket, heard } = await open();
    const paths = Array.from({ length: 100 }, (_, index) => `/${index}`);
    socket.write(paths.map((path) => get(path)).join(''));
    for (const [index, path] of paths.entries()) {
      await vi.waitFor(() => expect(begun).toHaveLength(index + 1), { interval: 1 });
      responses.get(path)?.end(`response ${path}.`);
    }
    await vi.waitFor(() => expect(heard()).toContain('response /99.'));
    expect(begun).toEqual(paths);
    expect(heard().match(/response \/\d+\./g)).toEqual(paths.map((path) => `response ${path}.`));
  });

  it('wait while the response before them is not read', async () => {
    await start({ buffered: Infinity });
    const { socket, heard } = await open();
    socket.pause();
    socket.write(get('/large') + get('/at-once'));
    await vi.waitFor(() => expect(begun).toEqual(['/large']));
    const length = 32 * 1024 * 1024;
    const large = responses.get('/large');
    large?.end(Buffer.alloc(length, 'x'));
    // Another connection is served, and this one is not.
    const other = await open();
    other.socket.write(get('/at-once'));
    await vi.waitFor(() => expect(other.heard()).toContain('at once'));
    expect(begun).toEqual(['/large', '/at-once']);
    expect(large?.writableFinished).toBe(false);
    socket.resume();
    await vi.waitFor(() => expect(heard().slice(-20)).toMatch(/at once$/), { timeout: 10_000 });
    expect(begun).toEqual(['/large', '/at-once', '/at-once']);
  });

  it('let requests of other connections between them', async () => {
    await start();
    const [many, other] = [await open(), await open()];
    const paths = Array.from({ length: 50 }, (_, index) => `/busy/${index}`);
    many.socket.write(['/first', ...paths].map((path) => get(path)).join(''));
    await vi.waitFor(() => expect(begun).toEqual(['/first']));
    other.socket.write(get('/at-once'));
    responses.get('/first')?.end();
    await vi.waitFor(() => expect(begun).toContain('/busy/49'));
    expect(begun.filter((path) => path.startsWith('/busy'))).toEqual(paths);
    expect(begun.indexOf('/at-once')).toBeLessThan(10);
  });

  it('close it where there are too many, and cost others nothing', async () => {
    await start({ queued: 50 });
    const { socket, closed } = await open();
    socket.write(Array.from({ length: 52 }, (_, index) => get(`/${index}`)).join(''));
    await closed;
    expect(begun).toEqual(['/0']);
    expect(warnings).toHaveLength(1);
    const other = await open();
    other.socket.write(get('/at-once'));
    await vi.waitFor(() => expect(other.heard()).toContain('at once'));
  });

  it('keep the body of each with its head', async () => {
    await start();
    const { socket, heard } = await open();
    socket.write(`${post('/read', 5)}hello${get('/at-once')}${post('/read', 20_000)}`);
    await vi.waitFor(() => expect(begun).toEqual(['/read', '/at-once', '/read']));
    socket.write('x'.repeat(20_000) + get('/at-once'));
    await vi.waitFor(() => expect(heard().match(/(?:read|at once)(?=HTTP|$)/g)).toHaveLength(4));
  });

  it('wait for 100 Continue before a body where they ask for it', async () => {
    await start();
    const { socket, heard } = await open();
    socket.write(get('/first') + post('/read', 5, 'Expect: 100-continue\r\n'));
    await vi.waitFor(() => expect(begun).toEqual(['/first']));
    responses.get('/first')?.end('first.');
    await vi.waitFor(() => expect(heard()).toMatch(/first\.HTTP\/1\.1 100 Continue/));
    socket.write('hello');
    await vi.waitFor(() => expect(heard()).toMatch(/read$/));
  });
});

describe('requests of one client', () => {
  it('on many connections let those of others between them', async () => {
    await start({ turnMs: 0 });
    const crowd = await Promise.all(Array.from({ length: 50 }, open));
    const other = await open();
    const count = promisify((done: (error: Error | null, count: number) => void) =>
      server.getConnections(done),
    );
    await vi.waitFor(async () => expect(await count()).toBe(51));
    for (const [index, { socket }] of crowd.entries())
      socket.write(['/busy', '/again'].map((path) => get(`${path}/${index}`, 'mallory')).join(''));
    other.socket.write(get('/at-once', 'alice'));
    await vi.waitFor(() => expect(begun).toHaveLength(101));
    expect(begun.indexOf('/at-once')).toBeLessThan(10);
  });
});

describe('a body', () => {
  it('that stops arriving closes its connection, and one that goes on arriving slowly does not', async () => {
    await start({ bodyMs: 100, bodyBytes: 10 });
    const [half, slow] = [await open(), await open()];
    half.socket.write(`${post('/read', 100)}half`);
    const pieces = 400;
    slow.socket.write(post('/read', 5 * pieces));
    let isOver = false;
    const sending = (async () => {
      for (let piece = 0; piece < pieces - 1 && !isOver; piece++) {
        slow.socket.write('piece');
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    })();
    await half.closed;
    isOver = true;
    await sending;
    expect(half.heard()).toMatch(/^HTTP\/1\.1 408 /);
    expect(warnings).toEqual([[{ reason: 'a body does not arrive' }, expect.any(String)]]);
    expect(slow.socket.destroyed).toBe(false);
  });

  it('that is rejected is drained, so that the error is read and the connection goes on', async () => {
    await start();
    const { socket, heard } = await open();
    socket.write(post('/refused', 8 * 1024 * 1024));
    await vi.waitFor(() => expect(begun).toEqual(['/refused']));
    responses.get('/refused')?.writeHead(413, { 'content-length': 10 }).end('too large.');
    const piece = 'x'.repeat(64 * 1024);
    for (let sent = 0; sent < 128; sent++) if (!socket.write(piece)) await once(socket, 'drain');
    socket.write(get('/at-once'));
    await vi.waitFor(() =>
      expect(heard()).toMatch(/^HTTP\/1\.1 413 .*too large\.HTTP\/1\.1 200 .*at once$/s),
    );
  });

  it('that is rejected is not read without end', async () => {
    await start({ discardedBytes: 1024 * 1024 });
    const { socket, closed } = await open();
    socket.write(post('/refused', 1024 * 1024 * 1024));
    await vi.waitFor(() => expect(begun).toEqual(['/refused']));
    responses.get('/refused')?.writeHead(413).end('too large.');
    const piece = 'x'.repeat(64 * 1024);
    const send = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', send);
    send();
    await closed;
    expect(warnings).toEqual([[{ reason: 'the rest of a rejected body is too long' }, expect.any(String)]]);
  });
});

describe('a client that reads nothing', () => {
  it('is closed, and at once where much waits for it; silent streams go on', async () => {
    await start({ stallMs: 300 });
    const [stalled, greedy, silent] = [await open(), await open(), await open()];
    silent.socket.write(get('/stream'));
    await vi.waitFor(() => expect(begun).toEqual(['/stream']));
    responses.get('/stream')?.write('begun');
    for (const [{ socket }, path, size] of [
      [stalled, '/some', 7.5],
      [greedy, '/much', 30],
    ] as const) {
      socket.pause();
      socket.write(get(path));
      await vi.waitFor(() => expect(begun).toContain(path));
      responses.get(path)?.end(Buffer.alloc(size * 1024 * 1024));
    }
    const closed = (path: string) => once(responses.get(path) as ServerResponse, 'close');
    await Promise.all([closed('/much'), closed('/some')]);
    expect(responses.get('/much')?.writableFinished).toBe(false);
    expect(warnings).toContainEqual([{ reason: 'too much waits to be read' }, expect.any(String)]);
    responses.get('/stream')?.write(', and goes on');
    await vi.waitFor(() => expect(silent.heard()).toContain('and goes on'));
  });
});

describe('an address', () => {
  it('has a bounded number of connections: idle ones make room, busy ones do not', async () => {
    await start({ connectionsPerAddress: 2 });
    const [idle, busy] = [await open(), await open()];
    busy.socket.write(get('/busy'));
    await vi.waitFor(() => expect(begun).toEqual(['/busy']));
    const third = await open();
    await idle.closed;
    third.socket.write(get('/third'));
    await vi.waitFor(() => expect(begun).toEqual(['/busy', '/third']));
    const fourth = await open();
    await fourth.closed;
    responses.get('/busy')?.end('answered');
    await vi.waitFor(() => expect(busy.heard()).toContain('answered'));
  });

  it('of a proxy has as many as it needs; the requests of each client are counted', async () => {
    await start({ connectionsPerAddress: 1, requestsPerClient: 2 }, true);
    for (const index of [1, 2]) (await open()).socket.write(get(`/alice/${index}`, 'alice'));
    await vi.waitFor(() => expect(begun).toHaveLength(2));
    const [third, bob] = [await open(), await open()];
    third.socket.write(get('/alice/3', 'alice'));
    bob.socket.write(get('/at-once', 'bob'));
    await third.closed;
    expect(third.heard()).toMatch(/^HTTP\/1\.1 429 /);
    await vi.waitFor(() => expect(bob.heard()).toContain('at once'));
    responses.get('/alice/1')?.end();
    await vi.waitFor(async () => {
      const again = await open();
      again.socket.write(get('/at-once', 'alice'));
      await vi.waitFor(() => expect(again.heard()).toContain('at once'), 200);
    });
  });
});
