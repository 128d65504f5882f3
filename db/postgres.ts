import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db } from './database.ts';
import type { Database } from './schema.ts';

export interface PoolOptions {
  connectionString: string;
  /** What the server's list of connections shows, after `gatherwell-`. */
  name: string;
  /** Most connections at once. */
  max: number;
  /**
   * Milliseconds that getting a connection, and then each statement, may take. A statement over it fails in the
   * database; where the database does not even say so, the connection is given up. `undefined`: as long as it takes.
   */
  patience: number | undefined;
  /** Told when a connection breaks that nobody was using. The pool opens another when one is needed. */
  onIdleError(error: Error): void;
}

/** Opens a pool. Nothing is connected before the first query. */
export function createPool({ connectionString, name, max, patience, onIdleError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    application_name: `gatherwell-${name}`,
    max,
    types: typeParsers(),
    keepAlive: true,
    idleTimeoutMillis: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    ...(patience !== undefined && {
      connectionTimeoutMillis: patience,
      statement_timeout: patience,
      // A little later, so that a database that is merely slow gets to say so itself, and keeps the connection.
      query_timeout: patience + 200,
    }),
    Client: ForsakingClient,
  });
  pool.on('error', onIdleError);
  // One that breaks between two statements of a transaction shows in the second; unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** The database over a pool; destroying it ends the pool. */
export function createPostgresDb(pool: pg.Pool): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * A connection that is closed when the database does not answer in time. Left open, it would go back to the pool
 * with the unanswered statement still in front of everybody else's.
 */
class ForsakingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const answer = query(...args);
      if (answer instanceof Promise)
        answer.catch((error: unknown) => {
          if (error instanceof Error && error.message === 'Query read timeout')
            this.connection.stream.destroy();
        });
      return answer;
    }) as typeof this.query;
  }
}

/** Whole numbers, counts among them, come as numbers, as they do from PGlite; the driver's own choice is text. */
function typeParsers(): pg.CustomTypesConfig {
  return {
    getTypeParser: ((oid: number, format?: 'text') =>
      oid === pg.types.builtins.INT8
        ? Number
        : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  };
}
