import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  skipToken,
  type UseInfiniteQueryOptions,
  type UseMutationOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { getUntypedClient, type TRPCClient } from '@trpc/client';
import type { CreateTRPCReact } from '@trpc/react-query';
import { useMemo } from 'react';
import type { AppRouter } from '#server/router.ts';

/**
 * Typed procedures as hooks, as `@trpc/react-query` types them: `useQuery`, `useInfiniteQuery` and `useMutation` of each
 * procedure, and `useUtils` with `invalidate`, `fetch` and `setData`. Its own code holds three times as much, which every
 * visitor would load.
 */
export type QueryHooks = Omit<
  CreateTRPCReact<AppRouter, unknown>,
  'createClient' | 'Provider' | 'useContext' | 'useQueries' | 'useSuspenseQueries'
>;

type Untyped = ReturnType<typeof getUntypedClient<AppRouter>>;
type Path = readonly string[];

/** Where the response to a query is kept. Without a kind: all that is kept of a procedure, or of a router. */
export function queryKeyOf(path: Path, input: unknown, kind?: 'query' | 'infinite'): QueryKey {
  const details = {
    ...(input !== undefined && input !== skipToken && { input }),
    ...(kind && { type: kind }),
  };
  return kind || input ? [path, details] : [path];
}

/** Returns the procedures of a client as hooks. */
export function createQueryHooks(client: TRPCClient<AppRouter>): QueryHooks {
  const untyped = getUntypedClient(client);
  const hooks: Record<string, (untyped: Untyped, path: Path, args: unknown[]) => unknown> = {
    useUtils,
    useQuery: useCall,
    useInfiniteQuery: usePages,
    useMutation: useWrite,
  };
  return pathsTo((path, args) => hooks[path.at(-1) ?? '']?.(untyped, path.slice(0, -1), args)) as QueryHooks;
}

function useCall(untyped: Untyped, path: Path, [input, options]: unknown[]) {
  return useQuery({
    ...(options as UseQueryOptions),
    queryKey: queryKeyOf(path, input, 'query'),
    queryFn: input === skipToken ? skipToken : () => untyped.query(path.join('.'), input),
  });
}

function usePages(untyped: Untyped, path: Path, [input, options]: unknown[]) {
  return useInfiniteQuery({
    ...(options as UseInfiniteQueryOptions<unknown, Error, InfiniteData<unknown>>),
    queryKey: queryKeyOf(path, input, 'infinite'),
    queryFn: ({ pageParam }) =>
      untyped.query(path.join('.'), { ...(input as object), ...(pageParam ? { cursor: pageParam } : {}) }),
    initialPageParam: null,
  });
}

function useWrite(untyped: Untyped, path: Path, [options]: unknown[]) {
  return useMutation({
    ...(options as UseMutationOptions<unknown, Error, unknown>),
    mutationKey: queryKeyOf(path, undefined),
    mutationFn: (input: unknown) => untyped.mutation(path.join('.'), input),
  });
}

function useUtils(untyped: Untyped) {
  const queries = useQueryClient();
  return useMemo(() => utilsFor(untyped, queries), [untyped, queries]);
}

const utilsFor = (untyped: Untyped, queries: QueryClient) =>
  pathsTo((path, [input, value]) => {
    const procedure = path.slice(0, -1);
    const queryKey = queryKeyOf(procedure, input, 'query');
    const utils: Record<string, () => unknown> = {
      invalidate: () => queries.invalidateQueries({ queryKey: queryKeyOf(procedure, input) }),
      setData: () => queries.setQueryData(queryKey, value),
      fetch: () => queries.fetchQuery({ queryKey, queryFn: () => untyped.query(procedure.join('.'), input) }),
    };
    return utils[path.at(-1) ?? '']?.();
  });

/** Returns an object of which every property is such an object, and a function that is called with how it was reached. */
function pathsTo(call: (path: Path, args: unknown[]) => unknown, path: Path = []): object {
  return new Proxy(() => undefined, {
    get: (_target, name) => pathsTo(call, [...path, String(name)]),
    apply: (_target, _this, args) => call(path, args),
  });
}
