import { createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from '#server/router.ts';
import { QueriesContext } from './late-queries.ts';

/** Typed procedures as React hooks, for screens. `useUtils` of `api.ts` stands for that of the hooks. */
export const trpc = createTRPCReact<AppRouter>({ context: QueriesContext });
