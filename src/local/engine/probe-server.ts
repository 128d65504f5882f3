import { api } from '#src/app/api.ts';

/** Milliseconds that the server has for a small request. */
const timeoutMs = 10_000;

/** Resolves to whether the server responds over HTTP. Its response also ends a session that is over. */
export function probeServer(): Promise<boolean> {
  return api.events.head.query(undefined, { signal: AbortSignal.timeout(timeoutMs) }).then(
    () => true,
    () => false,
  );
}
