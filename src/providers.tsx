import { QueryClientContext } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import { lateQueries, QueriesContext } from './app/late-queries.ts';
import { PageDataProvider, readPageData } from './app/page-data.tsx';

export function Providers({ children }: { children: ReactNode }) {
  // Its arrival is rendered before anything that comes with it: no screen misses it.
  const queries = useSyncExternalStore(lateQueries.subscribe, lateQueries.get);
  return (
    <QueryClientContext.Provider value={queries?.queryClient}>
      <QueriesContext.Provider value={queries}>
        <PageDataProvider value={readPageData()}>{children}</PageDataProvider>
      </QueriesContext.Provider>
    </QueryClientContext.Provider>
  );
}
