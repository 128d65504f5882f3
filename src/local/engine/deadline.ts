/** A timeout that begins anew with each progress. */
export class Deadline {
  readonly #over = new AbortController();
  readonly #ms: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number) {
    this.#ms = ms;
    this.move();
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Begins anew. */
  move(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#over.abort(), this.#ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
