import pg from 'pg';
import { createPool } from '#db/postgres.ts';

/** How long a pooler leaves a client the connection to the database that it was given; `none` where there is no pooler. */
type Pooling = 'none' | 'session' | 'transaction' | 'statement';

/** What an address of a database leads to. */
export interface Behind {
  pooling: Pooling;
  /** The server that runs the database, and the database: the same behind two addresses that lead to one. */
  identity: string;
  timeZone: string;
  /** `0` where there is none. */
  statementTimeout: string;
  /** `0` where there is none. */
  idleTimeout: string;
}

/** What PgBouncer says of itself. */
export interface PgBouncer {
  version: string;
  /** Most connections to the database. */
  poolSize: number;
  /** Most connections of clients. */
  maxClients: number;
  /** Seconds that the client has waited for a connection that has waited longest; 0 where none waits. */
  longestWait: number;
}

/** Asks a database which one it is. A pooler has numbers of its own for its clients. */
export async function identify(client: pg.ClientBase) {
  const { rows } = await client.query<{ pid: number } & Omit<Behind, 'pooling'>>(
    `select pg_backend_pid() as pid, current_setting('TimeZone') as "timeZone",
       current_setting('statement_timeout') as "statementTimeout",
       current_setting('idle_in_transaction_session_timeout') as "idleTimeout",
       extract(epoch from pg_postmaster_start_time()) || ' ' || current_database() as identity`,
  );
  const [found] = rows;
  if (!found) throw new Error('The database returned nothing.');
  const { processID } = client as pg.ClientBase & { processID: number };
  return { ...found, isDirect: found.pid === processID };
}

/** Milliseconds that a connection may take to open, and a statement to return. */
const timeoutMs = 5_000;

/** How often it is tried to see that a pooler gives one client's connection to another. */
const mostTries = 5;

/**
 * Resolves to what a server with a pooler in front finds behind an address. Opens two connections, which hold a third
 * client up for a moment where the pooler has only one.
 */
export async function lookBehind(connectionString: string): Promise<Behind> {
  const pool = createPool({
    connectionString,
    isPooled: true,
    pipeline: false,
    name: 'doctor',
    max: 2,
    timeoutMs,
    onIdleError: () => {},
  });
  try {
    const first = await pool.connect();
    try {
      const { pid, isDirect, ...found } = await identify(first);
      return { ...found, pooling: isDirect ? 'none' : await poolingOf(pool, first, pid) };
    } finally {
      first.release(true);
    }
  } finally {
    await pool.end();
  }
}

/**
 * A pooler that shares connections by transactions gives a second client the connection that the first one has just used;
 * to see that, the second one keeps it for a transaction.
 */
async function poolingOf(pool: pg.Pool, first: pg.PoolClient, firstPid: number): Promise<Pooling> {
  const second = await pool.connect();
  try {
    for (let tries = 0; tries < mostTries; tries++) {
      await second.query('begin');
      const { pid } = await identify(second);
      await second.query('rollback');
      const own = await identify(first);
      if (pid === firstPid || own.pid !== firstPid) return 'transaction';
    }
    return 'session';
  } catch (error) {
    if (error instanceof Error && /statement pooling/.test(error.message)) return 'statement';
    throw error;
  } finally {
    second.release(true);
  }
}

/**
 * Asks PgBouncer for its settings, at the same address. Resolves to undefined where it does not show them to this account,
 * or where it is another pooler.
 */
export async function askPgBouncer(connectionString: string): Promise<PgBouncer | undefined> {
  const address = new URL(connectionString);
  const name = decodeURIComponent(address.pathname.slice(1));
  address.pathname = '/pgbouncer';
  const client = new pg.Client({
    connectionString: address.href,
    application_name: 'gatherwell-doctor',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const ask = async (what: string) => (await client.query<Record<string, unknown>>(`show ${what}`)).rows;
    const settings = new Map((await ask('config')).map(({ key, value }) => [String(key), Number(value)]));
    const database = (await ask('databases')).find((row) => row['name'] === name);
    const waits = (await ask('pools')).filter((row) => row['database'] === name);
    const [version] = await ask('version');
    return {
      version: /\d+(?:\.\d+)+/.exec(String(version?.['version']))?.[0] ?? '',
      poolSize: Number(database?.['pool_size'] ?? settings.get('default_pool_size')),
      maxClients: settings.get('max_client_conn') ?? 0,
      longestWait: Math.max(0, ...waits.map((row) => Number(row['maxwait']))),
    };
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}
