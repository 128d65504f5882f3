import { expect, test, vi } from 'vitest';
import { failCalls } from './failing-calls.ts';
import { readFailures } from './scenarios.ts';

const origin = 'https://gatherwell.test';

/** Responds to every call of a batch with its name and input. */
const respond = vi.fn(async (request: Request) => {
  const url = new URL(request.url);
  const text = request.method === 'GET' ? url.searchParams.get('input') : await request.text();
  const inputs = JSON.parse(text ?? '{}') as Record<string, unknown>;
  const names = url.pathname.slice('/api/trpc/'.length).split(',');
  return Response.json(names.map((name, index) => ({ result: { data: [name, inputs[index]] } })));
});

const inputs = JSON.stringify({ 0: 'a', 1: 'b', 2: 'c' });
const query = () =>
  new Request(
    `${origin}/api/trpc/posts.one,feeds.page,posts.two?batch=1&input=${encodeURIComponent(inputs)}`,
  );
const mutation = () =>
  new Request(`${origin}/api/trpc/posts.one,feeds.page,posts.two?batch=1`, { method: 'POST', body: inputs });

test.each([query, mutation])('fails the calls that a rule names and passes the others on', async (make) => {
  const response = await failCalls(make(), readFailures('posts.*:503'), respond);
  const results: unknown = await response?.json();
  expect(results).toMatchObject([
    { error: { data: { httpStatus: 503, path: 'posts.one' } } },
    { result: { data: ['feeds.page', 'b'] } },
    { error: { data: { httpStatus: 503, path: 'posts.two' } } },
  ]);
});

test('leaves alone what no rule names', async () => {
  expect(await failCalls(query(), readFailures('accounts.*:500'), respond)).toBeUndefined();
  expect(await failCalls(new Request(`${origin}/api/posts`), readFailures('*:500'), respond)).toBeUndefined();
});

test('gets no response without a network, and nothing is done', async () => {
  respond.mockClear();
  const response = await failCalls(mutation(), readFailures('posts.one:network'), respond);
  expect(response?.type).toBe('error');
  expect(respond).not.toHaveBeenCalled();
});

test('loses a response after the effect was done', async () => {
  respond.mockClear();
  const response = await failCalls(mutation(), readFailures('posts.one:lost'), respond);
  expect(response?.type).toBe('error');
  expect(respond).toHaveBeenCalledOnce();
});
