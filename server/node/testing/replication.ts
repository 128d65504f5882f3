import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { type Account, findPlace, type Place, runAs } from '../embedded-postgres/place.ts';
import { processesIn, waitFor } from '../embedded-postgres/processes.ts';
import { freePort } from '../free-port.ts';

/** A replica that streams from the primary, as a child process. */
export type TestReplica = Awaited<ReturnType<typeof addReplica>>;

/** Starts a primary whose database `prepare` fills, and replicas of it. */
export async function startReplication(count: number, prepare: (connectionString: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'gatherwell-replication-'));
  await chmod(folder, 0o711);
  const pointer = join(folder, 'primary');
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const primary = await startEmbeddedPostgres({ folder: pointer, log, durable: false });
  const { connectionString } = primary;
  // What is visible has then been sent to the log, as on a server that keeps what it acknowledges.
  await query(connectionString, 'alter role gatherwell set synchronous_commit = on');
  await prepare(connectionString);
  const place = await findPlace(pointer);
  const replicas: TestReplica[] = [];
  for (let index = 1; index <= count; index++)
    replicas.push(
      await addReplica(place, join(await realpath(place.folder), `replica-${index}`), connectionString),
    );
  return {
    connectionString,
    replicas,
    async close() {
      for (const replica of replicas) await replica.kill();
      await primary.stop();
      await rm(place.folder, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the primary's data while it runs, and lets a server follow the primary from there on. */
async function addReplica(place: Place, data: string, connectionString: string) {
  const backup = new pg.Client({ connectionString });
  await backup.connect();
  await backup.query("select pg_backup_start('replica', fast => true)");
  await mkdir(data, { mode: 0o700 });
  await cp(join(place.folder, 'data'), data, {
    recursive: true,
    filter: async (path) => {
      if (/^(?:postmaster\.(?:pid|opts)|\.s\.PGSQL\..*)$/.test(basename(path))) return false;
      return (await lstat(path).catch(() => undefined)) !== undefined;
    },
  });
  const { rows } = await backup.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await backup.end();
  await writeFile(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
  await writeFile(join(data, 'standby.signal'), '');
  const { username, password, hostname, port: primaryPort } = new URL(connectionString);
  const source = `host=${hostname} port=${primaryPort} user=${username} password=${password}`;
  await writeFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  await chmod(data, 0o700);
  if (place.account) await give(data, place.account);

  const port = await freePort();
  const address = new URL(connectionString);
  address.searchParams.delete('host');
  address.port = String(port);
  let server: ChildProcess | undefined;
  const run = (statement: string) => query(address.href, statement);

  const start = async () => {
    const parameters = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      max_connections: 200,
      fsync: 'off',
      wal_receiver_status_interval: '1s',
      wal_retrieve_retry_interval: '100ms',
    };
    server = spawn(
      place.postgres,
      ['-D', data, ...Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...runAs(place.account), detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let output = '';
    server.stderr?.on('data', (bytes) => {
      output = `${output}${bytes}`.slice(-2_000);
    });
    if (
      !(await waitFor(
        () =>
          run('select 1').then(
            () => true,
            () => false,
          ),
        30_000,
      ))
    )
      throw new Error(`The replica did not start: ${output}`);
  };
  await start();

  return {
    connectionString: address.href,
    run,
    start,
    /** Makes it stand still: it confirms nothing of what it is sent. */
    async freeze() {
      for (const pid of await processesIn(data)) process.kill(pid, 'SIGSTOP');
    },
    async thaw() {
      for (const pid of await processesIn(data)) process.kill(pid, 'SIGCONT');
    },
    pause: () => run('select pg_wal_replay_pause()'),
    resume: () => run('select pg_wal_replay_resume()'),
    /** Ends the server as a crash does. */
    async kill() {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      server.kill('SIGKILL');
      await once(server, 'exit');
      await waitFor(async () => (await processesIn(data)).length === 0, 10_000);
      await rm(join(data, 'postmaster.pid'), { force: true });
    },
  };
}

async function give(path: string, { uid, gid }: Account): Promise<void> {
  await chown(path, uid, gid);
  if (!(await lstat(path)).isDirectory()) return;
  for (const name of await readdir(path)) await give(join(path, name), { uid, gid });
}

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
