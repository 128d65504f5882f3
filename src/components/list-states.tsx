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
  /** When what is shown was fetched: by the device's clock in milliseconds, or as it is kept on the device. */
  dataUpdatedAt?: number | undefined;
  savedAt?: Date | undefined;
  refetch: () => unknown;
}

interface ListStatesProps {
  query: ListQuery;
  /** Whether there is something to show: a list, however empty. */
  isLoaded: boolean;
  /** The query's error as a sentence; shown where there is nothing else to show. */
  problem: string;
  /** The list's shape, while it is on its way. */
  skeleton: ReactNode;
  /** The list. */
  children: ReactNode;
}

/** Renders a list by its query's state: loading, failed, loaded, or loaded but not refreshed. */
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
          saved={query.savedAt ?? fromDeviceTime(query.dataUpdatedAt ?? 0)}
          isRetrying={query.isFetching}
          onRetry={retry}
        />
      )}
      {children}
    </>
  );
}
