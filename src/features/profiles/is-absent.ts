import { failureOf } from '#src/app/failure.ts';

/** Whether an error says that there is nobody of that id; an address that is no id means the same to a reader. */
export function isAbsent(error: unknown): boolean {
  const { reason } = failureOf(error);
  return reason === 'not-found' || reason === 'validation';
}
