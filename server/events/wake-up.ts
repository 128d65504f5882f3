import type { EventsPort } from '../ports.ts';

/** Waits for one user's doorbell. A ring while nobody waits is kept, so none falls between looking and waiting. */
export function createWakeUp(doorbell: EventsPort, userId: string, signal: AbortSignal | undefined) {
  let isRung = false;
  let wake = () => {};
  const onRing = () => {
    isRung = true;
    wake();
  };
  const stopListening = doorbell.listen(userId, onRing);
  signal?.addEventListener('abort', onRing);
  return {
    /** Resolves at the next ring, after that many milliseconds, or when the signal aborts. */
    async wait(milliseconds: number): Promise<void> {
      if (!isRung) {
        let timer: ReturnType<typeof setTimeout> | undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, milliseconds);
        });
        clearTimeout(timer);
      }
      isRung = false;
    },
    stop() {
      stopListening();
      signal?.removeEventListener('abort', onRing);
    },
  };
}
