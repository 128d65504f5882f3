import type { ReactNode } from 'react';
import { failureOf } from '#src/app/failure.ts';
import { ErrorState } from '#src/components/error-state.tsx';
import { SkeletonForm } from '#src/components/skeleton-form.tsx';

/** Options that fetch a form's initial values once: a later response must not replace what the user is typing. */
export const askedOnce = { gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

interface LoadedProps<Data> {
  query: {
    data: Data | undefined;
    isError: boolean;
    isPaused: boolean;
    isFetching: boolean;
    error: unknown;
    refetch: () => Promise<unknown>;
  };
  /** What is being loaded, for those who do not see the skeleton. */
  label: string;
  children: (data: Data) => ReactNode;
}

/** A form once its data is there; its shape before, and Retry where it cannot be had. */
export function Loaded<Data>({ query, label, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError || query.isPaused)
    return (
      <ErrorState
        message={failureOf(query.error).message}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  return <SkeletonForm label={label} />;
}
