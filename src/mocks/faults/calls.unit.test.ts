import { describe, expect, test, vi } from 'vitest';
import { respondWithFaults } from './calls.ts';
import { FaultRun, freshProgress } from './run.ts';
import { formatFault, parseFaultScript } from './script.ts';

const origin = 'https://gatherwell.test';

/** A run of a script, and what happened in it as texts. */
function runOf(text: string) {
  const script = parseFaultScript(text);
  return new FaultRun(() => script, freshProgress('/'));
}
const happened = (run: FaultRun) =>
  run.progress.events.map(({ procedure, call, fault }) => `${procedure} ${call}: ${formatFault(fault)}`);

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
  const response = await respondWithFaults(make(), runOf('posts.*:503'), respond);
  const results: unknown = await response?.json();
  expect(results).toMatchObject([
    { error: { data: { httpStatus: 503, path: 'posts.one' } } },
    { result: { data: ['feeds.page', 'b'] } },
    { error: { data: { httpStatus: 503, path: 'posts.two' } } },
  ]);
});

test('leaves alone what no rule names', async () => {
  expect(await respondWithFaults(query(), runOf('accounts.*:500'), respond)).toBeUndefined();
  expect(
    await respondWithFaults(new Request(`${origin}/api/posts`), runOf('*:500'), respond),
  ).toBeUndefined();
});

test('gets no response without a network, and nothing is done', async () => {
  respond.mockClear();
  const response = await respondWithFaults(mutation(), runOf('posts.one:network'), respond);
  expect(response?.type).toBe('error');
  expect(respond).not.toHaveBeenCalled();
});

test('loses a response after the effect was done', async () => {
  respond.mockClear();
  const response = await respondWithFaults(mutation(), runOf('posts.one:lost'), respond);
  expect(response?.type).toBe('error');
  expect(respond).toHaveBeenCalledOnce();
});

test('counts the calls of each procedure, and tells what happened to which', async () => {
  const run = runOf(
    'posts.one call 2: 429 too-often; feeds.* calls 1,3: latency 1; posts.two call 1: body {"a":1}',
  );
  const first: unknown = await (await respondWithFaults(query(), run, respond))?.json();
  expect(first).toEqual([
    { result: { data: ['posts.one', 'a'] } },
    { result: { data: ['feeds.page', 'b'] } },
    { result: { data: { a: 1 } } },
  ]);
  const second: unknown = await (await respondWithFaults(query(), run, respond))?.json();
  expect(second).toMatchObject([
    { error: { data: { httpStatus: 429, reason: 'too-often' } } },
    { result: { data: ['feeds.page', 'b'] } },
    { result: { data: ['posts.two', 'c'] } },
  ]);
  await respondWithFaults(query(), run, respond);
  expect(happened(run)).toEqual([
    'feeds.page 1: latency 1',
    'posts.two 1: body {"a":1}',
    'posts.one 2: 429 too-often',
    'feeds.page 3: latency 1',
  ]);
});

test('tells of a whole batch that got no response', async () => {
  const run = runOf('posts.one call 1: network');
  await respondWithFaults(query(), run, respond);
  expect(happened(run)).toEqual(['posts.one 1: network', 'feeds.page 1: network', 'posts.two 1: network']);
});

describe('an event stream', () => {
  const alive = 'event: ping\ndata: \n\n';
  const message = (id: number) => `data: {"n":${id}}\nid: ${id}\n\n`;
  const subscription = () => new Request(`${origin}/api/trpc/events.stream`);
  const stream = async () =>
    new Response([alive, message(1), message(2), alive, message(3)].join(''), {
      headers: { 'content-type': 'text/event-stream' },
    });

  test.each([
    { fault: 'duplicate 2', ids: '1 2 2 3', events: ['duplicate 2'] },
    { fault: 'duplicate', ids: '1 1 2 2 3 3', events: ['duplicate 1', 'duplicate 2', 'duplicate 3'] },
    { fault: 'reorder 1', ids: '2 1 3', events: ['reorder 1'] },
    { fault: 'reorder 3', ids: '1 2 3', events: ['reorder 3'] },
    { fault: 'slow 5', ids: '1 2 3', events: ['slow 5'] },
  ])('brings its messages as told: $fault', async ({ fault, ids, events }) => {
    const run = runOf(`events.stream: ${fault}`);
    const text = await (await respondWithFaults(subscription(), run, stream))?.text();
    expect([...(text ?? '').matchAll(/^id: (\d+)$/gm)].map(([, id]) => id).join(' ')).toBe(ids);
    expect(text?.split(alive)).toHaveLength(3);
    expect(happened(run)).toEqual(events.map((event) => `events.stream 1: ${event}`));
  });

  test('breaks after so many messages', async () => {
    const run = runOf('events.stream call 1: cut after 2');
    const reader = (await respondWithFaults(subscription(), run, stream))?.body?.getReader();
    let text = '';
    const readAll = async () => {
      for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
        text += new TextDecoder().decode(read.value);
    };
    await expect(readAll()).rejects.toThrow('breaks the connection');
    expect(happened(run)).toEqual(['events.stream 1: cut after 2']);
    expect(await respondWithFaults(subscription(), run, stream)).toBeUndefined();
  });
});
