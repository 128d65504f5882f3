import { createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from '#server/router.ts';
import { QueriesContext } from './late-queries.ts';

/** Typed procedures as React hooks, for screens. `utils` of `api.ts` stands for `useUtils` of the hooks. */
export const trpc = createTRPCReact<AppRouter>({ context: QueriesContext });
