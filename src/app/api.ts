import { createTRPCClient, httpBatchLink, type TRPCLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '#server/router.ts';
import { bearerToken } from './bearer-token.ts';
import { failureOf } from './failure.ts';
import { session } from './session.ts';

/** What each procedure takes and answers. */
export type RouterInputs = inferRouterInputs<AppRouter>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;

/** Typed procedures as React hooks, for screens. */
export const trpc = createTRPCReact<AppRouter>();

/** Notices that the session is over, wherever an answer says so. */
export const sessionLink: TRPCLink<AppRouter> = () => (input) =>
  observable((observer) =>
    input.next(input.op).subscribe({
      next: (value) => observer.next(value),
      error: (error) => {
        if (failureOf(error).reason === 'not-signed-in') {
          bearerToken.forget();
          session.end();
        }
        observer.error(error);
      },
      complete: () => observer.complete(),
    }),
  );

/** The hooks for endless lists say in which direction they go. All lists go one way, and inputs are strict. */
const pagingLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (typeof op.input !== 'object' || op.input === null || !('direction' in op.input)) return next(op);
    const { direction, ...input } = op.input;
    return next({ ...op, input });
  };

/** Cuts short what was asked in a session that is over: nobody waits for it, and the server would only refuse it. */
let whileSignedIn = new AbortController();
session.subscribe(({ status }) => {
  if (status === 'signed-in') return;
  whileSignedIn.abort();
  whileSignedIn = new AbortController();
});

/** How calls travel. The server takes at most ten calls in one request. */
export const links: TRPCLink<AppRouter>[] = [
  sessionLink,
  pagingLink,
  httpBatchLink({
    url: '/api/trpc',
    maxItems: 10,
    maxURLLength: 4000,
    headers: () => bearerToken.headers(),
    fetch: (url, { signal, ...init } = {}) =>
      fetch(url, { ...init, signal: AbortSignal.any([whileSignedIn.signal, ...(signal ? [signal] : [])]) }),
  }),
];

/** Typed procedures for everything that is not a component: loaders, the local store, the outbox. */
export const api = createTRPCClient<AppRouter>({ links });
