import { onlineManager, QueryClient } from '@tanstack/react-query';
import { reachability } from '#src/lib/reachability.ts';
import { failureOf } from './failure.ts';
import { keepPageData } from './keep-page-data.ts';
import { readPageData } from './page-data.tsx';
import { session } from './session.ts';

/** Fetches also run offline, since a cache may respond. What the server rejected is not retried. */
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

// `subscribe` reports changes only, and a page that is opened offline must not start by fetching.
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

if (userId === undefined) keepPageData(queryClient, readPageData());
queryClient.mount();
