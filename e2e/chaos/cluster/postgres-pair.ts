import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findInstallation, type Installation, runProgram } from '#server/node/drill/postgres.ts';
import { processesIn, waitFor } from '#server/node/embedded-postgres/processes.ts';
import { freePort } from '#server/node/free-port.ts';
import { Problem } from '#server/node/problem.ts';
import { Line } from '#server/node/testing/proxy.ts';
import { root } from '#server/node/tools/tools.ts';
import type { CutOff } from '../evidence.ts';
import { type Disk, openDisk } from './disk.ts';

/** The name by which a primary knows its standby, and that of the slot that keeps the log for it. */
const standbyName = 'replica_1';

const password = 'gatherwell';

/** Milliseconds for which writes wait for a standby that is away, before the primary goes on without one. */
const patience = 3_000;

/** Milliseconds for which a standby has to confirm every write before it may take over. */
const probation = 1_000;

/** Milliseconds that a server may take to start, to recover or to follow, on a busy machine. */
const timeoutMs = 120_000;

/** One PostgreSQL server on a disk of its own. When it ends by itself, it is started again. */
class PostgresServer {
  readonly name: string;
  readonly disk: Disk;
  readonly data: string;
  readonly port: number;
  readonly #installation: Installation;
  #child: ChildProcess | undefined;
  #wanted = false;
  #output = '';

  constructor(name: string, disk: Disk, port: number, installation: Installation) {
    this.name = name;
    this.disk = disk;
    this.data = join(disk.folder, 'data');
    this.port = port;
    this.#installation = installation;
  }

  /** The database of the server itself: there before the product's, and on every copy. */
  get address(): string {
    return addressAt(this.port, 'postgres');
  }

  /** Starts it, and keeps it running. Resolves when it can be read. */
  async start(): Promise<void> {
    this.#wanted = true;
    this.#launch();
    const isUp = await waitFor(() => this.isUp(), timeoutMs);
    if (!isUp) throw new Problem(`The database ${this.name} does not start: ${this.#output.trim()}`);
  }

  isUp(): Promise<boolean> {
    return this.query('select 1').then(
      () => true,
      () => false,
    );
  }

  /** Ends everything in it as a crash does. It is started again unless it is kept down. */
  async kill({ keepDown = false } = {}): Promise<void> {
    if (keepDown) this.#wanted = false;
    await this.thaw();
    const child = this.#child;
    const gone =
      child && child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    await this.#signal('SIGKILL');
    // One that was launched a moment ago is not found by its folder yet.
    child?.kill('SIGKILL');
    await gone;
    await waitFor(async () => (await processesIn(this.data)).length === 0, 10_000);
  }

  freeze = (): Promise<void> => this.#signal('SIGSTOP');
  thaw = (): Promise<void> => this.#signal('SIGCONT');

  /** Executes a statement, in five seconds at most. */
  async query<Row extends object>(statement: string): Promise<Row[]> {
    const client = new pg.Client({
      connectionString: this.address,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Row>(statement)).rows;
    } finally {
      void client.end().catch(() => {});
    }
  }

  /** Returns its name and its last lines. */
  describe = (): string => `${this.name}: ${this.#output.trim() || 'said nothing'}.`;

  async #signal(name: NodeJS.Signals): Promise<void> {
    for (const pid of await processesIn(this.data))
      try {
        process.kill(pid, name);
      } catch {
        // It has ended meanwhile.
      }
  }

  #launch() {
    const { bin, account } = this.#installation;
    const child = spawn(join(bin, 'postgres'), ['-D', this.data], {
      ...account,
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    child.stderr.on('data', (bytes: Buffer) => {
      this.#output = (this.#output + String(bytes)).slice(-2_000);
    });
    child.once('exit', async () => {
      await waitFor(async () => (await processesIn(this.data)).length === 0, 10_000);
      await rm(join(this.data, 'postmaster.pid'), { force: true });
      await sleep(200);
      if (this.#wanted && this.#child === child) this.#launch();
    });
  }
}

const addressAt = (port: number, database: string) =>
  `postgres://gatherwell:${password}@127.0.0.1:${port}/${database}`;

export type PostgresPair = Awaited<ReturnType<typeof startPostgresPair>>;

/**
 * Starts a primary and a standby that confirms each write, with the settings that are deployed, and watches them as an
 * operator's tool does: writes go on without a standby that is away for long, and only one that has confirmed everything
 * takes over.
 *
 * @param isSynchronous false where the primary waits for nobody, and a failover may lose what it had confirmed
 */
export async function startPostgresPair(folder: string, { isSynchronous }: { isSynchronous: boolean }) {
  const installation = await findInstallation();
  const opened = new AsyncDisposableStack();
  const disks = [
    opened.use(await openDisk(join(folder, 'north'), installation.account)),
    opened.use(await openDisk(join(folder, 'south'), installation.account)),
  ] as const;
  const north = new PostgresServer('north', disks[0], await freePort(), installation);
  const south = new PostgresServer('south', disks[1], await freePort(), installation);
  let [primary, standby] = [north, south];
  let stopped = false;
  let isTakingOver = false;
  /** Since when the standby confirms each write; undefined while it does not. */
  let confirmedSince: number | undefined;
  let rejoining: Promise<void> = Promise.resolve();
  const cutOffs: CutOff[] = [];
  opened.defer(async () => {
    stopped = true;
    await rejoining.catch(() => {});
    await Promise.all([north.kill({ keepDown: true }), south.kill({ keepDown: true })]);
  });
  // Where the log travels from the primary to the standby, whichever they are.
  const replication = await Line.open({ target: () => primary.port });
  opened.defer(() => replication.close());

  /** Lets a server follow the one at the other end of the line. */
  async function follow(server: PostgresServer): Promise<void> {
    const source = `host=127.0.0.1 port=${replication.port} user=gatherwell password=${password} application_name=${standbyName}`;
    await writeFile(
      join(server.data, 'postgresql.auto.conf'),
      `primary_conninfo = '${source}'\nport = ${server.port}\n`,
    );
    await writeFile(join(server.data, 'standby.signal'), '');
  }

  async function prepare(): Promise<void> {
    const passwordFile = join(folder, 'password');
    await writeFile(passwordFile, `${password}\n`, { mode: 0o644 });
    await runProgram(installation, 'initdb', [
      `--pgdata=${north.data}`,
      `--pwfile=${passwordFile}`,
      '--username=gatherwell',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--no-sync',
    ]);
    for (const file of ['postgres-primary.conf', 'postgres-replica.conf']) {
      await copyFile(join(root, 'server/node/deploy', file), join(north.data, file));
      await appendFile(join(north.data, 'postgresql.conf'), `\ninclude '${file}'\n`);
    }
    await appendFile(
      join(north.data, 'postgresql.conf'),
      "\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n",
    );
    await writeFile(join(north.data, 'postgresql.auto.conf'), `port = ${north.port}\n`);
  }

  async function copyPrimary(to: PostgresServer): Promise<void> {
    await rm(to.data, { recursive: true, force: true });
    await runProgram(installation, 'pg_basebackup', [
      `--pgdata=${to.data}`,
      `--dbname=${primary.address}`,
      '--checkpoint=fast',
      '--no-sync',
    ]);
  }

  const createSlot = () =>
    primary.query(
      `select pg_create_physical_replication_slot('${standbyName}')
       where not exists (select from pg_replication_slots where slot_name = '${standbyName}')`,
    );

  /** Sets whether the primary waits for its standby. */
  async function waitForStandby(isWaiting: boolean): Promise<void> {
    const names = isWaiting ? `ANY 1 (${standbyName})` : '';
    await primary.query(`alter system set synchronous_standby_names = '${names}'`);
    await primary.query('select pg_reload_conf()');
  }

  /** What an operator's tool does all the time: decides whether the primary has to wait for its standby. */
  async function watchOver(): Promise<void> {
    let seenAt = Date.now();
    for (; !stopped; await sleep(250)) {
      if (isTakingOver || !isSynchronous) continue;
      const [state] = await primary
        .query<{ waits: boolean; streams: boolean; confirms: boolean }>(
          `select current_setting('synchronous_standby_names') <> '' as waits,
             exists (select from pg_stat_replication where state = 'streaming'
               and pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn) < 1048576) as streams,
             exists (select from pg_stat_replication where state = 'streaming' and sync_state = 'quorum') as confirms`,
        )
        .catch(() => []);
      if (isTakingOver) continue;
      confirmedSince = state?.waits && state.confirms ? (confirmedSince ?? Date.now()) : undefined;
      if (!state) continue;
      if (state.streams) seenAt = Date.now();
      if (state.streams && !state.waits) await waitForStandby(true).catch(() => {});
      if (!state.streams && state.waits && Date.now() - seenAt > patience)
        await waitForStandby(false).catch(() => {});
    }
  }

  /** Makes a former primary follow the new one: what it alone had is undone. */
  async function rejoin(server: PostgresServer): Promise<void> {
    await server.kill({ keepDown: true });
    // Until its first checkpoint a new primary's control file names the old timeline, in which nothing would be to rewind.
    await primary.query('checkpoint');
    const rewound = runProgram(installation, 'pg_rewind', [
      `--target-pgdata=${server.data}`,
      `--source-server=${primary.address}`,
      '--no-sync',
    ]);
    await rewound.catch(() => copyPrimary(server));
    await follow(server);
    await server.start();
    // The slot of its own days as the primary would keep its log for nobody until its disk is full.
    await server.query(
      'select pg_drop_replication_slot(slot_name) from pg_replication_slots where not active',
    );
  }

  /** Resolves to a time before which everything that was committed is on the standby, in milliseconds since 1970. */
  async function findReplayed(): Promise<number> {
    const [state] = await standby.query<{ at: number }>(
      `select 1000 * extract(epoch from coalesce(pg_last_xact_replay_timestamp(), checkpoint_time))::float8 as at
       from pg_control_checkpoint()`,
    );
    if (!state) throw new Problem(`The standby ${standby.name} does not say what it has.`);
    return state.at;
  }

  /** Repeats what others may break meanwhile, for two minutes. */
  async function insist<T>(work: () => Promise<T>): Promise<T> {
    for (const deadline = Date.now() + timeoutMs; ; await sleep(500))
      try {
        return await work();
      } catch (error) {
        if (stopped || Date.now() > deadline) throw error;
      }
  }

  try {
    await prepare();
    await primary.start();
    await primary.query('create database gatherwell');
    await createSlot();
    await copyPrimary(standby);
    await follow(standby);
    await standby.start();
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
  const watching = watchOver();
  opened.defer(async () => {
    stopped = true;
    await watching;
  });

  return {
    replication,
    disks,
    /** What failovers may have lost: nothing where the standby confirms each write. */
    cutOffs,
    primaryPort: () => primary.port,
    standbyPort: () => standby.port,
    /** Where the product's database is, behind something that listens at a port. */
    addressAt: (port: number) => addressAt(port, 'gatherwell'),
    get primary() {
      return primary;
    },
    get standby() {
      return standby;
    },
    /** Resolves when the standby confirms each write, or follows where nobody waits. Throws `Problem` after two minutes. */
    async settle(): Promise<void> {
      await rejoining;
      for (const server of [north, south]) {
        await server.disk.free();
        await server.thaw();
      }
      const isSettled = await waitFor(async () => {
        if (isSynchronous) return confirmedSince !== undefined;
        const following = await primary
          .query(`select from pg_stat_replication where state = 'streaming'`)
          .catch(() => []);
        return following.length > 0;
      }, timeoutMs);
      if (!isSettled)
        throw new Problem(
          `The standby does not follow the primary. ${[primary, standby].map((server) => server.describe()).join(' ')}`,
        );
    },
    /**
     * Ends the primary for good and lets the standby take over. Resolves to false, and does nothing, where the standby may
     * not have all that was confirmed.
     */
    async failOver(): Promise<boolean> {
      const mayTakeOver = isSynchronous
        ? confirmedSince !== undefined && Date.now() - confirmedSince > probation
        : await standby.isUp();
      if (isTakingOver || !mayTakeOver) return false;
      isTakingOver = true;
      try {
        confirmedSince = undefined;
        await primary.kill({ keepDown: true });
        const to = Date.now();
        if (!isSynchronous) cutOffs.push({ from: await insist(findReplayed), to });
        await insist(async () => {
          await standby.query('select pg_promote(false) where pg_is_in_recovery()');
          const [state] = await standby.query<{ follows: boolean }>('select pg_is_in_recovery() as follows');
          if (state?.follows !== false) throw new Problem(`The standby ${standby.name} is not promoted.`);
        });
        [primary, standby] = [standby, primary];
        await insist(() => waitForStandby(false));
        await insist(createSlot);
        rejoining = insist(() => rejoin(standby));
        rejoining.catch(() => {});
      } finally {
        isTakingOver = false;
      }
      return true;
    },
    close: () => opened.disposeAsync(),
  };
}
