import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { session } from './app/session.ts';
import { Spinner } from './components/spinner.tsx';
import { ErrorScreen } from './features/shell/error-screen.tsx';
import { NotFoundScreen } from './features/shell/not-found-screen.tsx';
import { routeTree } from './routeTree.gen.ts';

/** Makes a router; one that follows the browser's address unless it is given another history. */
export const newRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    context: { session: session.get },
    // Removes what an address contains beyond what its screen reads.
    search: { strict: true },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: () => <Spinner label="Loading" className="mx-auto my-24" />,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    // On the server it would be a script in the page.
    scrollRestoration: !import.meta.env.SSR,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
