import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Db } from '#db/database.ts';
import { createPool, createPostgresDb } from '#db/postgres.ts';
import { startEmbeddedPostgres } from '#server/node/embedded-postgres/embedded-postgres.ts';
import { freePort } from '#server/node/free-port.ts';
import { Problem } from '#server/node/problem.ts';
import { program } from '#server/node/program.ts';
import type { Settings } from '#server/node/settings.ts';
import { Line } from '#server/node/testing/proxy.ts';
import { root } from '#server/node/tools/tools.ts';
import type { Part } from './cluster/part.ts';
import type { PostgresPair } from './cluster/postgres-pair.ts';
import { type LogEntry, toldToStop } from './evidence.ts';

/** Milliseconds that a process may take until it responds, on a machine that does other things, too. */
const timeoutMs = 120_000;

/** Browsers reach the servers over lines, whose origins the servers have to know when they start. */
const mostLines = 40;

/** The ports of lines, before the lines are opened. */
export class LinePorts {
  /** Where browsers that use them come from. */
  readonly origins: readonly string[];
  readonly #free: number[];

  private constructor(ports: number[]) {
    this.origins = ports.map((port) => `http://localhost:${port}`);
    this.#free = ports;
  }

  static async reserve(): Promise<LinePorts> {
    return new LinePorts(await Promise.all(Array.from({ length: mostLines }, freePort)));
  }

  /** Returns one that no line has. */
  take(): number {
    const port = this.#free.pop();
    if (port === undefined) throw new Error('More lines than the servers were told of.');
    return port;
  }
}

/** Settings of every process that takes part. */
export const usualEnv = ({ origins }: LinePorts) => ({
  SEED: 'none',
  LOG_LEVEL: 'warn',
  // Everybody calls from an address of their own, so that limits hold as they do for strangers.
  TRUST_PROXY: '1',
  OTHER_ORIGINS: origins.join(','),
});

/** Opens the harness's own way into a database. */
export const openHarnessPool = (connectionString: string): pg.Pool =>
  createPool({ connectionString, name: 'chaos', max: 4, timeoutMs: 10_000, onIdleError: () => {} });

/** One process of the product, which can be killed at any time and started again. */
export class ServerProcess {
  readonly name: string;
  readonly port: number;
  readonly #env: NodeJS.ProcessEnv;
  readonly #log: (entry: LogEntry) => void;
  #child: ChildProcess | undefined;
  #wanted = false;
  /** Whether the process that runs has responded as ready. */
  #wasReady = false;
  #lastLines = { log: '', stderr: '' };

  constructor(name: string, port: number, env: NodeJS.ProcessEnv, log: (entry: LogEntry) => void) {
    this.name = name;
    this.port = port;
    this.#env = env;
    this.#log = log;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves when it responds. A start that the database's absence ends is retried. */
  async start(): Promise<void> {
    this.#wanted = true;
    let lastResponse = 'none';
    for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(100)) {
      if (!this.isRunning) this.#launch();
      const response = await fetch(`http://127.0.0.1:${this.port}/readyz`, {
        signal: AbortSignal.timeout(3_000),
      }).catch((error: unknown) => {
        lastResponse = String(error);
      });
      const text = await response?.text().catch(String);
      if (response?.ok) {
        this.#wasReady = true;
        return;
      }
      if (response) lastResponse = `${response.status} ${text}`;
    }
    throw new Problem(
      `Server ${this.name} did not respond within two minutes. Its last response: ${lastResponse}. Its last lines: ${this.#lastLines.log} ${this.#lastLines.stderr}`,
    );
  }

  /** Ends it: at once, or in good order. Resolves when it is gone. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#wanted = false;
    const child = this.#child;
    if (!child || !this.isRunning) return;
    const gone = once(child, 'exit');
    if (signal === 'SIGTERM') this.#say('info', toldToStop);
    child.kill(signal);
    await gone;
  }

  /** Makes it stand still: its connections stay open, and it says nothing. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  /** The memory of the process in MiB, and its processor time in seconds; 0 where the system does not report them. */
  async usage(): Promise<{ resident: number; processor: number }> {
    const read = (name: string) => readFile(`/proc/${this.#child?.pid}/${name}`, 'utf8').catch(() => '');
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(await read('status'))?.[1] ?? 0);
    // The second field is the command, in parentheses; the times are in hundredths.
    const fields = (await read('stat')).replace(/^.*\) /, '').split(' ');
    return {
      resident: kilobytes / 1024,
      processor: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100,
    };
  }

  #launch() {
    const child = spawn(process.execPath, [...program.flags, program.script], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...program.env,
        PATH: process.env['PATH'],
        NODE_OPTIONS: process.env['NODE_OPTIONS'],
        PORT: String(this.port),
        ...this.#env,
      },
    });
    this.#child = child;
    this.#wasReady = false;
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.#lastLines.log = line;
      if (line.startsWith('{')) this.#log(readEntry(this.name, line));
    });
    createInterface({ input: child.stderr }).on('line', (message) => {
      this.#lastLines.stderr = message;
      this.#say('stderr', message);
    });
    child.once('exit', (code, signal) => {
      // Started while the database is away, it logs that and ends, however long it waits before.
      const gaveUp = code === 1 && !this.#wasReady;
      if (this.#wanted && !gaveUp) this.#say('fatal', `ended by itself with ${signal ?? `code ${code}`}`);
    });
  }

  #say(level: string, message: string) {
    this.#log({ from: this.name, at: Date.now(), level, message });
  }
}

/** What a cluster has beside processes and a database. */
export interface Cluster {
  database: PostgresPair;
  /** Redis, HAProxy, PgBouncer and the store. */
  parts: readonly Part[];
  /** Ways between two parts that can be interrupted, with what reports call them. */
  ways: readonly { name: string; line: Line }[];
  /** Puts everything in order, and resolves when the standby confirms each write. */
  heal(): Promise<void>;
}

/** Two servers on one database of their own, and everything that happens in a machine room. */
export interface Servers {
  processes: readonly ServerProcess[];
  /** The harness's own way into the database; its statements fail while the database is away. */
  db: Db;
  /** Where the database is, for programs that work on it. */
  connectionString: string;
  /** The log of all processes, and of the supervisor of the database, so far. */
  log: LogEntry[];
  /** When the database was last hurt, in milliseconds since 1970. */
  hurts: number[];
  /** Where pictures and files are: how the servers are told, and the folder in which they lie. */
  media: { settings: Settings['media']; folder: string };
  /** Where the harness itself calls a server. */
  readonly origin: string;
  /** Opens a line at an origin from which browsers may write. */
  openLine(): Promise<Line>;
  /** Kills the database server with everything in it; it is started again by its supervisor. */
  killDatabase(): Promise<boolean>;
  /** Cuts that many connections of the servers to the database. Resolves to how many there were. */
  cutConnections(count: number): Promise<number>;
  /** What stands around them where they are a cluster. */
  cluster?: Cluster;
  close(): Promise<void>;
}

/** Starts the database, and then a server of each name on it. */
export async function startServers(names: readonly string[] = ['one', 'two']): Promise<Servers> {
  const started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'gatherwell-chaos-'));
  // The database may have an account of its own, which passes through.
  await chmod(folder, 0o711);
  const data = join(folder, 'postgres');
  started.defer(async () => {
    await rm(await realpath(data).catch(() => data), { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  });
  const log: LogEntry[] = [];
  const hurts: number[] = [];
  const supervisor = (level: string) => (fields: Record<string, unknown>, message: string) =>
    void log.push({ from: 'supervisor', at: Date.now(), level, message, ...errorIn(fields['err']) });
  const postgres = await startEmbeddedPostgres({
    folder: data,
    log: { info: () => {}, warn: supervisor('warn'), error: supervisor('error') },
  });
  started.defer(() => postgres.stop());
  const { connectionString } = postgres;
  const pool = openHarnessPool(connectionString);
  started.defer(() => pool.end());

  const linePorts = await LinePorts.reserve();
  const processes = await Promise.all(
    names.map(async (name) => {
      const port = await freePort();
      const env = {
        DATABASE_URL: connectionString,
        DATA_DIR: join(folder, 'data'),
        ...usualEnv(linePorts),
      };
      return new ServerProcess(name, port, env, (entry) => void log.push(entry));
    }),
  );
  started.defer(async () => void (await Promise.all(processes.map((server) => server.end('SIGTERM')))));
  // One after the other: the first builds and migrates.
  try {
    for (const server of processes) await server.start();
  } catch (error) {
    await started.disposeAsync();
    throw error;
  }

  const mediaFolder = join(folder, 'data/media');
  let turn = 0;
  const nextPort = () => {
    const running = processes.filter((server) => server.isRunning);
    const candidates = running.length > 0 ? running : processes;
    return candidates[turn++ % candidates.length]?.port ?? 0;
  };
  return {
    processes,
    db: createPostgresDb(pool),
    connectionString,
    log,
    hurts,
    media: { settings: { kind: 'folder', folder: mediaFolder }, folder: mediaFolder },
    get origin() {
      return `http://127.0.0.1:${nextPort()}`;
    },
    openLine: () => Line.open({ target: nextPort, port: linePorts.take() }),
    async killDatabase() {
      const note = await readFile(join(await realpath(data), 'data/postmaster.pid'), 'utf8').catch(() => '');
      const pid = Number.parseInt(note, 10);
      if (!(pid > 0)) return false;
      hurts.push(Date.now());
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The one before has ended, and the next has not begun.
        return false;
      }
      return true;
    },
    async cutConnections(count) {
      hurts.push(Date.now());
      const { rows } = await pool.query<{ pid: number }>(
        `select pid from (
           select pid from pg_stat_activity
           where application_name like 'gatherwell-%' and application_name <> 'gatherwell-chaos'
           order by random() limit $1
         ) as unlucky where pg_terminate_backend(pid)`,
        [count],
      );
      return rows.length;
    },
    close: () => started.disposeAsync(),
  };
}

function readEntry(from: string, line: string): LogEntry {
  const entry = JSON.parse(line) as {
    level: string;
    time: string;
    msg: string;
    err?: unknown;
    status?: number;
    reason?: string;
    lagMs?: number;
  };
  const detail = [entry.reason, entry.lagMs !== undefined && `behind by ${entry.lagMs} ms`].filter(Boolean);
  return {
    from,
    at: Date.parse(entry.time),
    level: entry.level,
    message: entry.msg,
    ...errorIn(entry.err),
    ...(entry.status !== undefined && { status: entry.status }),
    ...(detail.length > 0 && { detail: detail.join(', ') }),
  };
}

function errorIn(error: unknown): Pick<LogEntry, 'error'> {
  if (typeof error !== 'object' || error === null) return {};
  const { type, name, code, message, routine } = error as Record<string, unknown>;
  return { error: [type ?? name, code, message, routine && `in ${routine}`].filter(Boolean).join(' ') };
}
