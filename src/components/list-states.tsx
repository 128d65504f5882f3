import type { ReactNode } from 'react';
import { fromDeviceTime } from '#src/lib/server-clock.ts';
import { ErrorState } from './error-state.tsx';
import { NotRefreshed } from './not-refreshed.tsx';

/** What a list needs to know of the query behind it. */
export interface ListQuery {
  isPaused: boolean;
  isFetching: boolean;
  isError: boolean;
  isRefetchError: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

interface ListStatesProps {
  query: ListQuery;
  /** Whether there is something to show: a list, however empty. */
  isLoaded: boolean;
  /** What went wrong with the query, in a sentence; said where there is nothing to show. */
  problem: string;
  /** The list's shape, while it is on its way. */
  skeleton: ReactNode;
  /** The list. */
  children: ReactNode;
}

/** A list as its query stands: on its way, failed, there, or there as it was when the server was last asked. */
export function ListStates({ query, isLoaded, problem, skeleton, children }: ListStatesProps) {
  const retry = () => void query.refetch();
  if (!isLoaded)
    // Without a network a query neither succeeds nor fails: it waits.
    return query.isError || query.isPaused ? (
      <ErrorState message={problem} retrying={query.isFetching} onRetry={retry} />
    ) : (
      skeleton
    );
  return (
    <>
      {(query.isPaused || query.isRefetchError) && (
        <NotRefreshed
          saved={fromDeviceTime(query.dataUpdatedAt)}
          isRetrying={query.isFetching}
          onRetry={retry}
        />
      )}
      {children}
    </>
  );
}
