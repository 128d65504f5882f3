import pg from 'pg';
import { type Db, migrateToLatest } from '#db/database.ts';
import { createPool, createPostgresDb, type PoolOptions } from '#db/postgres.ts';
import type { LogPort } from '#server/ports.ts';
import { auditOperator } from './audit-log.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts';
import { isBeingRestored } from './in-use.ts';
import { identify } from './pooler.ts';
import { Problem } from './problem.ts';
import type { Settings } from './settings.ts';

/** A Postgres that responds, and what there is to do when it is no longer needed. */
export interface DatabaseServer {
  /** Of the database itself, for what needs a session: listening, locks, jobs, migrations, backups. */
  connectionString: string;
  /** Where transactions go that need none: to a pooler in transaction mode, where one stands in front. */
  pooled: Pick<PoolOptions, 'connectionString' | 'isPooled'>;
  stop(): Promise<void>;
}

type DatabaseSettings = Pick<
  Settings,
  'dataDir' | 'databaseUrl' | 'databaseDirectUrl' | 'allowUnsafePostgres'
>;

/** The one from DATABASE_URL, or else the embedded one, started for us. Throws `Problem`. */
export async function startDatabase(settings: DatabaseSettings, log: LogPort): Promise<DatabaseServer> {
  const server =
    outsideDatabase(settings) ??
    asDatabase(await startEmbeddedPostgres({ folder: embeddedFolder(settings), log }));
  try {
    await checkDatabase(server, settings.allowUnsafePostgres, log);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/** The same for a tool beside the server: where the server runs already, its embedded database is used. */
export async function borrowDatabase(settings: DatabaseSettings, log: LogPort): Promise<DatabaseServer> {
  const running = settings.databaseUrl ? undefined : await findEmbeddedPostgres(embeddedFolder(settings));
  return running
    ? asDatabase({ connectionString: running, stop: async () => {} })
    : startDatabase(settings, log);
}

/** The same, whatever may be wrong with another Postgres than the embedded one: to say what it is. */
export async function borrowAnyDatabase(settings: DatabaseSettings, log: LogPort): Promise<DatabaseServer> {
  return outsideDatabase(settings) ?? borrowDatabase(settings, log);
}

/** Throws `Problem` where no server would start on the Postgres that the settings name. */
export async function checkOutsideDatabase(settings: DatabaseSettings, log: LogPort): Promise<void> {
  const server = outsideDatabase(settings);
  if (server) await checkDatabase(server, settings.allowUnsafePostgres, log);
}

function outsideDatabase({ databaseUrl, databaseDirectUrl }: DatabaseSettings): DatabaseServer | undefined {
  if (databaseUrl === undefined) return undefined;
  return {
    connectionString: databaseDirectUrl ?? databaseUrl,
    pooled: { connectionString: databaseUrl, isPooled: databaseDirectUrl !== undefined },
    stop: async () => {},
  };
}

/** A database that no pooler stands in front of. */
const asDatabase = (server: Omit<DatabaseServer, 'pooled'>): DatabaseServer => ({
  ...server,
  pooled: { connectionString: server.connectionString, isPooled: false },
});

/** Does some work on a database that has every migration, with statements taking as long as they need. */
export async function onMigratedDatabase<T>(
  connectionString: string,
  name: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return onDatabase({ connectionString, name, max: 2, timeoutMs: undefined }, async (db) => {
    const names = await migrateToLatest(db);
    const to = names.at(-1);
    // Afterwards: the migrator has transactions of its own, and an older database has no table for it.
    if (to !== undefined)
      await auditOperator(db, {
        action: 'database-migrated',
        details: { by: name, to, count: names.length },
      });
    return work(db);
  });
}

/** Does some work on a database as it is, over connections of its own. */
export async function onDatabase<T>(
  options: Omit<PoolOptions, 'onIdleError'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  // A connection that breaks shows in the statement that needs it.
  const db = createPostgresDb(createPool({ ...options, onIdleError: () => {} }));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

const embeddedFolder = ({ dataDir }: Pick<Settings, 'dataDir'>) => `${dataDir}/postgres`;

const oldestVersion = 15;
/** What an acknowledged write must survive. */
const safeguards = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/** Throws `Problem` where the database does not respond, is too old, or may lose what it acknowledged. */
async function checkDatabase(
  { connectionString, pooled }: DatabaseServer,
  allowUnsafe: boolean,
  log: LogPort,
): Promise<void> {
  const database = await onCheckedConnection(connectionString, async (client) => {
    if (await isBeingRestored(client))
      throw new Problem('A backup is being restored into the database. Start again when that is done.');
    const { rows } = await client.query<Record<'version' | (typeof safeguards)[number], string>>(
      `select current_setting('server_version_num') as version, ${safeguards
        .map((name) => `current_setting('${name}') as ${name}`)
        .join(', ')}`,
    );
    const [found] = rows;
    const version = Math.floor(Number(found?.version) / 10_000);
    if (version < oldestVersion)
      throw new Problem(`The database is PostgreSQL ${version}; ${oldestVersion} or newer is needed.`);
    const off = safeguards.filter((name) => found?.[name] === 'off');
    if (off.length > 0 && !allowUnsafe)
      throw new Problem(
        `The database may lose acknowledged writes in a crash: ${off.join(', ')} ${off.length > 1 ? 'are' : 'is'} off. Turn on, or set ALLOW_UNSAFE_POSTGRES=1 where data does not matter.`,
      );
    return identify(client);
  });
  if (!database.isDirect)
    throw new Problem(
      pooled.isPooled
        ? 'DATABASE_DIRECT_URL leads to a pooler. It must lead to the database itself.'
        : 'DATABASE_URL leads to a pooler. Set DATABASE_DIRECT_URL to the database itself, for what needs a session.',
    );
  if (!pooled.isPooled) return;
  const behind = await onCheckedConnection(pooled.connectionString, identify);
  if (behind.identity !== database.identity)
    throw new Problem('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.');
  if (behind.statementTimeout === '0')
    log.warn(
      {},
      'the pooler sets no statement_timeout: statements that nobody waits for any more run on; see deploy/pgbouncer.ini',
    );
}

async function onCheckedConnection<T>(
  connectionString: string,
  check: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString,
    application_name: 'gatherwell-check',
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  });
  // Breaking connections show in the statements below.
  client.on('error', () => {});
  try {
    await client.connect();
    return await check(client);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(`The database at ${placeOf(connectionString)} cannot be used: ${reasonOf(error)}.`);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Host, port and database: what may be shown of a connection string. */
function placeOf(connectionString: string): string {
  const { host, pathname } = new URL(connectionString);
  return `${host}${pathname}`;
}

function reasonOf(error: unknown): string {
  // Where a name has several addresses, the first one's error is enough.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message.replace(/\.$/, '') : String(first);
}
