import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { copyFolder } from '../testing/copy-folder.ts';
import { type EmbeddedPostgres, findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { isRunning, waitFor } from './processes.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const silent = { info: () => {}, warn: () => {}, error: () => {} };

let parent: string;
let folder: string;
let running: EmbeddedPostgres[];
/** Data as a first start leaves it, to copy: making it takes most of the time of a test. */
let made: string;

async function makeParent(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'gatherwell-embedded-'));
  await chmod(parent, 0o711);
  return parent;
}

beforeAll(async () => {
  made = await makeParent();
  await (await startEmbeddedPostgres({ folder: join(made, 'postgres'), log: silent })).stop();
});

afterAll(() => rm(made, { recursive: true, force: true }));

beforeEach(async () => {
  parent = await makeParent();
  folder = join(parent, 'postgres');
  running = [];
});

afterEach(async () => {
  for (const server of running) await server.stop();
  const real = await realpath(folder).catch(() => folder);
  await rm(real, { recursive: true, force: true });
  await rm(parent, { recursive: true, force: true });
});

async function start({ durable = false } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ folder, log: silent, durable });
  running.push(server);
  return server;
}

/** Lays data into the folder as if it had been started and stopped before. */
const layData = () => copyFolder(join(made, 'postgres'), folder);

async function query(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

const postmaster = async () =>
  Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0]);

test('it is reached by its socket, and at its address by what knows no sockets', async () => {
  await layData();
  const { connectionString } = await start();
  const isNetwork = 'select inet_server_addr() is not null as network';
  expect(await query(connectionString, isNetwork)).toEqual([{ network: false }]);
  const address = new URL(connectionString);
  address.searchParams.delete('host');
  expect(await query(address.href, isNetwork)).toEqual([{ network: true }]);
  const { mode } = await stat(join(folder, 'data', `.s.PGSQL.${address.port}`));
  expect(mode.toString(8)).toMatch(/700$/);
});

test('a folder with a path too long for a socket is served at its address alone', async () => {
  folder = join(parent, 'x'.repeat(90));
  const { connectionString } = await start();
  expect(connectionString).not.toContain('host=');
  expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('what was stored is there after a stop, and nothing runs in between', async () => {
  const first = await start();
  await query(first.connectionString, "create table notes as select 'kept' as text");
  const pid = await postmaster();
  expect(await findEmbeddedPostgres(folder)).toBe(first.connectionString);
  await first.stop();
  expect(await isRunning(pid)).toBe(false);
  expect(await findEmbeddedPostgres(folder)).toBeUndefined();

  const second = await start();
  expect(await query(second.connectionString, 'select text from notes')).toEqual([{ text: 'kept' }]);
});

test('a server that is killed comes back with its data', async () => {
  await layData();
  const server = await start({ durable: true });
  await query(server.connectionString, "create table notes as select 'kept' as text");
  const killed = await postmaster();
  process.kill(killed, 'SIGKILL');
  const notes = () => query(server.connectionString, 'select text from notes').catch(() => undefined);
  const isBack = async () =>
    (await postmaster().catch(() => killed)) !== killed && (await notes()) !== undefined;
  expect(await waitFor(isBack, 15_000)).toBe(true);
  expect(await notes()).toEqual([{ text: 'kept' }]);
});

test('a server whose owner was killed is stopped, and another takes over', async () => {
  await layData();
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))};
    const log = { info() {}, warn() {}, error() {} };
    const server = await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)}, log });
    console.log(server.connectionString);
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(owner.stdout, 'data');
  await query(String(line).trim(), "create table notes as select 'kept' as text");
  const left = await postmaster();
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  expect(await isRunning(left)).toBe(true);

  const server = await start();
  expect(await isRunning(left)).toBe(false);
  expect(await query(server.connectionString, 'select text from notes')).toEqual([{ text: 'kept' }]);
});

test('ignores a note that names another program’s process', async () => {
  await layData();
  await writeFile(
    join(folder, 'data/postmaster.pid'),
    `${process.pid}\n${folder}/data\n0\n1\n\n127.0.0.1\n0\nready\n`,
  );
  const server = await start();
  expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('one folder is for one process at a time', async () => {
  await layData();
  await start();
  await expect(start()).rejects.toMatchObject({
    name: 'Problem',
    message: `The database in ${folder} is in use by process ${process.pid}.`,
  });
});

test('a first start that was cut off leaves nothing in the way', async () => {
  await mkdir(join(folder, 'data.new-abc123/base'), { recursive: true });
  await chmod(folder, 0o711);
  await writeFile(join(folder, 'password'), 'of nothing');
  await start();
  expect((await readdir(folder)).sort()).toEqual(['data', 'lock', 'password']);
});

test.each(['data/PG_VERSION', 'data/global/pg_control', 'password'])(
  'data without %s is not started, and not overwritten',
  async (path) => {
    await layData();
    await rm(join(folder, path));
    const before = await readdir(join(folder, 'data'));
    await expect(start()).rejects.toMatchObject({
      name: 'Problem',
      message: `The database in ${folder} is incomplete: ${path} is missing. Restore the folder from a backup, or remove it to start with an empty database.`,
    });
    expect(await readdir(join(folder, 'data'))).toEqual(before);
  },
);

test('data of another version is not started', async () => {
  await layData();
  await writeFile(join(folder, 'data/PG_VERSION'), '17\n');
  await expect(start()).rejects.toMatchObject({
    name: 'Problem',
    message: expect.stringContaining('was made by PostgreSQL 17, and this is PostgreSQL 18'),
  });
});

test('logs an error of the server in one line', async () => {
  await layData();
  await writeFile(join(folder, 'data/postgresql.conf'), 'shared_buffers = lots\n');
  await expect(start()).rejects.toMatchObject({
    name: 'Problem',
    message: expect.stringMatching(
      /^The database in \S+ does not start: .*configuration file .*contains errors$/,
    ),
  });
});

test.runIf(process.getuid?.() === 0)('root can keep the project where nobody else can enter', async () => {
  await chmod(parent, 0o700);
  const first = await start();
  await query(first.connectionString, "create table notes as select 'kept' as text");
  await first.stop();
  expect((await lstat(folder)).isSymbolicLink()).toBe(true);
  expect(await readFile(join(folder, 'origin'), 'utf8')).toBe(`${folder}\n`);

  const second = await start();
  expect(await query(second.connectionString, 'select text from notes')).toEqual([{ text: 'kept' }]);
});

test.runIf(process.getuid?.() === 0)('a link to nowhere is not taken for a first start', async () => {
  await chmod(parent, 0o700);
  await (await start()).stop();
  await rm(await realpath(folder), { recursive: true });
  await expect(start()).rejects.toMatchObject({
    name: 'Problem',
    message: expect.stringContaining('points to a folder that is not there'),
  });
  await rm(folder);
});

test('a copied folder that belongs to the wrong account, or is open to others, is named with what to do', async () => {
  await layData();
  const real = await realpath(folder);
  const data = join(real, 'data');
  await chmod(data, 0o755);
  await expect(start()).rejects.toThrow(`Close it: chmod 700 ${folder}/data`);
  await chmod(data, 0o700);
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(data);
    await chown(data, 0, 0);
    await expect(start()).rejects.toThrow(
      /belongs to root, and PostgreSQL does not run as root\. Give it the files: chown -R \d+ /,
    );
    await chown(data, uid, gid);
  }
  const { connectionString } = await start();
  expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
});
