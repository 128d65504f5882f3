import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import type { AppRouter } from '#server/router.ts';
import { createQueryHooks } from './query-hooks.ts';

/** What reached the server. */
let calls: { path: string; input: unknown }[];

const link: TRPCLink<AppRouter> =
  () =>
  ({ op: { path, input } }) =>
    observable((observer) => {
      calls.push({ path, input });
      const { cursor } = (input ?? {}) as { cursor?: string };
      const data = path === 'posts.list' ? { items: [], cursor: cursor ? null : 'second' } : calls.length;
      observer.next({ result: { type: 'data', data } });
      observer.complete();
    });
const hooks = createQueryHooks(createTRPCClient<AppRouter>({ links: [link] }));

beforeEach(() => {
  calls = [];
});

function show(screen: ReactNode): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'));
  createRoot(element).render(<QueryClientProvider client={new QueryClient()}>{screen}</QueryClientProvider>);
  return element;
}

test('a query is shared by input, set and fetched anew by its procedure and by its router', async () => {
  let utils: ReturnType<typeof hooks.useUtils> | undefined;
  function Screen({ id }: { id: string }) {
    utils = hooks.useUtils();
    return <p>{String(hooks.posts.byId.useQuery({ id }, { staleTime: 60_000 }).data)}</p>;
  }
  const element = show(
    <>
      <Screen id="a" />
      <Screen id="a" />
      <Screen id="b" />
    </>,
  );
  const shown = () => [...element.querySelectorAll('p')].map(({ textContent }) => textContent).join();
  await vi.waitFor(() => expect(shown()).toBe('1,1,2'));
  expect(calls).toEqual(['a', 'b'].map((id) => ({ path: 'posts.byId', input: { id } })));

  await utils?.posts.byId.invalidate({ id: 'b' });
  await vi.waitFor(() => expect(shown()).toBe('1,1,3'));
  await utils?.posts.invalidate();
  await vi.waitFor(() => expect(shown()).toBe('4,4,5'));
  // Of another router.
  await utils?.profiles.invalidate();
  utils?.posts.byId.setData({ id: 'a' }, 9 as never);
  await vi.waitFor(() => expect(shown()).toBe('9,9,5'));
  expect(calls).toHaveLength(5);
});

test('pages follow each other by cursor, apart from the query of the same input', async () => {
  let fetchNext: (() => Promise<unknown>) | undefined;
  function Screen() {
    const query = hooks.posts.list.useInfiniteQuery(
      { limit: 10 },
      { getNextPageParam: ({ cursor }) => cursor },
    );
    fetchNext = query.fetchNextPage;
    const single = hooks.posts.list.useQuery({ limit: 10 });
    return <p>{`${query.data?.pages.length} ${query.hasNextPage} ${single.data?.cursor}`}</p>;
  }
  const element = show(<Screen />);
  await vi.waitFor(() => expect(element.textContent).toBe('1 true second'));
  await fetchNext?.();
  await vi.waitFor(() => expect(element.textContent).toBe('2 false second'));
  expect(calls.map(({ input }) => input)).toEqual([
    { limit: 10 },
    { limit: 10 },
    { limit: 10, cursor: 'second' },
  ]);
});

test('a mutation sends what it is called with', async () => {
  let remove: ((input: { id: string }) => Promise<unknown>) | undefined;
  function Screen() {
    remove = hooks.posts.remove.useMutation().mutateAsync;
    return null;
  }
  show(<Screen />);
  await vi.waitFor(() => expect(remove).toBeDefined());
  await remove?.({ id: 'a' });
  expect(calls).toEqual([{ path: 'posts.remove', input: { id: 'a' } }]);
});
