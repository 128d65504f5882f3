import { accountsRouter } from './accounts/accounts.router.ts';
import { router } from './trpc.ts';

/** Every typed procedure, by feature. */
export const appRouter = router({
  accounts: accountsRouter,
});

export type AppRouter = typeof appRouter;
