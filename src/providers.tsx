import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { links, trpc } from './app/api.ts';
import { queryClient } from './app/query-client.ts';

const trpcClient = trpc.createClient({ links });

export function Providers({ children }: { children: ReactNode }) {
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
