import type { EventsPort } from '../ports.ts';
import { isHint } from './doorbell-keys.ts';

/** The doorbell within one process. Between several processes, each has one behind the shared doorbell. */
export interface LocalDoorbell extends EventsPort {
  /** Calls every listener but those of hints: notifications may have been lost. */
  notifyAll(): void;
}

export function createLocalDoorbell(): LocalDoorbell {
  const listeners = new Map<string, Set<() => void>>();
  const notifyUser = (userId: string) => {
    for (const listener of listeners.get(userId) ?? []) listener();
  };
  return {
    notify: (userIds) => userIds.forEach(notifyUser),
    notifyAll: () => [...listeners.keys()].filter((key) => !isHint(key)).forEach(notifyUser),
    listen(userId, listener) {
      // Wrapped, so that the same function can listen twice and stop once.
      const own = () => listener();
      const others = listeners.get(userId) ?? new Set();
      listeners.set(userId, others.add(own));
      return () => {
        others.delete(own);
        if (others.size === 0 && listeners.get(userId) === others) listeners.delete(userId);
      };
    },
    listeners: (userId) => listeners.get(userId)?.size ?? 0,
  };
}
