import { createRouter } from '@tanstack/react-router';
import { session } from './app/session.ts';
import { Spinner } from './components/spinner.tsx';
import { ErrorScreen } from './features/shell/error-screen.tsx';
import { NotFoundScreen } from './features/shell/not-found-screen.tsx';
import { routeTree } from './routeTree.gen.ts';

export const router = createRouter({
  routeTree,
  context: { session: session.get },
  // Removes what an address contains beyond what its screen reads.
  search: { strict: true },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: () => <Spinner label="Loading" className="mx-auto my-24" />,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
  scrollRestoration: true,
});

// A screen for signed-in users is left when the session ends, in whichever tab that happened.
session.subscribe(() => void router.invalidate());

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
