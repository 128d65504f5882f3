import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type OperationNodeSource,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Db, Trx } from './database.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/*
 * Round trips to the database are most of what a short write costs. Statements of which none needs a row that another
 * one returns can be sent together; the database runs them one after the other, each with a snapshot of its own, as if
 * each had waited for the one before.
 */

/** A statement that was built and not executed. */
export interface Statement<Row = unknown> {
  compile(db: Db): CompiledQuery<Row>;
}

/** The rows of each statement, in order. */
type RowsOf<Statements extends readonly unknown[]> = {
  [Index in keyof Statements]: Statements[Index] extends Statement<infer Row> ? Row[] : never;
};

/** Several statements in the place of one. */
interface Batch extends CompiledQuery {
  statements: readonly CompiledQuery[];
  isLast: boolean;
}

/** Returns the statements that a query sends: several for what `executeTogether` executes. */
export const statementsIn = (query: CompiledQuery): readonly CompiledQuery[] =>
  isBatch(query) ? query.statements : [query];

/**
 * Sends statements together, in one round trip, and resolves to their rows. Where one fails, those behind it have
 * changed nothing, and its error is thrown. Outside of a transaction only what reads may be sent: not every engine takes
 * back the statements before the one that failed.
 *
 * @param isLast commits the transaction in the same round trip; nothing can be executed in it afterwards
 */
export async function executeTogether<const Statements extends readonly Statement[]>(
  db: Db | Trx,
  statements: Statements,
  { isLast = false } = {},
): Promise<RowsOf<Statements>> {
  const compiled = statements.map((statement) => statement.compile(db));
  const batch: Batch = {
    ...CompiledQuery.raw(compiled.map(({ sql }) => sql).join(';\n')),
    statements: compiled,
    isLast,
  };
  const { rows } = await db.executeQuery(batch);
  return rows as RowsOf<Statements>;
}

/** Executes a statement by itself and resolves to its rows. */
export async function executeAlone<Row>(db: Db, statement: Statement<Row>): Promise<Row[]> {
  const { rows } = await db.executeQuery(statement.compile(db));
  return rows;
}

/**
 * The dialect with connections that take `executeTogether`.
 *
 * @param canPipeline whether a connection takes a statement before the one before it has returned. A transaction's
 *   BEGIN then travels with its first statements; else statements are sent one by one, as transactions begin and end.
 */
export function withBatches(dialect: Dialect, { canPipeline }: { canPipeline: boolean }): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new BatchDriver(dialect.createDriver(), canPipeline),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

class BatchDriver implements Driver {
  readonly #inner: Driver;
  readonly #canPipeline: boolean;
  readonly #connections = new WeakMap<DatabaseConnection, BatchConnection>();

  constructor(inner: Driver, canPipeline: boolean) {
    this.#inner = inner;
    this.#canPipeline = canPipeline;
  }

  init: Driver['init'] = (options) => this.#inner.init(options);
  destroy: Driver['destroy'] = (options) => this.#inner.destroy(options);

  async acquireConnection(...options: Parameters<Driver['acquireConnection']>): Promise<BatchConnection> {
    const inner = await this.#inner.acquireConnection(...options);
    const known = this.#connections.get(inner);
    if (known) return known;
    const connection = this.#canPipeline ? new PipelinedConnection(inner) : new BatchConnection(inner);
    this.#connections.set(inner, connection);
    return connection;
  }

  async beginTransaction(connection: BatchConnection, settings: TransactionSettings): Promise<void> {
    const isUsual = settings.isolationLevel === undefined && settings.accessMode === undefined;
    if (isUsual && connection instanceof PipelinedConnection) connection.transaction = 'to begin';
    else await this.#inner.beginTransaction(connection.inner, settings);
  }

  async commitTransaction(connection: BatchConnection): Promise<void> {
    if (leaveTransaction(connection)) await this.#inner.commitTransaction(connection.inner);
  }

  /**
   * Where the database is away, or the connection was closed, the database rolls back by itself. Rejecting would hide
   * why the transaction failed.
   */
  async rollbackTransaction(connection: BatchConnection): Promise<void> {
    if (!leaveTransaction(connection)) return;
    await this.#inner.rollbackTransaction(connection.inner).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error;
    });
  }

  savepoint: NonNullable<Driver['savepoint']> = async (...of) => this.#inner.savepoint?.(...of);
  rollbackToSavepoint: NonNullable<Driver['rollbackToSavepoint']> = async (...to) =>
    this.#inner.rollbackToSavepoint?.(...to);
  releaseSavepoint: NonNullable<Driver['releaseSavepoint']> = async (...of) =>
    this.#inner.releaseSavepoint?.(...of);

  releaseConnection(
    connection: BatchConnection,
    ...options: Parameters<Driver['acquireConnection']>
  ): Promise<void> {
    return this.#inner.releaseConnection(connection.inner, ...options);
  }
}

/** Returns whether the database has a transaction to end on this connection. Afterwards there is none. */
function leaveTransaction(connection: BatchConnection): boolean {
  const { transaction } = connection;
  connection.transaction = 'none';
  return transaction === 'none' || (transaction === 'ended' && !(connection instanceof PipelinedConnection));
}

/** Sends the statements of a batch one after the other. */
class BatchConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  /** What is special about the connection's transaction: BEGIN was not sent yet, or its last statement was. */
  transaction: 'none' | 'to begin' | 'ended' = 'none';

  constructor(inner: DatabaseConnection) {
    this.inner = inner;
  }

  async executeQuery<R>(
    query: CompiledQuery,
    ...options: [Parameters<DatabaseConnection['executeQuery']>[1]?]
  ): Promise<QueryResult<R>> {
    this.checkOpen();
    if (!isBatch(query)) return this.inner.executeQuery<R>(query, ...options);
    const rows: unknown[] = [];
    if (query.isLast) this.transaction = 'ended';
    for (const statement of query.statements) rows.push((await this.inner.executeQuery(statement)).rows);
    return { rows: rows as R[] };
  }

  protected checkOpen(): void {
    if (this.transaction === 'ended') throw new Error('The transaction has had its last statement.');
  }

  streamQuery<R>(
    ...query: Parameters<DatabaseConnection['streamQuery']>
  ): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(...query);
  }
}

/** The statement that begins a transaction. */
export const begin = CompiledQuery.raw('begin');
const commit = CompiledQuery.raw('commit');

/** Stands in the place of a statement's parameters where the driver is to send several statements at once. */
export class Together extends Array<never> {
  readonly statements: readonly CompiledQuery[];

  constructor(statements: readonly CompiledQuery[]) {
    super();
    this.statements = statements;
  }
}

/** Sends the statements of a batch at once, with what begins and ends their transaction. */
class PipelinedConnection extends BatchConnection {
  override async executeQuery<R>(
    query: CompiledQuery,
    ...options: [Parameters<DatabaseConnection['executeQuery']>[1]?]
  ): Promise<QueryResult<R>> {
    this.checkOpen();
    const isFirst = this.transaction === 'to begin';
    if (!isFirst && !isBatch(query)) return this.inner.executeQuery<R>(query, ...options);
    const { statements, isLast } = isBatch(query) ? query : { statements: [query], isLast: false };
    this.transaction = 'none';
    const { rows: results } = await this.inner.executeQuery<SentResult>(
      {
        ...query,
        parameters: new Together([...(isFirst ? [begin] : []), ...statements, ...(isLast ? [commit] : [])]),
      },
      ...options,
    );
    // Where one of them failed, COMMIT was not executed, and there is a transaction to roll back.
    if (isLast) this.transaction = 'ended';
    // An error that the work kept to itself had aborted the transaction before.
    if (isLast && results.at(-1)?.command === 'ROLLBACK')
      throw new Error('An aborted transaction was not committed.');
    const own = results.slice(isFirst ? 1 : 0, isLast ? -1 : undefined);
    return (isBatch(query) ? { rows: own.map(({ rows }) => rows) } : resultOf(own[0])) as QueryResult<R>;
  }

  override streamQuery<R>(
    ...query: Parameters<DatabaseConnection['streamQuery']>
  ): AsyncIterableIterator<QueryResult<R>> {
    if (this.transaction === 'to begin') throw new Error('A transaction cannot begin with a stream.');
    return super.streamQuery<R>(...query);
  }
}

/** What the driver returns of each statement that it sent together with others. */
interface SentResult {
  rows: unknown[];
  command: string;
  rowCount: number | null;
}

const changes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function resultOf(sent: SentResult | undefined): QueryResult<unknown> {
  const { rows = [], command = '', rowCount = null } = sent ?? {};
  return { rows, ...(changes.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
}

const isBatch = (query: CompiledQuery): query is Batch => 'statements' in query;

/** What `compileOnce` takes, of a statement that can also be a part of another one. */
export interface Template {
  name: string;
  parameters: object;
  /** Takes `parameters`, or what stands for them. */
  build(parameters: object): Statement & OperationNodeSource;
}

/** Checks a template. */
export const defineTemplate = <Parameters extends object>(
  name: string,
  parameters: Parameters,
  build: (parameters: Parameters) => Statement & OperationNodeSource,
): Template => ({ name, parameters, build: (given) => build(given as Parameters) });

/** Stands for a parameter in a statement that is compiled once. */
class Hole {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const templates = new Map<string, CompiledQuery>();

/**
 * Returns a statement that is built and compiled once, and afterwards only filled with its parameters: for statements
 * that are sent often and take longer to build than the database takes to execute them.
 *
 * @param name stands for the text of the statement: whatever changes the text is a part of it
 * @param parameters all that differs between calls with one name
 * @param build may do nothing with the parameters but pass them on as values
 */
export function compileOnce<Parameters extends object, Row>(
  name: string,
  parameters: Parameters,
  build: (parameters: Parameters) => Statement<Row>,
): Statement<Row> {
  return {
    compile(db) {
      let template = templates.get(name);
      if (!template) {
        const holes = Object.keys(parameters).map((key) => [key, new Hole(key)]);
        template = build(Object.fromEntries(holes) as Parameters).compile(db);
        templates.set(name, template);
      }
      const values = parameters as Record<string, unknown>;
      const filled = template.parameters.map((value) => (value instanceof Hole ? values[value.name] : value));
      return { ...template, parameters: filled };
    },
  };
}
