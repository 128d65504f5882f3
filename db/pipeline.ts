import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

/** What a statement returned. */
export interface StatementResult {
  rows: object[];
  /** The command's name, such as `INSERT`. */
  command: string;
  rowCount: number | null;
}

/** The part of the driver's connection that sends the protocol's messages. */
interface Wire {
  stream: { writable: boolean; write(bytes: Buffer): unknown };
  parse(statement: { text: string; name: string }): void;
  bind(portal: {
    statement: string;
    values: readonly unknown[];
    valueMapper: (value: unknown) => unknown;
  }): void;
  describe(of: { type: 'P' | 'S'; name: string }): void;
  execute(portal: { portal: string; rows: number }): void;
  close(of: { type: 'P' | 'S'; name: string }): void;
  sync(): void;
}

interface Field {
  name: string;
  dataTypeID: number;
  format?: 'text';
}

type ParseRow = (values: readonly (string | null)[]) => object;

/** What a connection knows of a statement that it has prepared. */
interface Prepared {
  /** Undefined where it returns no rows; absent until it is known. */
  parseRow?: ParseRow | undefined;
}

/** The error where a prepared statement would return other columns than when it was prepared. */
const columnsChanged = '0A000';

/** The statements that each connection has prepared, by name. */
const preparedOn = new WeakMap<object, Map<string, Prepared>>();

/** The name under which a connection keeps a statement, parsed and planned; none where that is not worth it. */
export type StatementNames = (text: string, values: readonly unknown[]) => string | undefined;

/**
 * Statements that are sent together and end with one Sync, where the driver's own queries send one each: the database
 * then responds once, and neither side wakes up for each statement. Where one fails, the database skips those behind it.
 *
 * The columns of a prepared statement are asked for once for each connection. Where they would change, the database
 * rejects the statement once, and it is prepared anew the next time.
 *
 * The driver lets nothing but its own class be sent while it waits for a response, since others keep portals open. This
 * one does not.
 */
export class Pipeline extends pg.Query {
  /** Set by the driver, too, around its timeout. */
  callback: ((error: Error | null | undefined, results?: StatementResult[]) => void) | undefined;
  query_timeout: number | undefined;
  readonly #statements: readonly { text: string; name: string; values: readonly unknown[] }[];
  readonly #types: pg.CustomTypesConfig;
  readonly #results: StatementResult[] = [];
  #prepared = new Map<string, Prepared>();
  #rows: object[] = [];
  #parseRow: ParseRow | undefined;
  #error: Error | undefined;

  /**
   * Throws where a parameter is of a type that cannot be sent.
   *
   * @param statements what is sent, in its order
   * @param nameOf names the statements that are worth preparing
   * @param types how values of the database are read
   */
  constructor(statements: readonly CompiledQuery[], nameOf: StatementNames, types: pg.CustomTypesConfig) {
    super('');
    this.#types = types;
    this.#statements = statements.map(({ sql: text, parameters }) => ({
      text,
      name: nameOf(text, parameters) ?? '',
      values: parameters.map(prepareValue),
    }));
  }

  override submit = (connection: unknown): null => {
    const wire = connection as Wire;
    let prepared = preparedOn.get(wire);
    if (!prepared) preparedOn.set(wire, (prepared = new Map()));
    this.#prepared = prepared;
    const messages: Buffer[] = [];
    const collecting = collectingWire(wire, messages);
    for (const { text, name, values } of this.#statements) {
      const known = name === '' ? undefined : prepared.get(name);
      if (!known) collecting.parse({ text, name });
      if (!known && name !== '') prepared.set(name, {});
      collecting.bind({ statement: name, values, valueMapper: (value) => value });
      if (!known || !('parseRow' in known)) collecting.describe({ type: 'P', name: '' });
      collecting.execute({ portal: '', rows: 0 });
    }
    collecting.sync();
    // One buffer: gathering a dozen small ones takes the runtime longer than copying them.
    if (wire.stream.writable) wire.stream.write(Buffer.concat(messages));
    this.#expectRows();
    return null;
  };

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#parseRow = rowParser(fields, this.#types);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      if (this.#parseRow) this.#rows.push(this.#parseRow(fields));
    } catch (error) {
      this.#error ??= error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const known = this.#prepared.get(this.#statements[this.#results.length]?.name ?? '');
    if (known) known.parseRow = this.#parseRow;
    const words = text.split(' ');
    const count = words.length > 1 ? Number(words.at(-1)) : Number.NaN;
    this.#results.push({
      rows: this.#rows,
      command: words[0] ?? '',
      rowCount: Number.isNaN(count) ? null : count,
    });
    this.#expectRows();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handlePortalSuspended(): void {}

  handleError(error: Error & { code?: string }, connection: unknown): void {
    const index = this.#results.length;
    // A migration has changed the columns of the statement that failed: they are asked for again.
    const failed = this.#prepared.get(this.#statements[index]?.name ?? '');
    if (failed && error.code === columnsChanged) delete failed.parseRow;
    this.#forgetFrom(index, connection as Wire);
    this.callback?.(error);
  }

  handleReadyForQuery(): void {
    if (this.#error) this.callback?.(this.#error);
    else this.callback?.(null, this.#results);
  }

  /** Gets ready for what the next statement returns. */
  #expectRows(): void {
    this.#rows = [];
    this.#parseRow = this.#prepared.get(this.#statements[this.#results.length]?.name ?? '')?.parseRow;
  }

  /** Whether what failed, or was skipped, had been prepared is not known: it is prepared again. */
  #forgetFrom(index: number, wire: Wire): void {
    for (const { name } of this.#statements.slice(index)) {
      const known = this.#prepared.get(name);
      if (!known || 'parseRow' in known) continue;
      this.#prepared.delete(name);
      wire.close({ type: 'S', name });
    }
  }
}

/** Returns a connection that keeps the messages that are sent on it, in their order, instead of writing them. */
const collectingWire = (wire: Wire, messages: Buffer[]): Wire =>
  Object.create(wire, {
    stream: { value: { writable: true, write: (bytes: Buffer) => messages.push(bytes) } },
  });

/** Returns how the rows of a statement are read. */
function rowParser(fields: readonly Field[], types: pg.CustomTypesConfig): ParseRow {
  const names = fields.map(({ name }) => name);
  const parsers = fields.map(
    ({ dataTypeID, format = 'text' }) =>
      types.getTypeParser(dataTypeID, format) as (value: string) => unknown,
  );
  // One object that all rows are made from, so that they have one shape.
  const empty = Object.fromEntries(names.map((name) => [name, null]));
  return (values) => {
    const row: Record<string, unknown> = { ...empty };
    // By index: an iterator for each row, or a pair for each column, costs more than reading it.
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      const parse = parsers[index];
      const value = values[index];
      if (name !== undefined && parse && typeof value === 'string') row[name] = parse(value);
    }
    return row;
  };
}
