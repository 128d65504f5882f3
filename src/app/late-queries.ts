import type { QueryClient } from '@tanstack/react-query';

let client: QueryClient | undefined;
const listeners = new Set<() => void>();

/** The client of queries, which comes with the first code that asks the server: a visitor's first screen need not. */
export const lateQueries = {
  get: (): QueryClient | undefined => client,

  provide(made: QueryClient): void {
    client = made;
    for (const listener of listeners) listener();
  },

  /** Calls `listener` once the client is there; returns an unsubscribe function. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
