import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '#server/api.ts';
import { createOpenApiDocument } from '#server/rest/openapi.ts';
import { proceduresOf } from '#server/rest/operations.ts';
import { typeScriptSample } from '#server/rest/samples.ts';
import { appRouter } from '#server/router.ts';
import { setUpWorld } from '#server/testing/cast.ts';
import { password } from '#server/testing/world.ts';
import { deliverDue } from '#server/webhooks/deliver.ts';
import { type ApiDocument, samplesOf } from './api-docs/pages.ts';
import { keepPackage } from './app-files.ts';
import { answerKept } from './kept-file.ts';
import { createWebhooks } from './ports/webhooks.ts';
import { localTls } from './testing/local-tls.ts';
import { packClient } from './tools/client.ts';
import { root } from './tools/tools.ts';

const run = promisify(execFile);
const world = setUpWorld(async ({ deps }) => {
  deps.settings.tokenKeys = [new Uint8Array(32).fill(7)];
  // Every name leads to this machine.
  deps.ports.webhooks = createWebhooks({
    isAllowed: () => true,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    ca: localTls.cert,
  });
});

/** The newest tRPC and the oldest compiler that a program may have beside the client. */
const others = ['typescript@5.5.4', '@trpc/client@11.25.2', '@trpc/server@11.25.2'];

/** Compilers that programs are read with: the program's own, and the project's. */
const compilers = {
  'TypeScript 5.5': () => join(folder, 'node_modules/typescript/bin/tsc'),
  'the newest TypeScript': () => join(root, 'node_modules/typescript/bin/tsc'),
};

let folder: string;
let server: Server;
let url: string;
let packed: Buffer;

beforeAll(async () => {
  const bytes = await packClient();
  packed = Buffer.from(bytes);
  const file = keepPackage(bytes);
  const api = createApi(world.deps);
  server = createServer(
    getRequestListener((request) =>
      new URL(request.url).pathname === '/api/client.tgz'
        ? answerKept(request, file)
        : api(request, { requestId: uuid(), clientAddress: '192.0.2.1' }),
    ),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'gatherwell-client-'));
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'program', private: true, type: 'module' }),
  );
  await npmInstall(`${url}/api/client.tgz`);
  await writeFile(join(folder, 'program.ts'), program);
  await writeFile(join(folder, 'mistakes.ts'), mistakes);
  await writeFile(join(folder, 'beside.ts'), beside);
  // What tRPC asks for beside itself is not what this program has.
  await npmInstall('--legacy-peer-deps', ...others);
}, 120_000);

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const npmInstall = (...args: string[]) =>
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...args], { cwd: folder });

const program = `
import { type Api, createClient, followEvents, GatherwellError, type PostView } from 'gatherwell-client';

export const api: Api = createClient({ url: 'http://localhost:3000', token: () => process.env['TOKEN'] });
declare const process: { env: Record<string, string | undefined> };

export async function titles(): Promise<string[]> {
  const found: string[] = [];
  const { items, cursor } = await api.feeds.home.query({ limit: 5 });
  for (const post of items) found.push(post.title);
  if (cursor !== null) for await (const post of api.feeds.home.items({ cursor })) found.push(titleOf(post));
  return found;
}

const titleOf = (post: PostView): string => post.title;

export async function follow(): Promise<string> {
  try {
    await api.accounts.signOut.mutate();
    await api.conversations.send.mutate({ receiverId: 'x', text: 'Hello' }, { idempotencyKey: 'y' });
  } catch (error) {
    if (error instanceof GatherwellError) return error.fields['text'] ?? error.reason;
  }
  for await (const event of followEvents(api)) {
    if (event.type === 'message-added') return event.payload.conversation._id;
    if (event.type === 'events-missed') return event.head.epoch;
  }
  return '';
}
`;

/** A program that uses tRPC for something else. */
const beside = `
import { createTRPCClient, httpLink } from '@trpc/client';
import { createClient } from 'gatherwell-client';
export const other = createTRPCClient({ links: [httpLink({ url: 'http://localhost:4000' })] });
export const me: Promise<{ _id: string } | null> = createClient({ url: 'http://localhost:3000' }).accounts.me.query();
`;

/** A line each that must not compile. */
const mistakes = `
import { createClient } from 'gatherwell-client';
const api = createClient({ url: 'http://localhost:3000' });
export const noSuchFeature = api.nothing;
export const noSuchProcedure = api.feeds.nothing;
export const notAWrite = api.feeds.home.mutate({});
export const wrongType = api.feeds.home.query({ limit: '5' });
export const unknownField = api.feeds.home.query({ limits: 5 });
export const missingInput = api.posts.byId.query();
export const notAList = api.accounts.me.items();
export const wrongOutput = api.feeds.home.query({}).then(({ items }) => items[0]?.name);
`;

/** Compiles files of the program. Resolves to the compiler's errors, a line each. */
async function compile(compiler: string, files: string[], moduleResolution: Resolution): Promise<string[]> {
  const config = join(folder, `tsconfig.${moduleResolution}.json`);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    // The package's declarations are checked, the compiler's own are not.
    skipDefaultLibCheck: true,
    target: 'es2022',
    lib: ['es2022', 'esnext.disposable', 'dom'],
    types: [],
    module: moduleResolution === 'nodenext' ? 'nodenext' : 'esnext',
    moduleResolution,
  };
  await writeFile(config, JSON.stringify({ compilerOptions, files }));
  const compiling = run(process.execPath, [compiler, '-p', config, '--pretty', 'false'], { cwd: folder });
  const { stdout } = await compiling.catch((error: { stdout: string }) => error);
  return stdout.split('\n').filter((line) => line.includes('error TS'));
}

type Resolution = 'nodenext' | 'bundler';

describe.each(Object.entries(compilers))('with %s', (_, compiler) => {
  test.each(['nodenext', 'bundler'] as const)(
    'finds mistakes and nothing else under %s',
    async (resolution) => {
      const errors = await compile(compiler(), ['program.ts', 'mistakes.ts'], resolution);
      const lines = errors.map((error) => Number(/^mistakes\.ts\((\d+),/.exec(error)?.[1]));
      const first = mistakes.split('\n').findIndex((line) => line.includes('noSuchFeature')) + 1;
      expect(lines, errors.join('\n')).toEqual(Array.from({ length: 8 }, (__, index) => first + index));
    },
    120_000,
  );
});

test('the samples of the API reference compile, each of them', async () => {
  const document = createOpenApiDocument(appRouter, { publicUrl: url }) as ApiDocument;
  const samples = samplesOf(document);
  expect(samples.length).toBeGreaterThan(150);
  const types = 'declare const process: { env: Record<string, string | undefined> };\n';
  await writeFile(join(folder, 'process.d.ts'), types);
  const files = samples.map(({ operationId }) => `sample-${operationId}.ts`);
  for (const [index, { call }] of samples.entries())
    await writeFile(join(folder, files[index] ?? ''), typeScriptSample(call, url));
  const compiler = compilers['the newest TypeScript']();
  expect(await compile(compiler, ['process.d.ts', ...files], 'nodenext')).toEqual([]);
}, 120_000);

test('is for programs that have another tRPC, too', async () => {
  expect(await compile(compilers['the newest TypeScript'](), ['beside.ts'], 'nodenext')).toEqual([]);
});

test('a plain script signs in, reads, and learns why a call fails', async () => {
  const alice = await world.individual('alice');
  await writeFile(
    join(folder, 'script.js'),
    `import { createClient, GatherwellError } from 'gatherwell-client';
     const [url, email, password] = process.argv.slice(2);
     let token;
     const api = createClient({ url, token: () => token });
     const refused = await api.feeds.home.query({}).catch((error) => error);
     ({ token } = await api.accounts.signIn.mutate({ email, password }));
     const me = await api.accounts.me.query();
     const { items } = await api.feeds.home.query({ limit: 5 });
     console.log(JSON.stringify([refused instanceof GatherwellError && refused.reason, me._id, items]));`,
  );
  const { stdout } = await run(process.execPath, ['script.js', url, alice.email, password], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual(['not-signed-in', alice._id, []]);
});

test('an organization’s own server learns of a follow through a webhook and a subscription', async () => {
  const [alice, carol] = [await world.individual('alice'), await world.organization('carol')];
  const guide = await readFile(join(root, 'server/webhooks/README.md'), 'utf8');
  const [, verification = ''] = /```ts\n(.*?)```/s.exec(guide) ?? [];
  await writeFile(join(folder, 'verify.ts'), verification);
  await run(process.execPath, [
    compilers['TypeScript 5.5'](),
    join(folder, 'verify.ts'),
    ...'--strict --skipLibCheck --module nodenext --target es2022 --types node --typeRoots'.split(' '),
    join(root, 'node_modules/@types'),
  ]);
  await writeFile(
    join(folder, 'receiver.js'),
    `import { createServer } from 'node:https';
     import { createClient, followEvents } from 'gatherwell-client';
     import { isDelivery } from './verify.js';
     const [url, email, password, tls] = process.argv.slice(2);
     let token;
     const api = createClient({ url, token: () => token });
     ({ token } = await api.accounts.signIn.mutate({ email, password }));
     const receiver = createServer(JSON.parse(tls), async (request, response) => {
       let body = '';
       for await (const part of request.setEncoding('utf8')) body += part;
       response.writeHead(204).end();
       const isForged = isDelivery(request.headers, body + ' ', secret);
       console.log(JSON.stringify([isDelivery(request.headers, body, secret), isForged, JSON.parse(body)]));
     }).listen(0, '127.0.0.1', async () => {
       const url = 'https://hooks.test:' + receiver.address().port;
       ({ secret } = await api.webhooks.create.mutate({ url, events: ['follower.added'] }));
       const from = await api.events.head.query();
       console.log('ready');
       for await (const { type } of followEvents(api, { from })) if (type === 'followers-changed') console.log(JSON.stringify(type));
     });
     let secret;`,
  );
  const tls = JSON.stringify({ key: localTls.key, cert: localTls.cert });
  const receiver = spawn(process.execPath, ['receiver.js', url, carol.email, password, tls], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    // Where nothing arrives, its output ends.
    signal: AbortSignal.timeout(30_000),
  });
  try {
    const lines = createInterface(receiver.stdout)[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe('ready');
    await world.as(alice).follows.follow({ followerId: alice._id, followingId: carol._id });
    const told = [JSON.parse((await lines.next()).value as string)];
    await deliverDue(world.deps);
    told.push(JSON.parse((await lines.next()).value as string));
    const delivery = { type: 'follower.added', data: expect.objectContaining({ followerId: alice._id }) };
    expect(told).toEqual(['followers-changed', [true, false, expect.objectContaining(delivery)]]);
  } finally {
    receiver.kill();
  }
});

test('needs nothing beside itself', async () => {
  const installed = join(folder, 'node_modules/gatherwell-client');
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as object;
  expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  expect(manifest).toMatchObject({ name: 'gatherwell-client', version });
  const files = await readdir(installed);
  expect(files).toEqual(expect.arrayContaining(['README.md', 'index.js', 'index.d.ts', 'licenses.txt']));
  for (const file of files.filter((name) => name.endsWith('.ts') || name.endsWith('.js'))) {
    const text = await readFile(join(installed, file), 'utf8');
    const imported = [...text.matchAll(/^(?:import|export)\b[^;]*? from ["']([^"']+)["']/gm)];
    for (const [, from = ''] of imported) expect(files).toContain(from.replace(/^\.\/(.*)\.js$/, '$1.d.ts'));
  }
});

test('says of each procedure what it is for', async () => {
  const text = await readFile(join(folder, 'node_modules/gatherwell-client/api.d.ts'), 'utf8');
  const lines = text.slice(0, text.indexOf('\n}\n')).split('\n');
  const procedures = lines.flatMap((line, index) =>
    /: (?:Paged)?(?:Query|Mutation|Subscription)</.test(line) ? [index] : [],
  );
  expect(procedures).toHaveLength(Object.keys(proceduresOf(appRouter)).length);
  for (const index of procedures) expect(lines[index - 1]).toMatch(/\*\/$/);
});

test('has the same bytes whenever it is built of the same sources', async () => {
  expect(Buffer.from(await packClient()).equals(packed)).toBe(true);
});
