import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresDb } from '#db/postgres.ts';
import { findInstallation } from '#server/node/drill/postgres.ts';
import { findProgram } from '#server/node/find-program.ts';
import { freePort } from '#server/node/free-port.ts';
import { Problem } from '#server/node/problem.ts';
import { Line } from '#server/node/testing/proxy.ts';
import { redisServerPath } from '#server/node/testing/redis-server.ts';
import { root } from '#server/node/tools/tools.ts';
import type { LogEntry } from '../evidence.ts';
import { LinePorts, openHarnessPool, ServerProcess, type Servers, usualEnv } from '../servers.ts';
import { Part } from './part.ts';
import { startPostgresPair } from './postgres-pair.ts';

export interface ClusterOptions {
  isSynchronous: boolean;
  tell: (line: string) => void;
  /** Where HAProxy listens for browsers that come over no line; they say themselves which address they come from. */
  door?: {
    port: number;
    /** What both processes keep beside database and store: mails. */
    dataDir: string;
    /** Settings of the processes besides. */
    env: NodeJS.ProcessEnv;
    /** Called with everything that they log. */
    hear: (entry: LogEntry) => void;
  };
}

/** Seconds for which a process that is to stop serves on, as long as the balancer takes to notice. */
const drainSeconds = 3;

/**
 * Starts what the deployment's pages describe, with the files of `server/node/deploy`: people come through HAProxy to two
 * processes, which reach a primary through PgBouncer and a standby for reads, Redis, and a store for files. Throws
 * `Problem` where a program is not installed.
 */
export async function startCluster({ isSynchronous, tell, door }: ClusterOptions): Promise<Servers> {
  const programs = requirePrograms();
  const opened = new AsyncDisposableStack();
  try {
    const folder = await mkdtemp(join(tmpdir(), 'gatherwell-cluster-'));
    await chmod(folder, 0o711);
    opened.defer(() => rm(folder, { recursive: true, force: true }));
    const database = await startPostgresPair(folder, { isSynchronous });
    opened.defer(() => database.close());
    if (!database.disks.every(({ fill }) => fill))
      tell('NOT TESTED: full disks, since file systems cannot be mounted here.');

    const ways: { name: string; line: Line }[] = [];
    const openWay = async (name: string, target: () => number) => {
      const line = await Line.open({ target, attempts: 1 });
      opened.defer(() => line.close());
      ways.push({ name, line });
      return line.port;
    };
    ways.push({ name: 'primary to standby', line: database.replication });

    const redisPort = await freePort();
    const storePort = await freePort();
    const poolerPort = await freePort();
    const frontPort = door?.port ?? (await freePort());
    const parts = [
      redis(programs.redis, redisPort),
      store(storePort, join(folder, 'store')),
      await pooler(programs.pgbouncer, folder, {
        port: poolerPort,
        primary: await openWay('PgBouncer to primary', database.primaryPort),
      }),
    ];
    for (const part of parts) {
      opened.defer(() => part.kill());
      await part.start();
    }

    const bucket = { bucket: 'pictures', region: 'us-east-1', accessKeyId: 'key', secretAccessKey: 'secret' };
    const log: LogEntry[] = [];
    const note = (entry: LogEntry) => {
      log.push(entry);
      door?.hear(entry);
    };
    const linePorts = await LinePorts.reserve();
    const processes: ServerProcess[] = [];
    for (const name of ['one', 'two']) {
      const way = (to: string, target: () => number) => openWay(`${name} to ${to}`, target);
      const env = {
        DATABASE_URL: database.addressAt(await way('PgBouncer', () => poolerPort)),
        DATABASE_DIRECT_URL: database.addressAt(await way('primary', database.primaryPort)),
        DATABASE_READ_URLS: database.addressAt(await way('standby', database.standbyPort)),
        REDIS_URL: `redis://127.0.0.1:${await way('Redis', () => redisPort)}`,
        S3_BUCKET: bucket.bucket,
        S3_REGION: bucket.region,
        S3_ENDPOINT: `http://127.0.0.1:${await way('store', () => storePort)}`,
        S3_ACCESS_KEY_ID: bucket.accessKeyId,
        S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
        DATA_DIR: door?.dataDir ?? join(folder, `data-${name}`),
        DRAIN_SECONDS: String(drainSeconds),
        ...usualEnv(linePorts),
        // As behind two proxies: browsers name an address as the first one would.
        ...(door && { PUBLIC_URL: `http://localhost:${door.port}`, TRUST_PROXY: '2', ...door.env }),
      };
      const server = new ServerProcess(name, await freePort(), env, note);
      opened.defer(() => server.end('SIGKILL'));
      await server.start();
      processes.push(server);
    }
    const backends = [];
    for (const server of processes)
      backends.push(await openWay(`HAProxy to ${server.name}`, () => server.port));
    const front = await balancer(programs.haproxy, folder, {
      port: frontPort,
      backends,
      keepsAddresses: door !== undefined,
    });
    opened.defer(() => front.kill());
    await front.start();
    parts.push(front);

    // The harness's own way, which nothing interrupts but what happens to the primary.
    const own = await Line.open({ target: database.primaryPort, attempts: 1 });
    opened.defer(() => own.close());
    const connectionString = database.addressAt(own.port);
    const pool = openHarnessPool(connectionString);
    opened.defer(() => pool.end());
    const hurts: number[] = [];
    let lines = 0;
    const direct = () => (processes.find(({ isRunning }) => isRunning) ?? processes[0])?.port ?? 0;
    return {
      processes,
      db: createPostgresDb(pool),
      connectionString,
      log,
      hurts,
      media: {
        settings: { kind: 's3', ...bucket, endpoint: `http://127.0.0.1:${storePort}`, signed: undefined },
        folder: join(folder, 'store', bucket.bucket),
      },
      get origin() {
        return `http://127.0.0.1:${direct()}`;
      },
      async openLine() {
        lines += 1;
        // Limits count by address, and the balancer lets nobody claim another one.
        return Line.open({ target: () => frontPort, port: linePorts.take(), from: `127.1.0.${lines}` });
      },
      async killDatabase() {
        hurts.push(Date.now());
        await database.primary.kill();
        return true;
      },
      async cutConnections(count) {
        hurts.push(Date.now());
        const rows = await database.primary.query(
          `select from (
             select pid from pg_stat_activity where datname = 'gatherwell' and application_name <> 'gatherwell-chaos'
             order by random() limit ${count}
           ) as unlucky where pg_terminate_backend(pid)`,
        );
        return rows.length;
      },
      cluster: {
        database,
        parts,
        ways,
        async heal() {
          for (const { line } of ways) line.turn({ kind: 'clear' });
          for (const part of parts) {
            part.thaw();
            await part.start();
          }
          await database.settle();
          hurts.push(Date.now());
        },
      },
      close: () => opened.disposeAsync(),
    };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** Returns where the programs are. Throws `Problem` that names the packages of those that are not installed. */
function requirePrograms() {
  const found = {
    redis: redisServerPath,
    haproxy: findProgram('haproxy'),
    pgbouncer: findProgram('pgbouncer'),
  };
  const packages = { redis: 'redis-server', haproxy: 'haproxy', pgbouncer: 'pgbouncer' } as const;
  const missing = (Object.keys(packages) as (keyof typeof packages)[]).filter(
    (name) => found[name] === undefined,
  );
  if (missing.length > 0)
    throw new Problem(
      `A cluster needs ${missing.join(', ')}: apt-get install ${missing.map((name) => packages[name]).join(' ')}.`,
    );
  return found as Record<keyof typeof found, string>;
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

const redis = (program: string, port: number) =>
  new Part({
    name: 'Redis',
    command: [program, '--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    isReady: () => accepts(port),
  });

const store = (port: number, folder: string) =>
  new Part({
    name: 'the store',
    command: [process.execPath, join(import.meta.dirname, 'store.ts'), String(port), folder],
    isReady: () => accepts(port),
  });

async function pooler(program: string, folder: string, { port, primary }: { port: number; primary: number }) {
  const file = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'userlist.txt');
  const deployed = await readFile(join(root, 'server/node/deploy/pgbouncer.ini'), 'utf8');
  await writeFile(
    file,
    deployed
      .replace(/^gatherwell = host=\S+ port=\S+/m, `gatherwell = host=127.0.0.1 port=${primary}`)
      .replace(/^listen_port = .*/m, `listen_port = ${port}`)
      .replace(/^auth_file = .*/m, `auth_file = ${users}`),
  );
  await writeFile(users, '"gatherwell" "gatherwell"\n', { mode: 0o600 });
  const { account } = await findInstallation();
  if (account) await chown(users, account.uid, account.gid);
  return new Part({
    name: 'PgBouncer',
    command: [program, file],
    // It does not run as root.
    ...(account && { spawn: account }),
    isReady: () => accepts(port),
  });
}

async function balancer(
  program: string,
  folder: string,
  { port, backends, keepsAddresses }: { port: number; backends: readonly number[]; keepsAddresses: boolean },
) {
  const file = join(folder, 'haproxy.cfg');
  const deployed = await readFile(join(root, 'server/node/deploy/haproxy.cfg'), 'utf8');
  const adapted = deployed
    .replace('bind 127.0.0.1:8080', `bind 127.0.0.1:${port}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${backends[0]}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${backends[1]}`);
  await writeFile(
    file,
    keepsAddresses ? adapted.replace('http-request del-header X-Forwarded-For', '') : adapted,
  );
  return new Part({
    name: 'HAProxy',
    command: [program, '-db', '-f', file],
    isReady: async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok,
  });
}
