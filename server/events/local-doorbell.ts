import type { EventsPort } from '../ports.ts';

/** The doorbell within one process; whole where there is only one, and the last step where there are several. */
export interface LocalDoorbell extends EventsPort {
  /** Rings everybody who listens: after rings may have been lost. */
  ringAll(): void;
}

export function createLocalDoorbell(): LocalDoorbell {
  const listeners = new Map<string, Set<() => void>>();
  const ring = (userId: string) => {
    for (const listener of listeners.get(userId) ?? []) listener();
  };
  return {
    ring: (userIds) => userIds.forEach(ring),
    ringAll: () => [...listeners.keys()].forEach(ring),
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
