import { QueryObserver } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { reachability } from '#src/lib/reachability.ts';
import { queryClient } from './query-client.ts';

/** A query whose requests are responded to by hand, in any order. */
function observe(name: string) {
  const requests: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: [name],
    queryFn: () => {
      const request = Promise.withResolvers<string>();
      requests.push(request);
      return request.promise;
    },
  });
  observer.subscribe(() => {});
  return { requests, data: () => observer.getCurrentResult().data };
}

test('a first request that was sent before a write does not bring what was so before it', async () => {
  const { requests, data } = observe('address');
  await expect.poll(() => requests.length).toBe(1);
  const refetched = queryClient.invalidateQueries({ queryKey: ['address'] });
  await expect.poll(() => requests.length).toBe(2);
  requests[0]?.resolve('before the write');
  requests[1]?.resolve('after the write');
  await refetched;
  expect(data()).toBe('after the write');
});

test('a first request that somebody waits for gives them what came after a write', async () => {
  const requests: PromiseWithResolvers<string>[] = [];
  const fetched = queryClient.fetchQuery({
    queryKey: ['of a loader'],
    queryFn: () => {
      const request = Promise.withResolvers<string>();
      requests.push(request);
      return request.promise;
    },
  });
  await expect.poll(() => requests.length).toBe(1);
  const invalidated = queryClient.invalidateQueries({ queryKey: ['of a loader'] });
  await expect.poll(() => requests.length).toBe(2);
  requests[0]?.resolve('before the write');
  requests[1]?.resolve('after the write');
  await invalidated;
  await expect(fetched).resolves.toBe('after the write');
});

test('what the server did not serve is fetched again once it serves something else, and what it rejected is not', async () => {
  const failing = (name: string, httpStatus: number) => {
    let requests = 0;
    const observer = new QueryObserver(queryClient, {
      queryKey: [name],
      queryFn: async () => {
        requests += 1;
        if (requests > 1) return 'served';
        const error = { code: -32000, message: 'No.', data: { code: '', httpStatus, reason: 'a reason' } };
        throw new TRPCClientError('No.', { result: { error } });
      },
    });
    const unsubscribe = observer.subscribe(() => {});
    return { read: () => observer.getCurrentResult(), unsubscribe };
  };
  const unserved = failing('unserved', 503);
  const rejected = failing('rejected', 404);
  const gone = failing('unserved, and no longer shown', 503);
  await expect
    .poll(() => [unserved, rejected, gone].map(({ read }) => read().status))
    .toEqual(['error', 'error', 'error']);
  gone.unsubscribe();
  reachability.served();
  await expect.poll(() => unserved.read().data).toBe('served');
  expect([rejected, gone].map(({ read }) => read().data)).toEqual([undefined, undefined]);
});

test('a request for other data goes on', async () => {
  const { requests, data } = observe('something else');
  await expect.poll(() => requests.length).toBe(1);
  await queryClient.invalidateQueries({ queryKey: ['another'] });
  requests[0]?.resolve('as before');
  await expect.poll(data).toBe('as before');
  expect(requests).toHaveLength(1);
});
