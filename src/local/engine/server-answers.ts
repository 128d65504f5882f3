import { api } from '#src/app/api.ts';

/** How long the answer to a small question may take, in milliseconds. */
const patience = 10_000;

/** Whether the server answers over HTTP. Tells also, by what it answers, whether the session is over. */
export function serverAnswers(): Promise<boolean> {
  return api.events.head.query(undefined, { signal: AbortSignal.timeout(patience) }).then(
    () => true,
    () => false,
  );
}
