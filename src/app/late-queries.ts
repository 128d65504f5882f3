import type { QueryClient } from '@tanstack/react-query';
import type { TRPCUntypedClient } from '@trpc/client';
import { createContext } from 'react';
import type { AppRouter } from '#server/router.ts';

/** What the hooks of `@trpc/react-query` take from their context. */
export interface QueriesOfApp {
  queryClient: QueryClient;
  client: TRPCUntypedClient<AppRouter>;
  ssrContext: null;
  ssrState: false;
  abortOnUnmount: false;
}

/**
 * The context of the hooks. It stands in place of their own provider, whose code would have to be there before anything is
 * shown: putting a provider around a screen that is shown already would make that screen anew.
 */
export const QueriesContext = createContext<QueriesOfApp | undefined>(undefined);

let queries: QueriesOfApp | undefined;
let notify = () => {};

/** What asks the server comes with the first code that does: a visitor's first screen need not. */
export const lateQueries = {
  get: (): QueriesOfApp | undefined => queries,

  provide(made: QueriesOfApp): void {
    queries = made;
    notify();
  },

  /** Calls `listener`, the only one there is, once they are there; returns an unsubscribe function. */
  subscribe(listener: () => void): () => void {
    notify = listener;
    return () => {
      notify = () => {};
    };
  },
};
