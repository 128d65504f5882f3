/** SQLSTATE codes of a database that is there but cannot respond now, and Node's error codes where it is not there. */
const codes = new Set([
  '53200', // out of memory
  '53300', // too many connections
  '57014', // a statement took longer than it may
  '57P01', // shutting down on command
  '57P02', // shutting down after a crash
  '57P03', // starting
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * The same as messages of the driver, which have no code. Where the pool was ended, this process is stopping, and the
 * request outlasted its grace period: another process will serve the retry.
 */
const words =
  /^(?:timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client (?:has enc|was closed)|Cannot use a pool after)/;

/** A request has waited for the database for as long as it may. */
export class DatabaseTimeout extends Error {
  override name = 'DatabaseTimeout';

  constructor() {
    super('The request has waited too long for the database.');
  }
}

/**
 * A transaction was committed on the primary, and no synchronous replica has confirmed that it has it. It may be lost with
 * the primary's disk, so it must not be reported as done. The same write with its idempotency key may be sent again.
 */
export class UnconfirmedCommit extends Error {
  override name = 'UnconfirmedCommit';

  constructor() {
    super('No synchronous replica has confirmed the transaction.');
  }
}

/** Whether an error of a query means that the database is away or stalled, so that trying again later may help. */
export function isDatabaseUnavailable(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseTimeout || error instanceof UnconfirmedCommit) return true;
  const code = 'code' in error ? String(error.code) : '';
  // A socket that is not there, or whose queue is full.
  if ('syscall' in error && error.syscall === 'connect' && (code === 'ENOENT' || code === 'EAGAIN'))
    return true;
  return codes.has(code) || code.startsWith('08') || words.test(error.message);
}

/** Codes of the database, and of the file system, for a disk or a quota that is full. */
const fullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Whether an error, or what caused it, is a full disk: of the database, or of a folder that is written to. */
export function isStorageFull(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return ('code' in error && fullCodes.has(String(error.code))) || isStorageFull(error.cause);
}
