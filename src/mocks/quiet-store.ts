import { IdbFs } from '@electric-sql/pglite';

/** So long after it was opened, in milliseconds, a database is kept for the first time. */
const firstRest = 1_000;

/**
 * Keeps the files of a database in IndexedDB, and begins with it when the first screen is there: writing a whole new
 * database holds up every query for half a second. What is not kept yet is kept before the database is closed.
 */
export class QuietStore extends IdbFs {
  readonly #rest = Promise.withResolvers<void>();
  #isClosing = false;
  #keeping = Promise.resolve();

  constructor(folder: string) {
    super(folder);
    setTimeout(this.#rest.resolve, firstRest);
  }

  override async syncToFs(): Promise<void> {
    await this.#rest.promise;
    if (this.#isClosing) return;
    this.#keeping = super.syncToFs();
    await this.#keeping;
  }

  override async closeFs(): Promise<void> {
    this.#isClosing = true;
    this.#rest.resolve();
    // Two at once would only do the same twice. One that failed is made up for by the last.
    await this.#keeping.catch(() => undefined);
    await super.syncToFs();
    await super.closeFs();
  }
}
