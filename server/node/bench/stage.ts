import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Db } from '#db/database.ts';
import { createPool, createPostgresDb } from '#db/postgres.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { freePort } from '../free-port.ts';
import { createPasswords } from '../ports/passwords.ts';
import { Problem } from '../problem.ts';
import { program } from '../program.ts';
import { root } from '../tools/tools.ts';
import { type Correspondent, fillCorrespondence } from './correspondence.ts';
import { type Crowd, fill, fillCommunity, type Member } from './crowd.ts';
import { fillOrganization } from './organizations.ts';
import { fillPlaces } from './places.ts';
import { fillTown, type Town } from './town.ts';

/** The password of everybody in a benchmark. */
export const password = 'correct horse';

/** A filled database, with the server on it and the yardstick beside it. */
export interface Site extends Crowd {
  posts: number;
  db: Db;
  connectionString: string;
  /** The address of the server. */
  server: string;
  /** Resolves to how many MiB the server's process holds now. */
  memory(): Promise<number>;
  /** The address of the yardstick. */
  yardstick: string;
}

/** A database of people and of what there is between them, with the server on it. */
export interface Community {
  people: number;
  server: string;
  /** Resolves to how many MiB the server's process holds now. */
  memory(): Promise<number>;
  /** Organizations with sessions. */
  members: Member[];
}

/** A database of posts and people who are somewhere, with the server on it. */
export interface Places {
  posts: number;
  server: string;
  /** Resolves to how many MiB the server's process holds now. */
  memory(): Promise<number>;
  /** Organizations with sessions. */
  members: Member[];
}

/** A database of people who write to each other, with the server on it and the yardstick beside it. */
export interface Correspondence {
  messages: number;
  db: Db;
  connectionString: string;
  server: string;
  /** Resolves to how many MiB the server's process holds now. */
  memory(): Promise<number>;
  yardstick: string;
  members: Correspondent[];
}

/** A database with an organization that many people follow, with the server on it and the yardstick beside it. */
export interface Popular {
  followers: number;
  db: Db;
  server: string;
  /** Resolves to how many MiB the server's process holds now. */
  memory(): Promise<number>;
  yardstick: string;
  organization: Member;
}

/** A database of people and organizations who do all that the product is for. No process of the server is on it. */
export interface TownSite extends Town {
  db: Db;
  connectionString: string;
}

/** A process of a program, which can be ended and started again at the same address. */
export interface RunningProgram {
  url: string;
  /** The number of the process. */
  readonly pid: number;
  /** Resolves to how many MiB the process holds now. */
  memory(): Promise<number>;
  /** Ends it, and resolves when it is gone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts it after its end. Resolves once it responds. */
  start(): Promise<void>;
}

/** Where benchmarks play: a folder of its own with a durable Postgres, and processes that work on it. */
export interface Stage {
  /** Makes a database with so many posts and starts both programs on it. */
  open(posts: number): Promise<Site>;
  /** Makes a database with so many people, with twenty relations each, and starts the server on it. */
  openCommunity(people: number): Promise<Community>;
  /** Makes a database with so many posts, and a tenth as many people, in the same towns, and starts the server on it. */
  openPlaces(posts: number): Promise<Places>;
  /** Makes a database with so many messages and starts both programs on it. */
  openCorrespondence(messages: number): Promise<Correspondence>;
  /** Makes a database with an organization that so many people follow, and starts both programs on it. */
  openPopular(followers: number): Promise<Popular>;
  /** Makes a database with so many posts, and starts nothing on it. */
  openTown(posts: number): Promise<TownSite>;
  /** Makes an empty database, for what needs no tables. Resolves to its address. */
  openEmpty(): Promise<string>;
  /** Starts one more process of the server on a database, with further settings where they are given. */
  startServer(connectionString: string, env?: Record<string, string>): Promise<RunningProgram>;
  /** Starts one more process of the yardstick on a database. */
  startYardstick(connectionString: string): Promise<RunningProgram>;
  /** Ends every process and removes the folder. */
  close(): Promise<void>;
}

const quiet = { info: () => {}, warn: console.warn, error: console.error };

/** Timeouts for a process to respond, and to end. */
const timeoutMs = { start: 60_000, stop: 10_000 };

export async function setStage(): Promise<Stage> {
  const started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'gatherwell-bench-'));
  // The database may have an account of its own, which passes through.
  await chmod(folder, 0o711);
  const data = join(folder, 'postgres');
  started.defer(async () => {
    await rm(await realpath(data).catch(() => data), { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  });
  const postgres = await startEmbeddedPostgres({ folder: data, log: quiet });
  started.defer(() => postgres.stop());
  const passwordHash = await createPasswords().hash(password);

  /** Runs a script with the settings in its environment, and resolves once it responds. */
  async function run(
    script: string,
    connectionString: string,
    readyPath: string,
    env: Record<string, string> = {},
  ): Promise<RunningProgram> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const launch = () =>
      spawn(process.execPath, [...program.flags, script], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          ...program.env,
          PATH: process.env['PATH'],
          PORT: String(port),
          PUBLIC_URL: url,
          DATABASE_URL: connectionString,
          DATA_DIR: join(folder, `data-${port}`),
          SEED: 'none',
          // Callers come from addresses of their own, so that limits hold as they do for strangers.
          TRUST_PROXY: '1',
          // A machine that holds everything for two seconds makes a figure worse, and is no error.
          DATABASE_TIMEOUT_MS: '10000',
          ...env,
        },
      });
    let child = launch();
    const end = (signal: 'SIGTERM' | 'SIGKILL') => endProcess(child, signal);
    started.defer(() => end('SIGTERM'));
    await responds();
    return {
      url,
      get pid() {
        return child.pid ?? 0;
      },
      memory: () => memoryOf(child),
      end,
      start() {
        child = launch();
        return responds();
      },
    };

    async function responds(): Promise<void> {
      for (const deadline = Date.now() + timeoutMs.start; Date.now() < deadline; await sleep(100)) {
        if (child.exitCode !== null) throw new Problem(`${script} ended with exit code ${child.exitCode}.`);
        const answer = await fetch(url + readyPath).catch(() => undefined);
        if (answer?.ok) return;
      }
      throw new Problem(`${script} did not answer within a minute.`);
    }
  }

  const startYardstick = (connectionString: string) =>
    run('server/node/bench/yardstick/main.ts', connectionString, '/');

  /** Makes an empty database. */
  async function make(name: string): Promise<{ db: Db; connectionString: string }> {
    const connectionString = await createDatabase(postgres.connectionString, name);
    const onIdleError = (error: Error) => quiet.error(error.message);
    const pool = createPool({ connectionString, name: 'bench', max: 4, timeoutMs: undefined, onIdleError });
    const db = createPostgresDb(pool);
    started.defer(() => db.destroy());
    return { db, connectionString };
  }

  return {
    async openCommunity(people) {
      const { db, connectionString } = await make(`people_${people}`);
      const members = await fillCommunity(db, { people, passwordHash });
      const { url, memory } = await run(program.script, connectionString, '/readyz');
      return { people, members, server: url, memory };
    },
    async openPlaces(posts) {
      const { db, connectionString } = await make(`places_${posts}`);
      const members = await fillPlaces(db, { posts, passwordHash });
      const { url, memory } = await run(program.script, connectionString, '/readyz');
      return { posts, members, server: url, memory };
    },
    async openCorrespondence(messages) {
      const { db, connectionString } = await make(`messages_${messages}`);
      const members = await fillCorrespondence(db, { messages, passwordHash });
      const { url: server, memory } = await run(program.script, connectionString, '/readyz');
      const yardstick = await startYardstick(connectionString);
      return { messages, db, connectionString, server, memory, yardstick: yardstick.url, members };
    },
    async openPopular(followers) {
      const { db, connectionString } = await make(`followers_${followers}`);
      const organization = await fillOrganization(db, { followers, passwordHash });
      const { url: server, memory } = await run(program.script, connectionString, '/readyz');
      const yardstick = await startYardstick(connectionString);
      return { followers, db, server, memory, yardstick: yardstick.url, organization };
    },
    async open(posts) {
      const { db, connectionString } = await make(`posts_${posts}`);
      const crowd = await fill(db, { posts, passwordHash });
      const { url: server, memory } = await run(program.script, connectionString, '/readyz');
      const yardstick = await startYardstick(connectionString);
      return {
        ...crowd,
        posts,
        db,
        connectionString,
        server,
        memory,
        yardstick: yardstick.url,
      };
    },
    async openTown(posts) {
      const { db, connectionString } = await make(`town_${posts}`);
      return { ...(await fillTown(db, { posts, passwordHash })), db, connectionString };
    },
    startServer: (connectionString, env) => run(program.script, connectionString, '/readyz', env),
    startYardstick,
    openEmpty: () => createDatabase(postgres.connectionString, 'empty'),
    close: () => started.disposeAsync(),
  };
}

async function createDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const created = new URL(server);
  created.pathname = `/${name}`;
  return created.href;
}

/** Resolves to the MiB of the process that are in memory, as Linux counts them. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await Promise.race([exited, sleep(timeoutMs.stop, undefined, { ref: false })]);
  child.kill('SIGKILL');
}
