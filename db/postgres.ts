import { CompiledQuery, Kysely, type Logger, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { begin, Together, withBatches } from './batch.ts';
import { type Db, setRunners } from './database.ts';
import { currentDeadline, limitConnecting } from './deadline.ts';
import { parseInstant } from './instant.ts';
import { Pipeline, type StatementNames, type StatementResult } from './pipeline.ts';
import { isPlannedAnew } from './planned-anew.ts';
import type { Precondition } from './precondition.ts';
import { currentPrecondition, outsideOfRequest, underPrecondition } from './request-scope.ts';
import type { Database } from './schema.ts';
import { DatabaseTimeout, UnconfirmedCommit } from './unavailable.ts';

export interface PoolOptions {
  connectionString: string;
  /** What the server's list of connections shows, after `gatherwell-`. */
  name: string;
  /** Most connections at once. */
  max: number;
  /**
   * Timeout for getting a connection, and for each statement. A statement over it fails in the database; where the
   * database does not report that, the connection is closed. `undefined`: no timeout. `withDatabaseDeadline` sets
   * the deadline of a whole request.
   */
  timeoutMs: number | undefined;
  /** False where connections also copy or stream, which cannot share a connection with pipelined statements. */
  pipeline?: boolean;
  /** True where the database is a replica: nothing is written there, and sessions are looked at on the primary. */
  isReplica?: boolean;
  /**
   * True where a pooler in transaction mode stands in between: each transaction may run on another connection of the
   * database, so that nothing is prepared on one, and the pooler sets what sessions have, its statement timeout among it.
   */
  isPooled?: boolean;
  /** Called when an idle connection breaks. The pool opens another when one is needed. */
  onIdleError(error: Error): void;
}

/** Opens a pool. Nothing is connected before the first query. */
export function createPool({
  connectionString,
  name,
  max,
  timeoutMs,
  pipeline = true,
  isReplica = false,
  isPooled = false,
  onIdleError,
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    // The pooler's connections keep the name for a while after the last of ours.
    application_name: `gatherwell-${isPooled ? 'pooled-' : ''}${name}`,
    max,
    types: typeParsers(),
    pipeline,
    keepAlive: true,
    idleTimeoutMillis: 60_000,
    ...(!isPooled && {
      // Queries are short, and many at once: starting parallel workers takes longer than they save. Dates in JSON are
      // written in the session's time zone; UTC is what people get, and needs no converting.
      // A replica that was promoted would accept writes.
      options: `-c max_parallel_workers_per_gather=0 -c TimeZone=UTC${isReplica ? ' -c default_transaction_read_only=on' : ''}`,
      idle_in_transaction_session_timeout: 60_000,
    }),
    ...(timeoutMs !== undefined && {
      connectionTimeoutMillis: timeoutMs,
      ...(!isPooled && { statement_timeout: timeoutMs }),
      // A little later, so that a database that is merely slow reports the timeout itself, and keeps the connection.
      query_timeout: timeoutMs + 200,
    }),
    Client: isPooled
      ? pooledConnectionClass()
      : connectionClass(createStatementNames(), isReplica ? () => undefined : currentPrecondition),
  });
  limitConnecting(pool);
  pool.on('error', (error) => {
    // A pool that ends closes connections without waiting; errors of the server after that are expected.
    if (!pool.ending) onIdleError(error);
  });
  // One that breaks between two statements of a transaction shows in the second; unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * The database over a pool. Destroying it ends the pool, but only where it was used: who shares the pool ends that.
 *
 * @param onStatement called with each statement that has returned, and with those that were sent together as one
 */
export function createPostgresDb(pool: PostgresPool, onStatement?: Logger): Db {
  const canPipeline = 'pipeline' in pool.options && pool.options.pipeline === true;
  const db = new Kysely<Database>({
    dialect: withBatches(new PostgresDialect({ pool }), { canPipeline }),
    ...(onStatement && { log: onStatement }),
  });
  setRunners(db, { shared: outsideOfRequest, ...(canPipeline && { under: underPrecondition }) });
  return db;
}

/** Milliseconds that a request gets to take back a transaction when its deadline is over. */
const rollbackMs = 100;

type Callback = (error: unknown, result?: unknown) => void;

/**
 * The warning with which a COMMIT succeeds whose wait for synchronous replicas ended early, by the statement's timeout
 * or by the server's end.
 */
const isUnconfirmed = ({ routine }: { routine?: string | undefined }) => routine === 'SyncRepWaitForLSN';

/**
 * Connections that prepare statements, keep to the deadline of the request that sends them, and are closed when the
 * database does not respond in time. Left open, such a one would go back to the pool with the pending statement still
 * in front of all others.
 *
 * A statement fails that the database reports as done before its synchronous replicas have it.
 */
function connectionClass(nameOf: StatementNames, preconditionOf: typeof currentPrecondition) {
  return class Connection extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const query = this.query.bind(this) as (...args: unknown[]) => unknown;
      const types = config?.types ?? pg.types;
      let unconfirmed: UnconfirmedCommit | undefined;
      this.on('notice', (notice) => {
        if (isUnconfirmed(notice)) unconfirmed = new UnconfirmedCommit();
      });
      /** Returns why what has just returned does not count as done. The warning comes before the response. */
      const takeUnconfirmed = () => {
        const taken = unconfirmed;
        unconfirmed = undefined;
        return taken;
      };
      const closeIfSilent = (error: unknown) => {
        if (!(error instanceof Error) || error.message !== 'Query read timeout') return;
        this.connection.stream.destroy();
        // At once, not when the socket is closed: until then the pool would give it to other requests.
        void this.end();
      };
      this.query = ((first: unknown, ...rest: unknown[]) => {
        if (typeof first === 'object' && first !== null && 'submit' in first) return query(first, ...rest);
        const callback = rest.findLast((part) => typeof part === 'function') as Callback | undefined;
        const deadline = currentDeadline();
        const leftMs =
          deadline && Math.ceil(Math.max(deadline.leftMs, textOf(first) === 'rollback' ? rollbackMs : 0));
        if (leftMs === 0) return rejectQuery(callback);

        const stop = deadline?.start();
        const settled = (error?: unknown) => {
          stop?.();
          closeIfSilent(error);
        };
        const timeout = leftMs !== undefined && isShorter(leftMs, config) ? leftMs : undefined;
        const statements = callback ? undefined : statementsOf(first, rest[0]);
        if (statements) {
          const send = (sent: readonly CompiledQuery[]) => {
            const pipeline = new Pipeline(sent, nameOf, types);
            pipeline.query_timeout = timeout;
            const { promise, resolve, reject } = Promise.withResolvers<StatementResult[]>();
            pipeline.callback = (reported, results = []) => {
              const error = takeUnconfirmed() ?? reported;
              settled(error);
              if (error) reject(error);
              else resolve(results);
            };
            query(pipeline);
            return promise;
          };
          const results = sendUnder(preconditionOf(), statements, send);
          return results.then((all) => (rest[0] instanceof Together ? { rows: all } : all[0]));
        }
        const statement: Statement =
          typeof first === 'string' ? { text: first } : { ...(first as Statement) };
        if (timeout !== undefined) statement.query_timeout = timeout;
        if (callback) {
          const heard: Callback = (reported, result) => {
            const error = takeUnconfirmed() ?? reported;
            settled(error);
            callback(error, result);
          };
          return query(statement, ...rest.map((part) => (part === callback ? heard : part)));
        }
        const pending = (query(statement, ...rest) as Promise<unknown>).finally(() => {
          const error = takeUnconfirmed();
          if (error) throw error;
        });
        pending.then(() => settled(), settled);
        return pending;
      }) as typeof this.query;
    }
  };
}

/**
 * Connections to a pooler in transaction mode. The time zone is a setting that poolers keep for each client, whatever
 * connection of the database its transactions run on.
 */
function pooledConnectionClass() {
  return class PooledConnection extends connectionClass(() => undefined, currentPrecondition) {
    getStartupConf(): Record<string, string> {
      const ancestor = pg.Client.prototype as unknown as { getStartupConf(): Record<string, string> };
      return { ...ancestor.getStartupConf.call(this), TimeZone: 'UTC' };
    }
  };
}

/**
 * Sends statements with what has to hold for them in front, or behind what begins their transaction. A transaction begins
 * only once it is known whether it holds: it might be committed before.
 */
async function sendUnder(
  precondition: Precondition | undefined,
  statements: readonly CompiledQuery[],
  send: (statements: readonly CompiledQuery[]) => Promise<StatementResult[]>,
): Promise<StatementResult[]> {
  const begins = statements[0] === begin;
  if (begins) await precondition?.pending;
  const settle = precondition?.take();
  if (!precondition || !settle) return send(statements);
  const place = begins ? 1 : 0;
  try {
    const results = await send(statements.toSpliced(place, 0, precondition.statement));
    settle(undefined);
    return results.toSpliced(place, 1);
  } catch (error) {
    settle(error);
    throw error;
  }
}

/** A statement as the driver takes it, with the settings that it brings of its own. */
interface Statement {
  text: string;
  query_timeout?: number;
}

const textOf = (first: unknown): unknown => (typeof first === 'object' ? (first as Statement).text : first);

/** Returns what is sent as a pipeline: several statements, or one with parameters. A text without any may hold several. */
function statementsOf(text: unknown, values: unknown): readonly CompiledQuery[] | undefined {
  if (values instanceof Together) return values.statements;
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return undefined;
  return [CompiledQuery.raw(text, values)];
}

function isShorter(leftMs: number, config: pg.ClientConfig | undefined): boolean {
  return config?.query_timeout === undefined || leftMs < config.query_timeout;
}

/** Rejects a statement that was not sent. */
function rejectQuery(callback: Callback | undefined): Promise<never> | undefined {
  const error = new DatabaseTimeout();
  if (!callback) return Promise.reject(error);
  process.nextTick(callback, error);
  return undefined;
}

/**
 * Names what a pool sends. Planning a feed takes the database longer than executing it; a named statement is planned
 * a few times on each connection, and from then on the plan that fits all values is kept.
 *
 * Texts vary without end only by the length of their lists, so those with many values stay unnamed; and there is a
 * most, since every connection keeps what it prepared. What is to be planned anew stays unnamed, too.
 */
function createStatementNames({ mostValues = 30, mostStatements = 300 } = {}): StatementNames {
  const names = new Map<string, string>();
  return (text, values) => {
    if (values.length > mostValues || isPlannedAnew(text)) return undefined;
    const name = names.get(text);
    if (name !== undefined || names.size === mostStatements) return name;
    const added = `statement-${names.size}`;
    names.set(text, added);
    return added;
  };
}

/**
 * Whole numbers, counts among them, come as numbers, as they do from PGlite; the driver's own choice is text. Instants
 * are read by the runtime, where they are written as connections have them written: in ISO form, at UTC.
 */
function typeParsers(): pg.CustomTypesConfig {
  const { INT8, TIMESTAMPTZ } = pg.types.builtins;
  const parseAny = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => unknown;
  const own = new Map<number, unknown>([
    [INT8, Number],
    [TIMESTAMPTZ, (text: string) => parseInstant(text) ?? parseAny(text)],
  ]);
  return {
    getTypeParser: ((oid: number, format?: 'text') =>
      own.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  };
}
