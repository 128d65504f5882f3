import type { CompiledQuery } from 'kysely';

/** The error code with which a precondition's statement fails: see `precondition_failed()` in the migrations. */
const preconditionFailedCode = 'GW001';

/** Thrown where a precondition does not hold. */
export class PreconditionFailed extends Error {
  override name = 'PreconditionFailed';

  constructor() {
    super('What the work was begun on does not hold.');
  }
}

/**
 * What some work takes for granted, and the statement that fails where it does not hold. It costs no round trip of its
 * own: it travels in front of the first statement that the work executes, in the same transaction where there is one, and
 * where it fails the database skips what comes behind it. Once it has succeeded it is not sent again.
 *
 * Statements on other connections may run at the same time and return rows; so whoever runs the work must not let
 * anything of it out before `verify`. Transactions begin only where it is not on its way: see `connectionClass`.
 */
export class Precondition {
  readonly statement: CompiledQuery;
  #state: 'unsent' | 'sent' | 'met' | 'failed' = 'unsent';
  #settled: Promise<void> = Promise.resolve();

  constructor(statement: CompiledQuery) {
    this.statement = statement;
  }

  /** Returns how to report what became of the statement, where it is to be sent now. Throws where it failed before. */
  take(): ((error: unknown) => void) | undefined {
    if (this.#state === 'failed') throw new PreconditionFailed();
    if (this.#state !== 'unsent') return undefined;
    this.#state = 'sent';
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#settled = promise;
    return (error) => {
      // Where something else failed, whether it came before or after is not known: the next statement carries it again.
      this.#state = error == null ? 'met' : isFailed(error) ? 'failed' : 'unsent';
      resolve();
    };
  }

  /** Resolves when the statement is not on its way; undefined where it is not now. */
  get pending(): Promise<void> | undefined {
    return this.#state === 'sent' ? this.#settled : undefined;
  }

  /**
   * Resolves where it holds. Throws `PreconditionFailed` where it does not, or the error of `send`.
   *
   * @param send executes the statement by itself
   */
  async verify(send: (statement: CompiledQuery) => Promise<unknown>): Promise<void> {
    await this.pending;
    const settle = this.take();
    if (!settle) return;
    try {
      await send(this.statement);
      settle(undefined);
    } catch (error) {
      settle(error);
      throw isFailed(error) ? new PreconditionFailed() : error;
    }
  }
}

const isFailed = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === preconditionFailedCode;
