import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  afterAll,
  afterEach,
  assert,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { openTestDatabase } from '#server/testing/database.ts';
import { processesIn, waitFor } from './embedded-postgres/processes.ts';
import { freePort } from './free-port.ts';
import { program } from './program.ts';
import { openDatabaseLine } from './testing/database-line.ts';
import { root } from './tools/tools.ts';

// Servers and databases are started and stopped here, some of them twice.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let dataDir: string;
let port: number;
let base: string;
let children: ChildProcess[];

beforeAll(async () => {
  port = await freePort();
  base = `http://127.0.0.1:${port}`;
});

async function begin() {
  dataDir = await mkdtemp(join(tmpdir(), 'gatherwell-run-'));
  // As a folder that the server makes itself: the embedded database may run as another account.
  await chmod(dataDir, 0o711);
  children = [];
}

async function end() {
  for (const child of children) await stop(child, 'SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
}

/** Starts the server as users do, in a process group of its own as a shell would. */
function launch(env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [...program.flags, program.script], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...program.env,
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: dataDir,
      SEED: 'none',
      ...env,
    },
  });
  children.push(child);
  return { child, output: text(child.stdout), stderr: text(child.stderr) };
}

/** Resolves when the server responds; a first start has places to load, and the product to build after changes. */
async function start(env?: NodeJS.ProcessEnv) {
  const launched = launch(env);
  const isReady = () =>
    fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const isSettled = async () => launched.child.exitCode !== null || (await isReady());
  expect(await waitFor(isSettled, 150_000)).toBe(true);
  if (launched.child.exitCode !== null) expect.fail(await launched.stderr);
  return launched;
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, 'exit');
  }
  return child.exitCode;
}

/** The output of a server that does not start. */
async function refusal(env?: NodeJS.ProcessEnv) {
  const { child, stderr } = launch(env);
  await once(child, 'exit');
  return { exitCode: child.exitCode, stderr: await stderr };
}

const account = (name: string) => ({
  userType: 'individual',
  email: `${name}@example.org`,
  password: 'correct horse',
});

const post = (path: string, body: object) =>
  fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function canSignIn(name: string): Promise<boolean> {
  const { email, password } = account(name);
  return (await post('/api/auth/sign-in', { email, password })).ok;
}

describe('a server', () => {
  let running: Awaited<ReturnType<typeof start>>;

  // A first start has places to load, which takes longer than all that is tested here: every test is left with a server
  // that runs, for the next one.
  beforeAll(async () => {
    await begin();
    await restart();
  });
  // After a test that failed, none may run.
  beforeEach(async () => {
    if (running.child.exitCode !== null || running.child.signalCode !== null) await restart();
  });
  afterAll(end);

  async function restart() {
    running = await start({ LOG_LEVEL: 'trace' });
  }

  test('comes back after it was killed, with what it had acknowledged', async () => {
    expect((await post('/api/auth/sign-up', account('alice'))).ok).toBe(true);
    await stop(running.child, 'SIGKILL');
    expect(await processesIn(join(dataDir, 'postgres/data'))).not.toEqual([]);

    await restart();
    expect(await canSignIn('alice')).toBe(true);
  });

  test('stopped under load ends cleanly, and forgets nothing that it acknowledged', async () => {
    const { child, output, stderr } = running;
    const acknowledged: string[] = [];
    let isUp = true;
    const load = Array.from({ length: 4 }, async (_, worker) => {
      for (let n = 0; isUp; n++) {
        const name = `guest-${worker}-${n}`;
        const response = await post('/api/auth/sign-up', account(name)).catch(() => undefined);
        if (response?.ok) acknowledged.push(name);
        isUp &&= response?.ok ?? false;
      }
    });
    expect(await waitFor(async () => acknowledged.length >= 8, 20_000)).toBe(true);
    expect(await stop(child, 'SIGTERM')).toBe(0);
    await Promise.all(load);
    expect(await output).toContain(`Gatherwell is at http://localhost:${port}\n`);
    expect(await stderr).toBe('');
    expect(await processesIn(join(dataDir, 'postgres/data'))).toEqual([]);

    await restart();
    for (const name of acknowledged) expect(await canSignIn(name)).toBe(true);
    expect(await canSignIn('bob')).toBe(false);
  });

  test('Ctrl-C, which every process of a terminal hears, leaves the database to the server', async () => {
    const { child, stderr } = running;
    expect((await post('/api/auth/sign-up', account('carol'))).ok).toBe(true);
    process.kill(-Number(child.pid), 'SIGINT');
    await once(child, 'exit');
    expect(child.exitCode).toBe(0);
    expect(await stderr).toBe('');
    expect(await processesIn(join(dataDir, 'postgres/data'))).toEqual([]);

    await restart();
    expect(await canSignIn('carol')).toBe(true);
  });

  test('does not start a second time on the same data', async () => {
    expect(await refusal({ PORT: String(await freePort()) })).toEqual({
      exitCode: 1,
      stderr: `The database in ${dataDir}/postgres is in use by process ${running.child.pid}.\n`,
    });
  });

  test('logs every request, and nothing that people wrote', async () => {
    const { child, output } = running;
    const marked = { email: 'marked-address@example.org', password: 'marked-password' };
    const signedUp = await post('/api/auth/sign-up', { userType: 'individual', ...marked });
    const { token } = (await signedUp.json()).data;
    await post('/api/auth/sign-in', { ...marked, password: 'marked-mistake' });
    await post('/api/auth/recover-password', { email: marked.email });
    await post('/api/auth/reset-password', { token: 'marked-token', newPassword: 'marked-password' });
    await post('/api/auth/sign-up', { userType: 'admin', ...marked });
    for (const path of [
      '/api/users/email/marked-path@example.org',
      '/api/users/marked-id',
      '/api/posts/feed?filters=marked-query',
      '/api/trpc/accounts.me?input=marked-input',
      '/api/trpc/marked.procedure',
      '/marked-screen/marked-path',
    ])
      await fetch(base + path, { headers: { authorization: `Bearer ${token}` }, redirect: 'manual' });
    const mailbox = join(dataDir, 'mailbox');
    expect(await waitFor(async () => (await readdir(mailbox)).length > 0, 20_000)).toBe(true);
    await stop(child, 'SIGTERM');

    const log = await output;
    for (const route of [
      'POST /api/auth/sign-up 200',
      'POST /api/auth/sign-in 401',
      'GET /api/users/email/{emailAddress} 200',
      'GET /api/trpc/accounts.me 200',
      'GET /api/trpc/* 404',
      'GET /* 200',
    ]) {
      const [method, path, status] = route.split(' ');
      expect(log).toContain(`"method":"${method}","route":"${path}","status":${status},`);
    }
    expect(log).not.toContain('marked');
    expect(log).not.toContain(token);
  });
});

describe('a server that cannot start prints why in a line', () => {
  beforeEach(begin);
  afterEach(end);

  test('where settings are wrong', async () => {
    expect(await refusal({ PORT: 'many', SEED: 'some' })).toEqual({
      exitCode: 1,
      stderr: 'PORT must be a whole number from 1 to 65535.\nSEED must be one of demo, none.\n',
    });
  });

  test('where the port is taken, before anything is touched', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    // With the demo community, beside which the stand-in networks run.
    expect(await refusal({ SEED: 'demo' })).toEqual({
      exitCode: 1,
      stderr: `Port ${port} is in use. Stop what listens there, or set PORT to another one.\n`,
    });
    other.close();
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('where the address is not this machine’s', async () => {
    expect(await refusal({ HOST: '203.0.113.9' })).toEqual({
      exitCode: 1,
      stderr: 'HOST 203.0.113.9 is no address of this machine (EADDRNOTAVAIL).\n',
    });
  });

  test('where the database cannot be reached', async () => {
    const nowhere = await freePort();
    expect(await refusal({ DATABASE_URL: `postgres://alice:s3cret@127.0.0.1:${nowhere}/well` })).toEqual({
      exitCode: 1,
      stderr: `The database at 127.0.0.1:${nowhere}/well cannot be used: connect ECONNREFUSED 127.0.0.1:${nowhere}.\n`,
    });
  });

  test('where the database goes away in the middle of the start', async () => {
    const line = await openDatabaseLine(new URL(await ownDatabase()), { breaksAt: 'kysely_migration' });
    onTestFinished(() => line.close());
    const { exitCode, stderr } = await refusal({ DATABASE_URL: line.address, ALLOW_UNSAFE_POSTGRES: '1' });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^The database went away during the start: [^\n]+\. Start again when it is back\.\n$/,
    );
  });

  test('where the database does not let it in', async () => {
    const url = new URL(testServer());
    url.password = 's3cret';
    const { exitCode, stderr } = await refusal({ DATABASE_URL: url.href });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^The database at \S+ cannot be used: password authentication failed[^\n]*\.\n$/);
    expect(stderr).not.toContain('s3cret');
  });

  test('where the database may forget, unless that is wanted', async () => {
    expect(await refusal({ DATABASE_URL: await ownDatabase() })).toEqual({
      exitCode: 1,
      stderr:
        'The database may lose acknowledged writes in a crash: fsync, full_page_writes, synchronous_commit are off. Turn on, or set ALLOW_UNSAFE_POSTGRES=1 where data does not matter.\n',
    });
  });

  test('where the data folder was written half', async () => {
    await mkdir(join(dataDir, 'postgres/data'), { recursive: true });
    await chmod(join(dataDir, 'postgres'), 0o711);
    const { exitCode, stderr } = await refusal();
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      `The database in ${dataDir}/postgres is incomplete: data/PG_VERSION is missing. Restore the folder from a backup, or remove it to start with an empty database.\n`,
    );
  });

  test('where the data folder is none', async () => {
    await writeFile(join(dataDir, 'notes'), '');
    expect(await refusal({ DATA_DIR: join(dataDir, 'notes') })).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(/^The data folder cannot be used: [^\n]+\.\n$/),
    });
  });
});

/** Opens a database that nothing else uses: the one that others are copied of cannot be copied while it is in use. */
async function ownDatabase(): Promise<string> {
  const { connectionString, close } = await openTestDatabase();
  assert(connectionString);
  onTestFinished(close);
  return connectionString;
}

function testServer(): string {
  const source = inject('database');
  if (source.engine !== 'postgres') throw new Error('These tests need a Postgres server.');
  return source.server;
}
