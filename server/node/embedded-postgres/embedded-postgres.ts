import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, chown, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { LogPort } from '#server/ports.ts';
import { freePort } from '../free-port.ts';
import { Problem } from '../problem.ts';
import { lock, lockHolder } from './lock.ts';
import { findPlace, type Place, runAs } from './place.ts';
import { isRunning, processesIn, signal, waitFor } from './processes.ts';
import { supervise } from './supervise.ts';

/** A PostgreSQL server of our own, running as a child process. */
export interface EmbeddedPostgres {
  connectionString: string;
  /** Shuts the server down: sessions end, everything is written. At most about eight seconds. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Where its data is, or a link to it; made where it is missing. */
  folder: string;
  /** Logs crashes and restarts. */
  log: LogPort;
  /** False only for data that nobody misses after a crash: tests. */
  durable?: boolean;
}

const role = 'gatherwell';
const draftPrefix = 'data.new-';
const majorVersion = '18';

/** Milliseconds for each way to stop a server, the gentler first. */
const waysToStop = [
  ['SIGINT', 5000],
  ['SIGQUIT', 2000],
  ['SIGKILL', 1000],
] as const;

/**
 * Starts the server on a free port of this machine, after making its data where there is none, and keeps it
 * running: a server that ends by itself is started again. What a crash left behind, a server still running among
 * it, is cleared away first. Throws `Problem` where another process uses the folder, or its data is unusable.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options;
  const place = await findPlace(options.folder);
  const held = await lock(place.folder);
  if ('heldBy' in held)
    throw new Problem(`The database in ${options.folder} is in use by process ${held.heldBy}.`);

  let server: ChildProcess;
  try {
    const password = await prepareData(place, durable);
    const port = await freePort();
    server = await launch(place, port, durable);
    const connectionString = connectionTo(password, port, socketFolderOf(place.folder));
    await createDatabase(connectionString);

    const stopping = new AbortController();
    const supervision = supervise({
      waitForEnd: async () => {
        await ended(server);
        return { exitCode: server.exitCode, signal: server.signalCode };
      },
      start: async () => {
        server = await launch(place, port, durable);
        if (stopping.signal.aborted) await stopServer(server);
      },
      signal: stopping.signal,
      log,
    });

    return {
      connectionString,
      stop: async () => {
        stopping.abort();
        await stopServer(server);
        await supervision;
        await held.release();
      },
    };
  } catch (error) {
    await held.release();
    throw error;
  }
}

/** How to reach the server that another process runs in this folder, if one does. */
export async function findEmbeddedPostgres(folder: string): Promise<string | undefined> {
  const real = await realpath(folder).catch(() => undefined);
  if (real === undefined || (await lockHolder(real)) === undefined) return undefined;
  const running = await readPidFile(join(real, 'data'));
  return running?.isReady
    ? connectionTo(await readFile(join(real, 'password'), 'utf8'), running.port, running.socketFolder)
    : undefined;
}

/**
 * Names the address, and the folder of the socket where there is one: drivers prefer it, what only knows addresses
 * ignores it.
 */
function connectionTo(password: string, port: number, socketFolder: string | undefined): string {
  const address = `postgres://${role}:${password}@127.0.0.1:${port}/${role}`;
  return socketFolder === undefined ? address : `${address}?host=${encodeURIComponent(socketFolder)}`;
}

/** The most bytes that systems allow in the path of a socket. */
const longestSocketPath = 103;

/**
 * Returns where the server puts its Unix socket, which costs both sides less than a network connection does: its data,
 * which is closed to other accounts. Undefined where the system has none, or the path is too long for one.
 */
function socketFolderOf(folder: string): string | undefined {
  const data = join(folder, 'data');
  const isShort = Buffer.byteLength(join(data, '.s.PGSQL.65535')) <= longestSocketPath;
  return process.platform !== 'win32' && isShort ? data : undefined;
}

/** Makes the data where there is none, or checks that it is whole and free. Returns the password. */
async function prepareData(place: Place, durable: boolean): Promise<string> {
  const data = join(place.folder, 'data');
  const passwordFile = join(place.folder, 'password');
  const version = await readText(join(data, 'PG_VERSION'));
  if (version === undefined && !(await exists(data))) {
    await rm(passwordFile, { force: true });
    const password = randomBytes(24).toString('hex');
    await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
    await initialise(place, data, passwordFile, durable);
    return password;
  }

  const password = await readText(passwordFile);
  const missing =
    version === undefined
      ? 'data/PG_VERSION'
      : password === undefined
        ? 'password'
        : (await exists(join(data, 'global/pg_control')))
          ? undefined
          : 'data/global/pg_control';
  if (missing !== undefined || password === undefined)
    throw new Problem(
      `The database in ${place.folder} is incomplete: ${missing} is missing. Restore the folder from a backup, or remove it to start with an empty database.`,
    );
  if (version?.trim() !== majorVersion)
    throw new Problem(
      `The database in ${place.folder} was made by PostgreSQL ${version?.trim()}, and this is PostgreSQL ${majorVersion}. Export it with the older one first.`,
    );
  await clearLeftovers(data);
  return password;
}

/** Makes an empty database cluster beside its final place, so that one that was cut off is never taken for whole. */
async function initialise(
  { initdb, account, folder }: Place,
  data: string,
  passwordFile: string,
  durable: boolean,
) {
  for (const name of await readdir(folder))
    if (name.startsWith(draftPrefix)) await rm(join(folder, name), { recursive: true });
  const draft = await mkdtemp(join(folder, draftPrefix));
  if (account) for (const path of [draft, passwordFile]) await chown(path, account.uid, account.gid);
  const child = spawn(
    initdb,
    [
      `--pgdata=${draft}`,
      `--username=${role}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The same order of text on every machine.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...runAs(account), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const output = lastLines(child);
  await ended(child);
  if (child.exitCode !== 0) throw new Problem(`The database in ${folder} could not be made: ${output()}`);
  await rename(draft, data);
}

/** Stops a server that outlived the process that started it, and removes the note of one that did not. */
async function clearLeftovers(data: string): Promise<void> {
  const left = await readPidFile(data);
  if (!left) return;
  const others = await processesIn(data);
  // The note's process number may belong to another process by now, unless that process works in this folder.
  const isServer = process.platform === 'linux' ? others.includes(left.pid) : await isRunning(left.pid);
  if (isServer) await stopProcess(left.pid);
  // Workers of a server that was killed end by themselves, and must have: they still write.
  const gone = await waitFor(async () => (await processesIn(data)).length === 0, 10_000);
  if (!gone) throw new Problem(`Processes of an earlier server still use the database in ${data}.`);
  await rm(join(data, 'postmaster.pid'), { force: true });
}

/** Starts the server and waits until it takes connections. */
async function launch(place: Place, port: number, durable: boolean): Promise<ChildProcess> {
  const data = join(place.folder, 'data');
  await clearLeftovers(data);
  const parameters = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: socketFolderOf(place.folder) ?? '',
    unix_socket_permissions: '0700',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // Statements may hold what people wrote; they are not for the log.
    log_min_error_statement: 'panic',
    ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const child = spawn(
    place.postgres,
    ['-D', data, ...Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // In a session of its own: Ctrl-C is for us, who then stop it in good order.
    { ...runAs(place.account), detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const output = lastLines(child);
  const ready = await waitFor(async () => {
    const note = await readPidFile(data);
    return hasEnded(child) || (note?.pid === child.pid && note?.isReady === true);
  }, 120_000);
  if (hasEnded(child)) throw new Problem(`The database in ${place.folder} does not start: ${output()}`);
  if (!ready) {
    await stopServer(child);
    throw new Problem(`The database in ${place.folder} was not ready within two minutes: ${output()}`);
  }
  return child;
}

async function createDatabase(connectionString: string): Promise<void> {
  const maintenance = new URL(connectionString);
  maintenance.pathname = '/postgres';
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [role]);
    if (rowCount === 0) await client.query(`create database ${role}`);
  } finally {
    await client.end();
  }
}

async function stopServer(child: ChildProcess): Promise<void> {
  for (const [name, milliseconds] of waysToStop) {
    if (hasEnded(child)) return;
    child.kill(name);
    await Promise.race([ended(child), delay(milliseconds, undefined, { ref: false })]);
  }
}

/** The same for a process that is not our child. */
async function stopProcess(pid: number): Promise<void> {
  for (const [name, milliseconds] of waysToStop) {
    if (!signal(pid, name)) return;
    if (await waitFor(async () => !(await isRunning(pid)), milliseconds)) return;
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function ended(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit');
}

/** The server's own note about itself. Lines: process, folder, start, port, socket, address, memory, status. */
async function readPidFile(
  data: string,
): Promise<{ pid: number; port: number; socketFolder: string | undefined; isReady: boolean } | undefined> {
  const lines = (await readText(join(data, 'postmaster.pid')))?.split('\n');
  const pid = Number(lines?.[0]);
  if (!(pid > 0)) return undefined;
  return {
    pid,
    port: Number(lines?.[3]),
    socketFolder: lines?.[4]?.trim() || undefined,
    isReady: lines?.[7]?.trim() === 'ready',
  };
}

/** Collects what a program writes to stderr: the last few lines, for the one line that is shown. */
function lastLines(child: ChildProcess): () => string {
  const lines: string[] = [];
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.push(line);
      if (lines.length > 20) lines.shift();
    });
  return () => {
    const worst =
      lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it says nothing';
    return worst.replace(/^.*?(?:FATAL|PANIC|error):\s*/, '');
  };
}

const readText = (path: string) => readFile(path, 'utf8').catch(() => undefined);
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
