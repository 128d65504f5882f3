import type { EventsPort } from '../ports.ts';

/** Waits for notifications of one user. One that arrives between a query and the wait ends the wait at once. */
export function createWakeUp(doorbell: EventsPort, userId: string, signal: AbortSignal | undefined) {
  let isNotified = false;
  let wake = () => {};
  const onNotified = () => {
    isNotified = true;
    wake();
  };
  const stopListening = doorbell.listen(userId, onNotified);
  signal?.addEventListener('abort', onNotified);
  return {
    /** Resolves at the next notification, after that many milliseconds, or when the signal aborts. */
    async wait(milliseconds: number): Promise<void> {
      if (!isNotified) {
        let timer: ReturnType<typeof setTimeout> | undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, milliseconds);
        });
        clearTimeout(timer);
      }
      isNotified = false;
    },
    stop() {
      stopListening();
      signal?.removeEventListener('abort', onNotified);
    },
  };
}
