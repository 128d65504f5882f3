import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
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

test('a request for other data goes on', async () => {
  const { requests, data } = observe('something else');
  await expect.poll(() => requests.length).toBe(1);
  await queryClient.invalidateQueries({ queryKey: ['another'] });
  requests[0]?.resolve('as before');
  await expect.poll(data).toBe('as before');
  expect(requests).toHaveLength(1);
});
