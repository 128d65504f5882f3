import type { QueryClient } from '@tanstack/react-query';
import {
  createTRPCClient,
  getUntypedClient,
  httpBatchLink,
  httpLink,
  splitLink,
  type TRPCLink,
} from '@trpc/client';
import { createTRPCQueryUtils } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import { actorHeader, idempotencyHeader } from '#server/operations/operations.schema.ts';
import type { AppRouter } from '#server/router.ts';
import { reachability } from '#src/lib/reachability.ts';
import { learnServerClock } from '#src/lib/server-clock.ts';
import { bearerToken } from './bearer-token.ts';
import { earlyAnswers } from './early-answers.ts';
import { failureOf } from './failure.ts';
import { lateQueries, type QueriesOfApp } from './late-queries.ts';
import { queryClient } from './query-client.ts';
import { session } from './session.ts';

export { trpc } from './trpc.ts';

/** The input and output of each procedure. */
export type RouterInputs = inferRouterInputs<AppRouter>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;

/** Notices that the session is over, whichever response shows it. */
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

/** The hooks for endless lists send a direction. All lists go one way, and inputs are strict. */
const pagingLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (typeof op.input !== 'object' || op.input === null || !('direction' in op.input)) return next(op);
    const { direction, ...input } = op.input;
    return next({ ...op, input });
  };

/** Responds with what the server was asked for before. */
const earlyLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const early = earlyAnswers.take(op.path);
    if (!early) return next(op);
    return observable((observer) => {
      const answer = async () => {
        const found = await early;
        if (!found) return next(op).subscribe(observer);
        observer.next({ result: { type: 'data', data: found.data } });
        observer.complete();
        return undefined;
      };
      const asked = answer();
      return () => void asked.then((subscription) => subscription?.unsubscribe());
    });
  };

/** Aborts the requests of a user who has signed out: the server would reject them. */
let forThisUser = new AbortController();
let userId = session.userId();
session.subscribe(() => {
  if (session.userId() === userId) return;
  userId = session.userId();
  forThisUser.abort();
  forThisUser = new AbortController();
});

/**
 * Timeout of queries. Requests on a silent connection would stay open for ever, and a browser sends at most six at a
 * time. Mutations have none here: they may carry pictures.
 */
const queryTimeoutMs = 30_000;

/** Returns a signal that aborts a request when its response is no longer awaited. */
function abortSignalOf(method: string | undefined, signal: AbortSignal | null | undefined): AbortSignal {
  const ends = [forThisUser.signal, ...(signal ? [signal] : [])];
  if (method === 'GET') ends.push(AbortSignal.timeout(queryTimeoutMs));
  return AbortSignal.any(ends);
}

const headersOf = (context: Record<string, unknown>) => ({
  ...bearerToken.headers(),
  // The cookie may be another user's by now.
  ...actorOf(context),
  ...(isNamed(context) && { [idempotencyHeader]: context.opId }),
});

/** What links have in common that send calls over HTTP. */
const overHttp: Pick<Parameters<typeof httpBatchLink<AppRouter>>[0], 'fetch' | 'url'> = {
  url: '/api/trpc',
  fetch: async (url, init = {}) => {
    const sentAt = Date.now();
    const request = fetch(url, { ...init, signal: abortSignalOf(init.method, init.signal) });
    const response = await reachability.watch(request, isLarge(init.body));
    learnServerClock(response, sentAt);
    return response;
  },
};

/** As whom a call is meant: as who is signed in, unless it states another user. */
function actorOf({ actor }: Record<string, unknown>): Record<string, string> {
  const meant = typeof actor === 'string' && actor !== '' ? actor : userId;
  return meant === undefined ? {} : { [actorHeader]: meant };
}

/** Whether sending this may keep a slow line busy for seconds. */
const isLarge = (body: BodyInit | null | undefined) =>
  typeof body === 'string' ? body.length > 100_000 : body !== null && body !== undefined;

/** A write with a name, under which the server does it once. */
const isNamed = (context: Record<string, unknown>): context is { opId: string } =>
  typeof context['opId'] === 'string';

const isAlone = (context: Record<string, unknown>) => isNamed(context) || 'actor' in context;

/**
 * The server takes at most ten calls in one request. One with a name or an actor goes alone, and at once: behind what
 * screens read just then, a batch would wait for its timer.
 */
const links: TRPCLink<AppRouter>[] = [
  sessionLink,
  pagingLink,
  earlyLink,
  splitLink({
    condition: ({ context }) => isAlone(context),
    true: httpLink({ ...overHttp, headers: ({ op: { context } }) => headersOf(context) }),
    false: httpBatchLink({
      ...overHttp,
      maxItems: 10,
      maxURLLength: 4000,
      headers: ({ opList: [{ context }] }) => headersOf(context),
    }),
  }),
];

/** Typed procedures for everything that is not a component: loaders, the local store, the outbox. */
export const api = createTRPCClient<AppRouter>({ links });

/** Fetches, changes and invalidates what hooks keep. */
export const utils = createTRPCQueryUtils<AppRouter>({ queryClient, client: api });

/** Returns what the hooks find their queries by. */
export const queriesOf = (queries: QueryClient): QueriesOfApp => ({
  queryClient: queries,
  client: getUntypedClient(api),
  ssrContext: null,
  ssrState: false,
  abortOnUnmount: false,
});

lateQueries.provide(queriesOf(queryClient));
