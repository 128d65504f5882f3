import { mkdir, readFile, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connect } from 'node:tls';
import { sql } from 'kysely';
import { areMigrationsCurrent, type Db } from '#db/database.ts';
import { parsePosition } from '#server/replicas.ts';
import { checkOutsideDatabase, onDatabase } from './database.ts';
import { readQueue } from './job-queue.ts';
import { askPgBouncer, type Behind, lookBehind, type PgBouncer } from './pooler.ts';
import { openRedis } from './ports/redis.ts';
import { Problem } from './problem.ts';
import { type PrimaryRow, primaryQuery, type ReplicaRow, replicaQuery } from './replicas.ts';
import type { Settings } from './settings.ts';

/** What was found of one thing that an installation needs. */
export interface Finding {
  what: string;
  /** `bad`: people notice, or will lose something. `look`: somebody should look at it in time. */
  state: 'good' | 'look' | 'bad';
  found: string;
  /** What to do, where it is not good. */
  advice?: string;
}

type Seen = Omit<Finding, 'what'>;
type Check = [what: string, look: () => Promise<Seen> | Seen];

export interface Examined {
  settings: Settings;
  /** A database with every table; what it cannot say is reported as a finding. */
  db: Db;
  now: Date;
  /** Resolves to when the certificate ends that a host presents. */
  certificateEnd?: (host: string, port: number) => Promise<Date>;
  /** Resolves to the room on the disk of a folder. */
  spaceAt?: (folder: string) => Promise<Space>;
}

interface Space {
  /** Bytes that can be written. */
  free: number;
  /** The same as a part of the disk, from 0 to 1. */
  share: number;
}

const day = 24 * 60 * 60 * 1000;

/** The oldest Node.js that is tested. */
const nodeVersion = 24;

/**
 * Looks at everything that an installation needs: settings, versions, the pooler, replication, the job queue, Redis, disk,
 * certificate, backups and clock. Never throws: what cannot be looked at is a finding, too.
 */
export async function examine({
  settings,
  db,
  now,
  certificateEnd = readCertificateEnd,
  spaceAt = readSpace,
}: Examined): Promise<Finding[]> {
  const began = performance.now();
  const { databaseUrl } = settings;
  const checks: Check[] = [
    ['Settings', () => lookAtSettings(settings)],
    ['Node.js', lookAtNode],
    ['Database', () => lookAtDatabase(db)],
    ...(databaseUrl !== undefined
      ? ([
          ['Start', () => lookAtStart(settings)],
          ['Pooler', () => lookAtPooler(db, databaseUrl, settings.databaseDirectUrl)],
        ] satisfies Check[])
      : []),
    ['Clock', () => lookAtClock(db, () => now.getTime() + performance.now() - began)],
    ['Replication', () => lookAtReplication(db)],
    ...(settings.databaseReadUrls.length > 0
      ? [['Read replicas', () => lookAtReadReplicas(db, settings)] satisfies Check]
      : []),
    ['Queue', () => lookAtQueue(db)],
    ['Redis', () => lookAtRedis(settings)],
    ['Disk', () => lookAtDisk(settings, spaceAt)],
    ['Certificate', () => lookAtCertificate(settings, now, certificateEnd)],
    ['Backup', () => lookAtBackup(settings, now)],
  ];
  const findings: Finding[] = [];
  for (const [what, look] of checks) {
    try {
      findings.push({ what, ...(await look()) });
    } catch (error) {
      const found = `could not be looked at: ${error instanceof Error ? error.message : String(error)}`;
      findings.push({ what, state: 'bad', found, advice: 'See that this is reachable, and look again.' });
    }
  }
  return findings;
}

/** Returns findings as lines: a mark, what was looked at, what was found, and below it what to do. */
export function describeFindings(findings: readonly Finding[]): string {
  const marks = { good: '✓', look: '!', bad: '✗' };
  const width = Math.max(...findings.map(({ what }) => what.length));
  return findings
    .flatMap(({ what, state, found, advice }) => [
      `${marks[state]} ${what.padEnd(width)}  ${found}`,
      ...(advice === undefined ? [] : [`  ${' '.repeat(width)}  ${advice}`]),
    ])
    .join('\n');
}

/**
 * Notes in the data folder that a backup was made, which `examine` looks at. Where that fails, `examine` reports an older
 * one, or none: the backup itself is good.
 */
export async function noteBackup(
  { dataDir }: Pick<Settings, 'dataDir'>,
  path: string,
  at: Date,
): Promise<void> {
  const note = JSON.stringify({ at: at.toISOString(), path });
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
    .then(() => writeFile(noteOf(dataDir), note, { mode: 0o600 }))
    .catch(() => {});
}

const noteOf = (dataDir: string) => join(dataDir, 'last-backup.json');

function lookAtSettings({ publicUrl, trustedProxies, mail, seed }: Settings): Seen {
  const isLocal = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/.test(publicUrl);
  const advice = [
    ...(publicUrl.startsWith('https:') || isLocal
      ? []
      : ['PUBLIC_URL is not HTTPS: sessions can be read on the way.']),
    ...(publicUrl.startsWith('https:') && trustedProxies === 0
      ? ['Set TRUST_PROXY: behind a proxy, limits count all people as one.']
      : []),
    ...(mail.kind === 'mailbox' && !isLocal
      ? ['Set SMTP_URL and MAIL_FROM: mails stay in a folder, and nobody gets them.']
      : []),
    ...(seed === 'demo' && !isLocal
      ? ['Set SEED=none: a new database gets accounts whose passwords are known.']
      : []),
  ];
  const found = isLocal ? `for this machine, at ${publicUrl}` : `for people at ${publicUrl}`;
  return advice.length > 0 ? { state: 'bad', found, advice: advice.join(' ') } : { state: 'good', found };
}

function lookAtNode(): Seen {
  const found = process.versions.node;
  return Number.parseInt(found, 10) >= nodeVersion
    ? { state: 'good', found }
    : { state: 'look', found, advice: `Tests run with Node.js ${nodeVersion}; install that.` };
}

async function lookAtDatabase(db: Db): Promise<Seen> {
  const began = performance.now();
  const { rows } = await sql<{ version: string; bytes: number; used: number; most: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*) from pg_stat_activity) as used, current_setting('max_connections')::int as most`.execute(
    db,
  );
  const ms = Math.round(performance.now() - began);
  const { version, bytes, used, most } = only(rows);
  const found = `PostgreSQL ${version}, ${gigabytes(bytes)}, ${used} of ${most} connections, responds in ${ms} ms`;
  if (!(await areMigrationsCurrent(db)))
    return { state: 'bad', found, advice: 'Run npm run cli -- migrate: this version needs newer tables.' };
  if (used > 0.8 * most)
    return { state: 'look', found, advice: 'Raise max_connections, or start fewer processes.' };
  return { state: 'good', found };
}

/** What keeps a server from starting. */
async function lookAtStart(settings: Settings): Promise<Seen> {
  const unheard = { info() {}, warn() {}, error() {} };
  try {
    await checkOutsideDatabase(settings, unheard);
    return { state: 'good', found: 'a server starts on this database' };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { state: 'bad', found: 'no server starts on this database', advice: error.message };
  }
}

/** Connections of each process: through the pooler where there is one, and to the database itself at all times. */
const connectionsOfProcess = { pooled: 13, direct: 12 };

/** Looks at what stands between the processes and the database, and whether its connections are enough. */
async function lookAtPooler(
  db: Db,
  databaseUrl: string,
  databaseDirectUrl: string | undefined,
): Promise<Seen> {
  const behind = await lookBehind(databaseUrl);
  const direct = databaseDirectUrl === undefined ? undefined : await lookBehind(databaseDirectUrl);
  const pgBouncer = behind.pooling === 'none' ? undefined : await askPgBouncer(databaseUrl);
  const connections = await countConnections(db);
  const bad = direct ? troubleBetween(behind, direct) : troubleWithoutDirect(behind);
  const look = [
    ...(direct && behind.pooling !== 'none' ? lapsesOf(behind) : []),
    ...(direct && behind.pooling === 'none'
      ? ['DATABASE_URL leads to the database itself. Set it to the pooler, or leave DATABASE_DIRECT_URL out.']
      : []),
    ...shortagesOf(connections, behind, pgBouncer),
  ];
  const found = describeBehind(behind, pgBouncer);
  const advice = [...bad, ...look].join(' ');
  return advice === '' ? { state: 'good', found } : { state: bad.length > 0 ? 'bad' : 'look', found, advice };
}

function describeBehind({ pooling }: Behind, pgBouncer: PgBouncer | undefined): string {
  if (pooling === 'none') return 'none: DATABASE_URL leads to the database itself';
  const mode = `in ${pooling} mode`;
  if (!pgBouncer) return `one ${mode}, which does not show its sizes to this account (stats_users)`;
  const { version, poolSize, maxClients, longestWait } = pgBouncer;
  return `PgBouncer ${version} ${mode}, ${poolSize} connections for ${maxClients} clients, of which the longest waits for ${longestWait} s`;
}

const troubleWithoutDirect = ({ pooling }: Behind): string[] =>
  pooling === 'none'
    ? []
    : [
        'Set DATABASE_DIRECT_URL to the database itself: listening to notifications, locks, jobs, migrations and backups need a session, and without it statements are prepared on connections that others get.',
      ];

/** What is wrong with two addresses, of which one is to lead through a pooler and one past it. */
const troubleBetween = (behind: Behind, direct: Behind): string[] => [
  ...(direct.pooling === 'none'
    ? []
    : [
        'Set DATABASE_DIRECT_URL to the database itself: it leads to a pooler, through which no notification is heard.',
      ]),
  ...(direct.identity === behind.identity
    ? []
    : ['DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: let both lead to one.']),
  ...(behind.pooling === 'statement'
    ? ['Set pool_mode = transaction: a write is a transaction of several statements.']
    : []),
  ...(behind.timeZone === 'UTC'
    ? []
    : [
        `Let the pooler set TimeZone, as PgBouncer does: times come in ${behind.timeZone}, and are read as UTC.`,
      ]),
];

/** What a pooler does not do that it should. */
const lapsesOf = ({ pooling, statementTimeout, idleTimeout }: Behind): string[] => [
  ...(pooling === 'session'
    ? ['Set pool_mode = transaction: each client keeps a connection of the database, so that none are saved.']
    : []),
  ...(statementTimeout === '0'
    ? [
        'Set statement_timeout in its connect_query, as in deploy/pgbouncer.ini: statements that nobody waits for any more run on.',
      ]
    : []),
  ...(idleTimeout === '0'
    ? [
        'Set idle_in_transaction_session_timeout there, too: a transaction whose process died keeps its locks.',
      ]
    : []),
];

interface Connections {
  /** How many the database allows, those for its administrators aside. */
  most: number;
  /** Processes that run now. */
  processes: number;
}

async function countConnections(db: Db): Promise<Connections> {
  const { rows } = await sql<Connections>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as most,
      (select count(*) from pg_stat_activity
        where datname = current_database() and application_name = 'gatherwell-doorbell') as processes`.execute(
    db,
  );
  return only(rows);
}

/** Where there are fewer connections than those who need them. One process may be about to start. */
function shortagesOf(
  { most, processes }: Connections,
  { pooling }: Behind,
  pgBouncer: PgBouncer | undefined,
): string[] {
  const count = Math.max(1, processes);
  const { pooled, direct } = connectionsOfProcess;
  const named = `${count} ${count === 1 ? 'process' : 'processes'}`;
  const needed = count * direct + (pooling === 'none' ? count * pooled : (pgBouncer?.poolSize ?? 0));
  return [
    ...(needed > most
      ? [
          `Raise max_connections${pooling === 'none' ? '' : ' or lower default_pool_size'}: ${named} may need ${needed} connections, and the database allows ${most}.`,
        ]
      : []),
    ...(pgBouncer && pgBouncer.maxClients < count * pooled
      ? [`Raise max_client_conn: ${named} may open ${count * pooled} connections to the pooler.`]
      : []),
    ...(pgBouncer && pgBouncer.longestWait >= 1
      ? ['Raise default_pool_size: requests wait for a connection.']
      : []),
  ];
}

/** @param ownTime what time it is here, in milliseconds */
async function lookAtClock(db: Db, ownTime: () => number): Promise<Seen> {
  const before = ownTime();
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  const at = only(rows).at.getTime();
  // Between the two looks at the own clock both can be right.
  const seconds = Math.max(before - at, at - ownTime(), 0) / 1000;
  const found = `${seconds.toFixed(1)} s from the database’s`;
  return seconds <= 2
    ? { state: 'good', found }
    : {
        state: 'bad',
        found,
        advice: 'Let both machines set their clocks by NTP: schedules and sessions depend on it.',
      };
}

async function lookAtReplication(db: Db): Promise<Seen> {
  const { rows } = await sql<{ name: string; state: string; bytes: number; sync: string }>`
    select application_name as name, state, sync_state as sync,
      coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn), 0)::float8 as bytes
    from pg_stat_replication where not pg_is_in_recovery()`.execute(db);
  if (rows.length === 0)
    return { state: 'good', found: 'none: what was written since the last backup is on this disk alone' };
  const found = rows
    .map(({ name, state, sync, bytes }) => `${name} ${state} (${sync}), ${megabytes(bytes)} behind`)
    .join('; ');
  const isBehind = rows.some(({ state, bytes }) => state !== 'streaming' || bytes > mostBehind);
  return isBehind
    ? { state: 'look', found, advice: 'Look at the replica’s log, disk and network.' }
    : { state: 'good', found };
}

/** Looks at each replica that reads may be served from, as a server does all the time. */
async function lookAtReadReplicas(db: Db, { databaseReadUrls }: Settings): Promise<Seen> {
  const primary = only((await sql.raw<PrimaryRow>(primaryQuery).execute(db)).rows);
  const seen = await Promise.all(
    databaseReadUrls.map(async (connectionString, index) => {
      const { found, isGood } = await lookAtReplica(connectionString, primary);
      return { found: `replica-${index + 1} ${found}`, isGood };
    }),
  );
  const found = seen.map((one) => one.found).join('; ');
  if (seen.every(({ isGood }) => isGood)) return { state: 'good', found };
  return {
    state: 'look',
    found,
    advice: 'Until it is well, its reads go to the others or to the primary. See its log, or make it anew.',
  };
}

async function lookAtReplica(
  connectionString: string,
  primary: PrimaryRow,
): Promise<{ found: string; isGood: boolean }> {
  try {
    const options = { connectionString, name: 'doctor', max: 1, timeoutMs: 5_000 };
    const { rows } = await onDatabase(options, (replica) =>
      sql.raw<ReplicaRow>(replicaQuery).execute(replica),
    );
    const { is_replica: isReplica, replayed, system, timeline } = only(rows);
    if (!isReplica) return { found: 'is no replica', isGood: false };
    if (system !== primary.system || timeline !== primary.timeline)
      return { found: 'has another history than the primary', isGood: false };
    const behind = parsePosition(primary.flushed) - parsePosition(replayed ?? '0/0');
    const bytes = behind > 0n ? Number(behind) : 0;
    return { found: `has applied ${replayed}, ${megabytes(bytes)} behind`, isGood: bytes <= mostBehind };
  } catch (error) {
    return {
      found: `does not respond: ${error instanceof Error ? error.message : String(error)}`,
      isGood: false,
    };
  }
}

/** Bytes beyond which somebody should look at a replica. */
const mostBehind = 64 * 1024 * 1024;

async function lookAtQueue(db: Db): Promise<Seen> {
  const { due, age, lost } = await readQueue(db);
  const found = due === 0 ? 'empty' : `${due} due, the oldest for ${Math.round(age)} s`;
  if (lost > 0)
    return {
      state: 'bad',
      found: `${found}; ${lost} given up`,
      advice: 'Find "a job failed for the last time" in the log, mend its cause, and reset its attempts.',
    };
  return age > 60
    ? { state: 'bad', found, advice: 'See whether a server runs, and which jobs fail in its log.' }
    : { state: 'good', found };
}

/** The oldest Redis that has what is asked of it. Every Valkey has. */
const redisVersion = [6, 2] as const;

async function lookAtRedis({ redisUrl }: Settings): Promise<Seen> {
  if (redisUrl === undefined) return { state: 'good', found: 'not used: REDIS_URL is not set' };
  const { client, close } = await openRedis({ url: redisUrl });
  try {
    const began = performance.now();
    await client.ping();
    const ms = (performance.now() - began).toFixed(1);
    const info = new Map(
      (await client.info()).split(/\r?\n/).map((line) => {
        const [name = '', ...value] = line.split(':');
        return [name, value.join(':')] as const;
      }),
    );
    const valkey = info.get('valkey_version');
    const version = valkey ?? info.get('redis_version') ?? '';
    const [used, most] = [Number(info.get('used_memory')), Number(info.get('maxmemory'))];
    const found = `${valkey === undefined ? 'Redis' : 'Valkey'} ${version}, ${megabytes(used)}${
      most > 0 ? ` of ${megabytes(most)}` : ''
    } used, responds in ${ms} ms`;
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const [leastMajor, leastMinor] = redisVersion;
    if (major < leastMajor || (major === leastMajor && minor < leastMinor))
      return { state: 'bad', found, advice: `Install ${redisVersion.join('.')} or newer, or Valkey.` };
    if (info.get('role') !== 'master')
      return { state: 'bad', found, advice: 'REDIS_URL is a replica, which cannot be written to.' };
    if (info.get('maxmemory_policy')?.startsWith('noeviction') === false)
      return {
        state: 'look',
        found,
        advice: 'Set maxmemory-policy noeviction: counts of sign-in attempts must not be dropped early.',
      };
    if (most > 0 && used > 0.8 * most)
      return { state: 'look', found, advice: 'Raise maxmemory: when it is full, each process counts alone.' };
    return { state: 'good', found };
  } finally {
    close();
  }
}

async function lookAtDisk({ dataDir, media }: Settings, spaceAt: typeof readSpace): Promise<Seen> {
  const folders = [...new Set([dataDir, ...(media.kind === 'folder' ? [media.folder] : [])])];
  const spaces = await Promise.all(folders.map(async (folder) => ({ folder, ...(await spaceAt(folder)) })));
  const found = spaces
    .map(({ folder, free, share }) => `${gigabytes(free)} (${Math.round(100 * share)} %) free at ${folder}`)
    .join('; ');
  const least = Math.min(...spaces.map(({ share }) => share));
  if (least >= 0.1) return { state: 'good', found };
  return {
    state: least < 0.03 ? 'bad' : 'look',
    found,
    advice: 'Make room, or move DATA_DIR: on a full disk nothing can be written.',
  };
}

/** The room where a folder is, or will be. */
async function readSpace(folder: string): Promise<Space> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, share: bavail / blocks };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return readSpace(dirname(folder));
  }
}

async function lookAtCertificate(
  { publicUrl }: Settings,
  now: Date,
  certificateEnd: (host: string, port: number) => Promise<Date>,
): Promise<Seen> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return { state: 'good', found: 'none is needed without HTTPS' };
  const end = await certificateEnd(hostname, Number(port || 443));
  const days = Math.floor((end.getTime() - now.getTime()) / day);
  const found = `of ${hostname} until ${end.toISOString().slice(0, 10)}`;
  if (days >= 14) return { state: 'good', found };
  return {
    state: days < 0 ? 'bad' : 'look',
    found,
    advice: 'Renew it: browsers refuse the address afterwards.',
  };
}

/** Resolves to when the certificate ends that a host presents, also where nobody known has signed it. */
function readCertificateEnd(host: string, port: number): Promise<Date> {
  const { promise, resolve, reject } = Promise.withResolvers<Date>();
  const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: 5_000 }, () => {
    resolve(new Date(socket.getPeerCertificate().valid_to));
    socket.end();
  });
  socket.on('error', reject);
  socket.on('timeout', () => socket.destroy(new Error(`${host} does not respond.`)));
  return promise;
}

async function lookAtBackup({ dataDir }: Settings, now: Date): Promise<Seen> {
  const text = await readFile(noteOf(dataDir), 'utf8').catch(() => undefined);
  const advice = 'Run npm run cli -- backup FILE every night, and keep the file on another machine.';
  if (text === undefined) return { state: 'look', found: 'none was made with this data folder', advice };
  const { at, path } = JSON.parse(text) as { at: string; path: string };
  const days = Math.floor((now.getTime() - new Date(at).getTime()) / day);
  const found = `${path}, ${days === 0 ? 'less than a day' : `${days} ${days === 1 ? 'day' : 'days'}`} old`;
  return days <= 2 ? { state: 'good', found } : { state: 'look', found, advice };
}

function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The database returned nothing.');
  return row;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
