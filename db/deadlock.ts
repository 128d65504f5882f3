/**
 * Whether a transaction was undone because it and others waited for each other in a circle. The database picks one of
 * them, and nothing is wrong with it: done again, it goes through.
 */
export function isDeadlock(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === '40P01') || isDeadlock(error.cause);
}
