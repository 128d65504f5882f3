import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  noop,
  onlineManager,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query';
import { reachability } from '#src/lib/reachability.ts';
import { answerOf, failureOf } from './failure.ts';
import { keepPageData } from './keep-page-data.ts';
import { readPageData } from './page-data.tsx';
import { session } from './session.ts';

/**
 * Fetches anew whatever a write may have changed, also where the first response to it is still to come: it may have
 * been made before the write. TanStack Query waits for that one, and takes it for fresh.
 */
class FreshQueryClient extends QueryClient {
  override invalidateQueries<Key extends readonly unknown[] = readonly unknown[]>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      if (query.state.data !== undefined) continue;
      // Whoever waits for the request gets what the next one brings.
      void query.cancel({ silent: true });
      query.fetch().catch(noop);
    }
    return super.invalidateQueries(filters, options);
  }
}

/** How often in all a query may fail and still be fetched again by itself. */
const mostErrors = 5;

const isUnserved = (error: unknown) =>
  failureOf(error).reason === 'offline' || (answerOf(error)?.httpStatus ?? 0) >= 500;

let refetching: AbortSignal | undefined;

/** Fetches what is shown and was not served again, as soon as the server does something else again. */
function refetchWhenServed(): void {
  reachability.unserved();
  const next = reachability.nextReturn();
  if (refetching === next) return;
  refetching = next;
  next.addEventListener('abort', () => {
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state: { status, error, errorUpdateCount } }) =>
        status === 'error' && isUnserved(error) && errorUpdateCount < mostErrors,
    });
  });
}

/** Fetches also run offline, since a cache may respond. What the server rejected is not retried. */
export const queryClient: QueryClient = new FreshQueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (isUnserved(error)) refetchWhenServed();
    },
  }),
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
