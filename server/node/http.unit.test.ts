import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { RequestInfo } from '#server/context.ts';
import { keepPackage, loadAppFiles } from './app-files.ts';
import { compress } from './encoding.ts';
import { createHost } from './http.ts';
import { createLog } from './log.ts';
import { securityHeaders } from './security-headers.ts';

const page = '<!doctype html><title>Gatherwell</title>';
const script = `console.log('${'gather '.repeat(400)}');`;
const client = new Uint8Array([0x1f, 0x8b, 8, 0]);
const testing = new Uint8Array([0x1f, 0x8b, 8, 1]);
/** The least that the reference is made of. */
const apiDocument = {
  info: { 'x-rate-limits': [{ text: '60 calls a minute, with one access token.' }] },
  servers: [{ url: 'https://gatherwell.example/api' }],
  components: { parameters: {}, responses: {} },
  paths: {
    '/posts/feed': {
      get: {
        operationId: 'listFeed',
        tags: ['posts'],
        summary: 'The feed',
        description: `A <b>feed</b>, ${'well '.repeat(400)}`,
        responses: {},
        'x-procedure': 'feeds.home',
      },
    },
  },
  webhooks: {},
};
const sourceMap = JSON.stringify({ version: 3, mappings: 'AAAA' });
const long = { text: 'well '.repeat(400) };
// More than is compressed at once, and nothing that repeats within what a compressor looks back at.
const longest = { text: randomBytes(300_000).toString('hex') };

let folder: string;
let host: Server;
let base: string;
let trouble: string | undefined;
let lines: Record<string, unknown>[];
/** Entries about the event loop: a busy machine holds it, too, at any time. */
let holds: Record<string, unknown>[];
let lastInfo: RequestInfo | undefined;
let documents = 0;
let used: [key: string, points: number][];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatherwell-app-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'assets/app-1a2b.js'), script);
  await writeFile(join(folder, 'assets/app-1a2b.js.map'), sourceMap);
  await writeFile(
    join(folder, 'assets/app-1a2b.js.br'),
    await compress(Buffer.from(script), 'br', 'thorough'),
  );
  await writeFile(
    join(folder, 'assets/app-1a2b.js.gz'),
    await compress(Buffer.from(script), 'gzip', 'thorough'),
  );
  host = createHost({
    settings: {
      publicUrl: 'https://gatherwell.example',
      secureCookies: true,
      trustedProxies: 1,
      mapStyle: undefined,
    },
    async api(incoming, info) {
      lastInfo = info;
      const { pathname } = new URL(incoming.url);
      if (pathname === '/api/long') return Response.json(long);
      if (pathname === '/api/longest') return Response.json(longest);
      if (pathname === '/api/cookies') {
        const response = Response.json(long);
        for (const cookie of ['a=1', 'b=2']) response.headers.append('set-cookie', cookie);
        return response;
      }
      if (pathname === '/api/openapi.json') {
        documents++;
        return Response.json(apiDocument);
      }
      if (pathname === '/api/stream')
        return new Response(`data: ${long.text}\n\n`, { headers: { 'content-type': 'text/event-stream' } });
      if (pathname === '/api/block') for (const start = performance.now(); performance.now() - start < 400; );
      if (pathname === '/api/broken') throw new Error('duplicate key (email)=(alice@example.org)');
      if (pathname === '/media/framed')
        return new Response('x', { headers: { 'content-security-policy': "default-src 'none'; sandbox" } });
      return Response.json({ got: await incoming.text() });
    },
    publicPages: async (_, { kind }) => {
      if (kind === 'individual' || kind === 'screen') return undefined;
      const headers = { 'content-type': kind === 'post' ? 'text/html; charset=utf-8' : 'application/xml' };
      return new Response(long.text, { status: kind === 'post' ? 404 : 200, headers });
    },
    appFiles: {
      ...(await loadAppFiles(folder)),
      client: async () => keepPackage(client),
      testing: async () => keepPackage(testing),
    },
    routeName: (_, pathname) => pathname.replace(/[^/]+$/, '*'),
    health: { trouble: async () => trouble, leave: () => {} },
    limits: {
      consume: async (_, key, points = 1) => {
        used.push([key, points]);
        return key === '198.51.100.9' ? 30 : 0;
      },
    },
    log: createLog('info', {
      write(line) {
        const entry = JSON.parse(line);
        (entry.msg === 'the event loop was held' ? holds : lines).push(entry);
      },
    }),
  });
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  base = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});

beforeEach(() => {
  lines = [];
  holds = [];
  trouble = undefined;
  used = [];
});

afterAll(async () => {
  host.closeAllConnections();
  host.close();
  await rm(folder, { recursive: true });
});

/** A request without the conveniences of `fetch`, which decodes, and sends what it likes. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const outgoing = request(base + path, { method, headers }).end();
  const [incoming] = await once(outgoing, 'response');
  const body = Buffer.concat(await incoming.toArray());
  return { status: incoming.statusCode as number, headers: incoming.headers, body };
}

test.each(['/', '/index.html', '/user/sign-in', '/search/user/st.%20john', '/%E0%A4%A'])(
  '%s is a screen of the app',
  async (path) => {
    const { status, headers, body } = await ask(path);
    expect(status).toBe(200);
    expect(body.toString()).toBe(page);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers['cache-control']).toBe('no-cache');
  },
);

test('responds to HEAD as to GET, without the page', async () => {
  const got = await ask('/user/sign-in');
  const { status, headers, body } = await ask('/user/sign-in', {}, 'HEAD');
  expect(status).toBe(200);
  expect(body).toHaveLength(0);
  expect(headers.etag).toBe(got.headers.etag);
  expect(headers['content-length']).toBe(String(page.length));
});

test('hands out the package of the client, and again only where it has changed', async () => {
  const { status, headers, body } = await ask('/api/client.tgz');
  expect(status).toBe(200);
  expect(body).toEqual(Buffer.from(client));
  expect(headers['content-type']).toBe('application/gzip');
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-encoding']).toBeUndefined();
  const again = await ask('/api/client.tgz', { 'if-none-match': String(headers.etag) });
  expect(again.status).toBe(304);
  expect(again.body).toHaveLength(0);
  expect(used.map(([, points]) => points)).toEqual([1, 1]);
  // The core has no such route.
  expect(JSON.parse(String((await ask('/api/client.tgz', {}, 'POST')).body))).toEqual({ got: '' });
});

test('hands out the package for tests', async () => {
  const { status, headers, body } = await ask('/api/testing.tgz');
  expect(status).toBe(200);
  expect(body).toEqual(Buffer.from(testing));
  expect(headers['content-type']).toBe('application/gzip');
});

test.each(['/assets/gone-1a2b.js', '/assets/', '/favicon.png', '/assets/..%2findex.html'])(
  '%s is a file that is not there',
  async (path) => {
    expect(await ask(path)).toMatchObject({ status: 404, body: Buffer.from('There is no such file.\n') });
  },
);

test('public pages come before the app, compressed, and cost as much as a call', async () => {
  const shared = await ask('/post/event/details/1', { 'accept-encoding': 'br' });
  expect(shared.status).toBe(404);
  expect(shared.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(shared.body).toString()).toBe(long.text);
  const sitemap = await ask('/sitemaps/posts/start/end.xml', { 'accept-encoding': 'gzip' });
  expect(gunzipSync(sitemap.body).toString()).toBe(long.text);
  // Where there is none, the app responds.
  expect((await ask('/individual/details/1')).body.toString()).toBe(page);
  expect((await ask('/post/event/details/1', {}, 'POST')).status).toBe(405);
  expect(used.map(([, points]) => points)).toEqual([1, 20, 1, 0.1]);
});

test('the app can only be read', async () => {
  expect(await ask('/', {}, 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
});

test('files named by their content are kept for good, in the encoding that the client accepts', async () => {
  const plain = await ask('/assets/app-1a2b.js');
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringMatching(/^text\/javascript/),
    vary: 'accept-encoding',
  });
  expect(plain.body.toString()).toBe(script);

  const brotli = await ask('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.body).toString()).toBe(script);

  const gzip = await ask('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br;q=0' });
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.body).toString()).toBe(script);

  expect(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
});

test('source maps are read when they are asked for, and are missing once a later build has taken them away', async () => {
  const path = join(folder, 'assets/app-1a2b.js.map');
  const { status, headers, body } = await ask('/assets/app-1a2b.js.map');
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(body.toString()).toBe(sourceMap);
  const again = await ask('/assets/app-1a2b.js.map', { 'if-none-match': String(headers.etag) });
  expect(again.status).toBe(304);
  await rm(path);
  expect(await ask('/assets/app-1a2b.js.map')).toMatchObject({ status: 404 });
});

test('returns 304 for what the client has already', async () => {
  const { etag = '' } = (await ask('/')).headers;
  const again = await ask('/', { 'if-none-match': `"other", W/${etag}` });
  expect(again.status).toBe(304);
  expect(again.body).toHaveLength(0);
  expect((await ask('/', { 'if-none-match': '"other"' })).status).toBe(200);
});

test('sends security headers with every response', async () => {
  for (const path of [
    '/',
    '/assets/map-worker-1a2b.js',
    '/assets/gone.txt',
    '/api/long',
    '/healthz',
    '/api/healthz',
  ]) {
    const { headers } = await ask(path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("connect-src 'self' wss://gatherwell.example;");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types gatherwell#");
    expect(policy).not.toMatch(/unsafe|default;|allow-duplicates/);
  }
  // A script, a style sheet or a font has no policy: nobody would read it.
  const { headers } = await ask('/assets/app-1a2b.js');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
  });
  expect(headers).not.toHaveProperty('content-security-policy');
  // Maps may come from the origin in the settings, and from nowhere else.
  const withMaps = securityHeaders({
    publicUrl: 'https://gatherwell.example',
    secureCookies: true,
    mapStyle: { url: 'https://tiles.example/style.json', origins: ['https://fonts.example'] },
  })['content-security-policy'];
  expect(withMaps).toContain("img-src 'self' data: blob: https://tiles.example https://fonts.example;");
  expect(withMaps).toContain('gatherwell.example https://tiles.example https://fonts.example;');
  // So do pictures from a store that hands them out.
  const withStore = securityHeaders({
    publicUrl: 'https://gatherwell.example',
    secureCookies: true,
    mapStyle: undefined,
    storeOrigin: 'https://pictures.example',
  })['content-security-policy'];
  expect(withStore).toContain("img-src 'self' data: blob: https://pictures.example;");
  expect(withStore).toContain('wss://gatherwell.example https://pictures.example;');
  // What is stricter stays so.
  expect((await ask('/media/framed')).headers['content-security-policy']).toBe("default-src 'none'; sandbox");
});

test('compresses long responses, and neither short ones nor streams', async () => {
  const accepted = { 'accept-encoding': 'br, gzip' };
  const brotli = await ask('/api/cookies', accepted);
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotli.headers['set-cookie']).toEqual(['a=1', 'b=2']);
  expect(JSON.parse(brotliDecompressSync(brotli.body).toString())).toEqual(long);

  // What current browsers send.
  const zstd = await ask('/api/long', { 'accept-encoding': 'gzip, deflate, br, zstd' });
  expect(zstd.headers['content-encoding']).toBe('zstd');
  expect(JSON.parse(zstdDecompressSync(zstd.body).toString())).toEqual(long);
  const longer = await ask('/api/longest', { 'accept-encoding': 'zstd' });
  expect(JSON.parse(zstdDecompressSync(longer.body).toString())).toEqual(longest);

  const gzip = await ask('/api/long', { 'accept-encoding': 'gzip' });
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(gzip.body).toString())).toEqual(long);

  for (const [path, headers] of [
    ['/api/long', {}],
    ['/api/short', accepted],
    ['/api/stream', accepted],
  ] as const)
    expect((await ask(path, headers)).headers['content-encoding']).toBeUndefined();
});

test('does not send a compressed response again that its reader has', async () => {
  const accepted = { 'accept-encoding': 'br' };
  const { etag = '' } = (await ask('/api/long', accepted)).headers;
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  for (const encoding of ['br', 'gzip']) {
    const again = await ask('/api/long', {
      'accept-encoding': encoding,
      'if-none-match': `"other", ${etag}`,
    });
    expect([again.status, again.body.byteLength, again.headers.etag]).toEqual([304, 0, etag]);
    expect(again.headers['content-encoding']).toBeUndefined();
  }
  const changed = await ask('/api/long', { ...accepted, 'if-none-match': 'W/"other"' });
  expect(changed.status).toBe(200);
  expect(JSON.parse(brotliDecompressSync(changed.body).toString())).toEqual(long);
  // What a write returns is sent.
  const written = await ask('/api/long', { ...accepted, 'if-none-match': etag }, 'POST');
  expect([written.status, written.headers.etag]).toEqual([200, undefined]);
});

test.each([
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/listFeed',
  '/api/docs/page.js',
  '/api/docs/style.css',
])('%s is kept as compressed bytes and not sent again to who has it', async (path) => {
  const plain = await ask(path);
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const responses = await Promise.all([1, 2].map(() => ask(path, { 'accept-encoding': encoding })));
    for (const { status, headers, body } of responses) {
      expect([status, headers['content-encoding']]).toEqual([
        200,
        plain.body.length < 1024 ? undefined : encoding,
      ]);
      if (headers['content-encoding']) expect(decode(body).equals(plain.body)).toBe(true);
      const again = { 'accept-encoding': encoding, 'if-none-match': String(headers.etag) };
      expect(await ask(path, again)).toMatchObject({ status: 304, body: Buffer.alloc(0) });
    }
  }
  expect(plain.headers.etag).toMatch(/^"[\w-]{22}"$/);
  expect(await ask(path, {}, 'HEAD')).toMatchObject({
    status: 200,
    body: Buffer.alloc(0),
    headers: { 'content-length': String(plain.body.length) },
  });
  expect(documents).toBeLessThanOrEqual(1);
});

test('what is cheap comes under the limit of its client, too, and liveness does not', async () => {
  const paths = ['/', '/assets/app-1a2b.js', '/media/framed', '/api/docs', '/api/openapi.json', '/readyz'];
  for (const path of paths) {
    const { status, headers } = await ask(path, { 'x-forwarded-for': '198.51.100.9' });
    expect([status, headers['retry-after']], path).toEqual([429, '30']);
  }
  expect(used).toEqual([0.1, 0.1, 0.1, 1, 1, 1].map((points) => ['198.51.100.9', points]));
  expect((await ask('/healthz', { 'x-forwarded-for': '198.51.100.9' })).status).toBe(200);
  // The core counts calls.
  expect((await ask('/api/long', { 'x-forwarded-for': '198.51.100.9' })).status).toBe(200);
});

test('what held the event loop is logged with the requests under way, and without what people wrote', async () => {
  const held = await vi.waitFor(
    async () => {
      // Again where it came before the watch had its first sample.
      await ask('/api/block?by=alice@example.org', { 'x-request-id': 'blocking-01' });
      const line = holds.find((entry) => JSON.stringify(entry).includes('blocking-01'));
      expect(line).toBeDefined();
      return line;
    },
    { timeout: 10_000, interval: 500 },
  );
  expect(held).toMatchObject({
    level: 'warn',
    requests: expect.arrayContaining([
      { route: 'GET /api/*', requestId: 'blocking-01', forMs: expect.any(Number) },
    ]),
  });
  expect(Number(held?.['ms'])).toBeGreaterThan(200);
  expect(JSON.stringify(held)).not.toContain('alice');
});

test('a process that is up may still not be ready', async () => {
  expect((await ask('/readyz')).status).toBe(200);
  trouble = 'the database does not answer';
  expect(await ask('/healthz')).toMatchObject({ status: 200 });
  expect(await ask('/api/healthz')).toMatchObject({ status: 200 });
  const { status, headers, body } = await ask('/readyz');
  expect([status, headers['retry-after']]).toEqual([503, '2']);
  expect(JSON.parse(body.toString())).toEqual({ status: 'the database does not answer' });
});

test('a request keeps its id, unless the id could be anything', async () => {
  expect((await ask('/api/x', { 'x-request-id': 'front-000017' })).headers['x-request-id']).toBe(
    'front-000017',
  );
  expect(lastInfo?.requestId).toBe('front-000017');
  const { headers } = await ask('/api/x', { 'x-request-id': 'alice@example.org' });
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(lastInfo?.requestId).toBe(headers['x-request-id']);
});

test('takes the address of the client from the proxy', async () => {
  await ask('/api/x', { 'x-forwarded-for': '10.1.1.1, 203.0.113.9' });
  expect(lastInfo?.clientAddress).toBe('203.0.113.9');
});

test('one line is logged for each request, without what people wrote', async () => {
  await ask('/api/alice@example.org?token=s3cret', { authorization: 'Bearer s3cret' }, 'POST');
  expect(lines).toEqual([
    {
      level: 'info',
      time: expect.any(String),
      requestId: expect.any(String),
      method: 'POST',
      route: '/api/*',
      status: 200,
      ms: expect.any(Number),
      msg: 'answered',
    },
  ]);
});

test('logs an exception and does not send it', async () => {
  const { status, headers, body } = await ask('/api/broken');
  expect(status).toBe(500);
  expect(JSON.parse(body.toString())).toEqual({
    success: false,
    message: 'Something went wrong on our side. Please try again.',
    data: null,
  });
  const [failed, answered] = lines;
  expect(failed).toMatchObject({ level: 'error', requestId: headers['x-request-id'] });
  expect(JSON.stringify(failed)).toContain('duplicate key');
  expect(JSON.stringify(failed)).not.toContain('alice');
  expect(answered).toMatchObject({ level: 'warn', status: 500 });
});

test('rejects a body that is too large before it is read', async () => {
  const { port } = host.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(`POST /api/x HTTP/1.1\r\nHost: gatherwell\r\nContent-Length: ${48 * 1024 * 1024 + 1}\r\n\r\n`);
  const [response] = await once(socket, 'data');
  expect(response.toString()).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

test.each(['GET /api/x HTTP/1.1\r\nHost: a b\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n', 'nonsense\r\n\r\n'])(
  'rejects %j',
  async (text) => {
    const { port } = host.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(text);
    const [response] = await once(socket, 'data');
    expect(response.toString()).toMatch(/^HTTP\/1\.1 400 /);
    socket.destroy();
  },
);

test('the reference is under the policy of the product, and has no page of an unknown operation', async () => {
  const page = await ask('/api/docs/listFeed');
  expect(page.headers['content-security-policy']).toBe((await ask('/')).headers['content-security-policy']);
  // What descriptions hold is text.
  expect(page.body.toString()).toContain('A &lt;b&gt;feed&lt;/b&gt;');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(String((await ask('/api/docs/style.css')).body)).toContain('--color-canvas: light-dark(#');
  expect(String((await ask('/api/docs')).body)).toContain('60 calls a minute, with one access token.');
  // The core responds.
  expect(JSON.parse(String((await ask('/api/docs/listNothing')).body))).toEqual({ got: '' });
});
