/** SQLSTATE codes of a database that is there but cannot answer now, and what Node says where it is not there. */
const codes = new Set([
  '53300', // too many connections
  '57014', // a statement took longer than it may
  '57P01', // shutting down, as told
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
 * The same in the driver's words, which have no code. Where the pool was ended, it is this process that goes, and a
 * request that outlasted its farewell: another process answers it.
 */
const words =
  /^(?:timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has enc|Cannot use a pool after)/;

/** Whether an error of a query means that the database is away or stalled, so that trying again later may help. */
export function isDatabaseUnavailable(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return codes.has(code) || code.startsWith('08') || words.test(error.message);
}
