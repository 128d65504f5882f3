import { useSyncExternalStore } from 'react';
import { createListeners } from '#src/lib/listeners.ts';

const listeners = createListeners();
let count = 0;

/** Notes that the handle on the signed-in user's database was closed, or that the database may be opened again. */
export function noteHandleChange(): void {
  count += 1;
  listeners.notify();
}

/**
 * Returns how often that happened. What was read before has to be read anew then: a read that found no handle is notified
 * of no change.
 */
export const useHandleChanges = (): number => useSyncExternalStore(listeners.subscribe, () => count);
