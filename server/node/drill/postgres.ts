import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { waitFor } from '../embedded-postgres/processes.ts';
import { Problem } from '../problem.ts';

/** A PostgreSQL of the system, with the programs that copy it while it runs. */
export interface Installation {
  bin: string;
  /** As whom it runs: PostgreSQL does not run as root. */
  account: { uid: number; gid: number } | undefined;
}

/** Finds the newest one. The embedded server comes without `pg_basebackup`. Throws `Problem`. */
export async function findInstallation(): Promise<Installation> {
  const below = '/usr/lib/postgresql';
  const versions = (await readdir(below).catch(() => []))
    .filter((name) => Number(name) >= 15)
    .toSorted((a, b) => Number(b) - Number(a));
  for (const version of versions) {
    const bin = join(below, version, 'bin');
    const programs = ['initdb', 'postgres', 'pg_basebackup'].map((name) => access(join(bin, name)));
    if (await Promise.all(programs).catch(() => undefined)) return { bin, account: await accountOf() };
  }
  throw new Problem(
    'The drill needs PostgreSQL 15 or newer with pg_basebackup, which does not come with npm: apt-get install postgresql.',
  );
}

async function accountOf(): Promise<Installation['account']> {
  if (process.getuid?.() !== 0) return undefined;
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const [, , uid, gid] = lines.find(([name]) => name === 'postgres') ?? [];
  if (uid === undefined || gid === undefined)
    throw new Problem('PostgreSQL does not run as root, and there is no account named postgres.');
  return { uid: Number(uid), gid: Number(gid) };
}

const surroundings = ({ account }: Installation) => ({
  cwd: '/',
  env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  ...account,
});

/** Runs a program of the installation to its end. Throws `Problem` with what it printed. */
export async function runProgram(
  installation: Installation,
  name: string,
  args: readonly string[],
): Promise<void> {
  const run = promisify(execFile)(join(installation.bin, name), args, surroundings(installation));
  await run.catch((error: Error & { stderr?: string }) => {
    throw new Problem(`${name} failed: ${error.stderr?.trim() || error.message}`);
  });
}

/** A server that runs, reached by a socket in its folder alone. */
export interface Running {
  connectionString: string;
  query<Row extends object>(text: string, database?: string): Promise<Row[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a server on its data, and resolves when it takes writes. Throws `Problem` with its last lines. */
export async function startPostgres(
  installation: Installation,
  {
    data,
    sockets,
    port,
    options = {},
  }: {
    data: string;
    sockets: string;
    port: number;
    options?: Record<string, string>;
  },
): Promise<Running> {
  const settings = { port: String(port), listen_addresses: '', unix_socket_directories: sockets, ...options };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child: ChildProcess = spawn(join(installation.bin, 'postgres'), ['-D', data, ...args], {
    ...surroundings(installation),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    output = (output + String(bytes)).slice(-2_000);
  });
  const address = (name: string) =>
    `postgres://gatherwell@127.0.0.1:${port}/${name}?host=${encodeURIComponent(sockets)}`;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;

  async function query<Row extends object>(text: string, name = 'gatherwell'): Promise<Row[]> {
    const client = new pg.Client({ connectionString: address(name) });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }
  const stop = async () => {
    if (hasEnded()) return;
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    await exited;
  };
  const isOpen = () =>
    query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering', 'postgres').then(
      ([row]) => row?.recovering === false,
      () => false,
    );
  const isUp = await waitFor(async () => hasEnded() || (await isOpen()), 90_000);
  if (hasEnded() || !isUp) {
    await stop();
    throw new Problem(`PostgreSQL on ${data} does not take writes:\n${output.trim()}`);
  }
  return { connectionString: address('gatherwell'), query, [Symbol.asyncDispose]: stop };
}
