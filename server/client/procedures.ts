/** What can be set for one call. */
export interface CallOptions {
  /** Ends the call, and what is left of its retries, with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds that each attempt may take, in place of the client's. */
  timeoutMs?: number | undefined;
}

/** What can be set for one write. */
export interface WriteOptions extends CallOptions {
  /**
   * The key under which the server does this write once, a UUID. The client makes one for each call; give your own
   * where the same write may be sent again after your program was restarted. Keys are kept for 45 days.
   */
  idempotencyKey?: string | undefined;
}

/** What can be set for one subscription. */
export interface SubscribeOptions {
  /** Ends the subscription with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called when the connection was lost, before it is made again. */
  onLost?: ((error: unknown) => void) | undefined;
}

/** The arguments of a call: nothing has to be given for a procedure without input. */
export type Arguments<Input, Options> = [Input] extends [void]
  ? [input?: undefined, options?: Options]
  : undefined extends Input
    ? [input?: Input, options?: Options]
    : [input: Input, options?: Options];

/** Reads. Sent again where no response arrived or the server asks to come back. */
export interface Query<Input, Output> {
  query(...args: Arguments<Input, CallOptions>): Promise<Output>;
}

/** A page of a list: `cursor` leads to the next one. */
export interface CursorPage {
  items: readonly unknown[];
  cursor: string | null;
}

/** A page of a list with numbers: `pages` leads to those around it. */
export interface NumberedPage {
  items: readonly unknown[];
  page: number;
  pages: readonly { page: number; cursor: string | null }[];
}

/** Reads a list, a page at a time. */
export interface PagedQuery<Input, Output extends CursorPage | NumberedPage> extends Query<Input, Output> {
  /** Reads all pages from the input's on, each one when it is asked for. */
  pages(...args: Arguments<Input, CallOptions>): AsyncGenerator<Output, void, undefined>;
  /** Reads the items of all pages from the input's on, each page when it is asked for. */
  items(...args: Arguments<Input, CallOptions>): AsyncGenerator<Output['items'][number], void, undefined>;
}

/** Writes. Sent again with the same idempotency key where no response arrived, so that it is done once. */
export interface Mutation<Input, Output> {
  mutate(...args: Arguments<Input, WriteOptions>): Promise<Output>;
}

/** Sends messages until its loop ends. A lost connection is made again, and goes on where it was. */
export interface Subscription<Input, Output> {
  subscribe(...args: Arguments<Input, SubscribeOptions>): AsyncGenerator<Output, void, undefined>;
}
