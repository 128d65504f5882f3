/** What is known of a call that failed. */
export interface Failure {
  reason: string;
  message: string;
  status: number;
  fields?: Record<string, string> | undefined;
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
  cause?: unknown;
}

/** A call that failed. */
export class GatherwellError extends Error {
  override readonly name: string = 'GatherwellError';
  /**
   * A stable word for programs: the server's (`validation`, `not-signed-in`, `not-found`, `too-often`, `told-once` …),
   * `network` where no response arrived, `timeout` where it took too long, and `no-api` where something else than the
   * API responded, such as a proxy.
   */
  readonly reason: string;
  /** The HTTP status; 0 where no response arrived. */
  readonly status: number;
  /** What is wrong with which field of the input, in sentences for people. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds after which the call may succeed, where the server says so. */
  readonly retryAfterSeconds: number | undefined;
  /** The number of the request in the server's log. */
  readonly requestId: string | undefined;

  constructor({ reason, message, status, fields = {}, retryAfterSeconds, requestId, cause }: Failure) {
    super(message, { cause });
    this.reason = reason;
    this.status = status;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
    this.requestId = requestId;
  }
}
