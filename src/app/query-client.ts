import { onlineManager, QueryClient } from '@tanstack/react-query';
import { reachability } from '#src/lib/reachability.ts';
import { failureOf } from './failure.ts';
import { session } from './session.ts';

/** Fetches run whenever something answers, a cache included; what the server refused is not asked again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'offlineFirst',
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && failureOf(error).reason === 'offline',
    },
    mutations: { networkMode: 'always' },
  },
});

// It hears of changes only: a page that is opened without a network would ask in vain, again and again.
onlineManager.setOnline(reachability.isReachable());
onlineManager.setEventListener((setOnline) =>
  reachability.subscribe(() => setOnline(reachability.isReachable())),
);

// A visitor must not see what the last user's screens had loaded, nor one user another's.
let userId = session.userId();
session.subscribe(() => {
  if (session.userId() === userId) return;
  userId = session.userId();
  queryClient.clear();
});
