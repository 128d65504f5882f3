import { TRPCClientError } from '@trpc/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ErrorData } from '#server/error-data.ts';
import { reachability } from '#src/lib/reachability.ts';
import type { Mutation } from '../collections/index.ts';
import { openAgain, openTestDatabase, outboxRow } from '../testing/databases.ts';
import { alice, carol } from '../testing/people.ts';
import { idOf } from '../testing/views.ts';
import { flushOutbox } from './flush.ts';
import { enqueue } from './outbox.ts';
import { sendingProgress } from './sending-progress.ts';
import type { LocalDatabase, Sending } from './types.ts';

interface Asked {
  call: string;
  opId: string;
  answer: () => void;
  reject: (error: Error) => void;
}

/** What the server was asked, in order. */
const asked: Asked[] = [];

vi.mock('#src/app/api.ts', () => {
  const call = (name: string) => ({
    mutate: (_: unknown, { context, signal }: Sending) =>
      new Promise<void>((answer, reject) => {
        // A pump that was stopped may be about to ask still, when another test has begun.
        if (signal.aborted) return reject(signal.reason);
        asked.push({ call: name, opId: context.opId, answer, reject });
      }),
  });
  const names = ['like', 'cancelLike', 'interested', 'cancelInterested', 'going', 'cancelGoing'];
  return {
    api: {
      posts: Object.fromEntries(names.map((name) => [name, call(name)])),
      follows: { follow: call('follow'), unfollow: call('unfollow') },
      conversations: { send: call('send') },
      events: { head: { query: async () => Promise.reject(new Error('away')) } },
    },
  };
});

/** Uploads that were begun, each with how to finish it. */
const uploads = vi.hoisted(() => [] as { finish: () => void; progress: (fraction: number) => void }[]);
const lost = vi.hoisted(() => ({ isLost: false }));
vi.mock('./upload-files.ts', () => ({
  findLostUploads: async () => lost.isLost,
  uploadFiles: (_db: unknown, _files: unknown, { signal, progress }: Sending) =>
    new Promise<string[]>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason));
      uploads.push({ finish: () => resolve(['upload']), progress });
    }),
}));

/** A message with a file to one of many. */
const withFile = (number: number): Mutation => ({
  name: 'send-message',
  input: {
    messageId: idOf(number),
    otherId: idOf(number),
    text: '',
    images: [],
    attachments: [{ fileId: idOf(number), fileName: 'garden.pdf', bytes: 3, type: '' }],
    cost: 0,
  },
});

const like = (on: boolean, post = 1): Mutation => ({
  name: 'say',
  input: { postId: idOf(post), interest: 'liked', on },
});
const going: Mutation = { name: 'say', input: { postId: idOf(1), interest: 'going', on: true } };
const follow: Mutation = { name: 'follow', input: { userId: carol._id, follows: true } };

/** The server's message when it rejects. */
function refusal(httpStatus: number, more: Partial<ErrorData> = {}): Error {
  const data = {
    code: '',
    httpStatus,
    reason: 'some-reason',
    requestId: null,
    fields: null,
    retryAfter: null,
  };
  return new TRPCClientError('The server’s own words.', {
    result: { error: { code: -32000, message: 'The server’s own words.', data: { ...data, ...more } } },
  });
}

const states = async () => (await db.outbox.orderBy('order').toArray()).map(({ state }) => state);
const isAsked = (times: number) => expect.poll(() => asked.length).toBe(times);
const goOnline = () => dispatchEvent(new Event('online'));

let db: LocalDatabase;
let stop: AbortController;
let pumps: Promise<void>[];

beforeEach(() => {
  db = openTestDatabase();
  stop = new AbortController();
  pumps = [];
});
afterEach(async () => {
  stop.abort();
  await Promise.all(pumps);
  for (const { reject } of asked.splice(0)) reject(new Error('The test is over.'));
});

const start = (copy = db) => pumps.push(flushOutbox(copy, alice._id, stop.signal));

describe('flushOutbox', () => {
  it('sends earlier and new mutations, each with its key, and keeps them until their event', async () => {
    await enqueue(db, follow);
    start();
    await isAsked(1);
    await enqueue(db, like(true));
    await isAsked(2);
    for (const { answer } of asked) answer();
    await expect.poll(states).toEqual(['done', 'done']);
    const names = (await db.outbox.orderBy('order').toArray()).map(({ opId }) => opId);
    expect(asked.map(({ call, opId }) => [call, opId])).toEqual([
      ['follow', names[0]],
      ['like', names[1]],
    ]);
  });

  it('notes what it can send at once as sent in the transaction that enqueues it, and nothing else', async () => {
    start();
    await enqueue(db, like(true));
    expect(await states()).toEqual(['sent']);
    await isAsked(1);
    // Behind it.
    await enqueue(db, going);
    expect(await states()).toEqual(['sent', 'waiting']);
    // As many lanes as are sent from at the same time, and one more.
    for (let lane = 2; lane <= 5; lane++) await enqueue(db, like(true, lane));
    expect(await states()).toEqual(['sent', 'waiting', 'sent', 'sent', 'sent', 'waiting']);
    await isAsked(4);
  });

  it('leaves what it could not send before it stopped to the next one', async () => {
    start();
    await enqueue(db, like(true));
    await isAsked(1);
    stop.abort();
    await enqueue(db, follow);
    expect(await states()).toEqual(['sent', 'waiting']);
    stop = new AbortController();
    start();
    await isAsked(3);
    expect(asked[1]?.opId).toBe(asked[0]?.opId);
    expect(asked[2]?.call).toBe('follow');
  });

  it('sends the mutations of a lane one after the other', async () => {
    start();
    await enqueue(db, like(true));
    await isAsked(1);
    await enqueue(db, going);
    await enqueue(db, follow);
    await isAsked(2);
    expect(asked[1]?.call).toBe('follow');
    asked[0]?.answer();
    await isAsked(3);
    expect(asked[2]?.call).toBe('going');
  });

  it.each([
    ['no response came', new TypeError('Failed to fetch')],
    ['the server is in trouble', refusal(503)],
    ['a proxy responded', TRPCClientError.from(new Error('Unexpected token <'))],
    ['another user is signed in', refusal(409, { reason: 'another-user' })],
    ['nobody is', refusal(401, { reason: 'not-signed-in' })],
  ])('retries with the same key where %s', async (_when, error) => {
    start();
    await enqueue(db, like(true));
    await isAsked(1);
    asked[0]?.reject(error);
    await expect.poll(() => (goOnline(), asked.length)).toBe(2);
    expect(asked[1]?.opId).toBe(asked[0]?.opId);
    expect(await states()).toEqual(['sent']);
    asked[1]?.answer();
    await expect.poll(states).toEqual(['done']);
  });

  it('retries as soon as the server does something else again', async () => {
    const failures = vi.spyOn(reachability, 'unserved');
    start();
    await enqueue(db, like(true));
    for (let attempt = 1; attempt <= 4; attempt++) {
      await expect.poll(() => (goOnline(), asked.length)).toBe(attempt);
      asked.at(-1)?.reject(refusal(503));
    }
    await expect.poll(() => failures.mock.calls.length).toBe(4);
    // By itself, the fifth attempt would be due in 4 s at the earliest.
    reachability.served();
    await isAsked(5);
  });

  it('sends nothing while the device is offline, so that mutations can be discarded', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network.')));
    reachability.start(stop.signal);
    dispatchEvent(new Event('offline'));
    start();
    await enqueue(db, like(true));
    await enqueue(db, follow);
    await enqueue(db, like(false));
    vi.stubGlobal('fetch', async () => Response.json({ status: 'up' }));
    goOnline();
    await isAsked(1);
    vi.unstubAllGlobals();
    expect(asked.map(({ call }) => call)).toEqual(['follow']);
  });

  it('waits in all lanes as long as a 429 asks for, whatever happens', async () => {
    start();
    await enqueue(db, like(true));
    await isAsked(1);
    asked[0]?.reject(refusal(429, { retryAfter: 1 }));
    const rejectdAt = performance.now();
    await expect.poll(states).toEqual(['sent']);
    await enqueue(db, follow);
    await expect.poll(() => (goOnline(), asked.length), { timeout: 5_000 }).toBeGreaterThan(1);
    expect(performance.now() - rejectdAt).toBeGreaterThan(900);
  });

  it('waits as long as the last of several 429 asks for', async () => {
    start();
    await enqueue(db, like(true));
    await enqueue(db, follow);
    await isAsked(2);
    asked[0]?.reject(refusal(429, { retryAfter: 1 }));
    asked[1]?.reject(refusal(429, { retryAfter: 30 }));
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    await enqueue(db, like(true, 2));
    expect(await states()).toEqual(['sent', 'sent', 'waiting']);
  });

  it('notes a 429 that would keep it waiting for long as a rejection, and goes on', async () => {
    start();
    await enqueue(db, like(true));
    await isAsked(1);
    await enqueue(db, follow);
    asked[0]?.reject(refusal(429, { retryAfter: 86_400 }));
    await expect.poll(states).toContain('failed');
    await expect.poll(() => asked.map(({ call }) => call)).toContain('follow');
  });

  it.each([400, 403, 404, 409, 413])('notes a rejection (%i) and goes on', async (status) => {
    start();
    await enqueue(db, like(true));
    await isAsked(1);
    await enqueue(db, going);
    asked[0]?.reject(refusal(status));
    await isAsked(2);
    expect(await db.outbox.orderBy('order').toArray()).toMatchObject([
      { state: 'failed', problem: 'The server’s own words.' },
      { state: 'sent' },
    ]);
  });

  it('notes a rejection that came before the request was parsed', async () => {
    start();
    await enqueue(db, like(true));
    await isAsked(1);
    const error = TRPCClientError.from(new Error('Unable to transform response from server'), {
      meta: { response: new Response('', { status: 413 }), responseJSON: { success: false, message: '' } },
    });
    asked[0]?.reject(error);
    await expect.poll(states).toEqual(['failed']);
  });

  it('sends what was not undone, and nothing else', async () => {
    await enqueue(db, like(true));
    await enqueue(db, like(false));
    await enqueue(db, follow);
    start();
    await isAsked(1);
    expect(asked[0]?.call).toBe('follow');
  });

  it('may run in two tabs: no mutation gets two keys, and the order stays', async () => {
    start();
    start(openAgain(db));
    await enqueue(db, like(true));
    await enqueue(db, going);
    await isAsked(2);
    expect(asked.map(({ call }) => call)).toEqual(['like', 'like']);
    expect(asked[1]?.opId).toBe(asked[0]?.opId);
    asked[0]?.answer();
    await expect.poll(() => asked.map(({ call }) => call)).toContain('going');
    asked[1]?.answer();
    await expect.poll(() => new Set(asked.map(({ opId }) => opId)).size).toBe(2);
  });

  it('does not send mutations of another version, nor those whose key the server may have forgotten', async () => {
    const long = new Date(Date.now() - 41 * 24 * 60 * 60 * 1000);
    await db.outbox.bulkAdd([
      outboxRow({ name: 'moon', input: {} } as unknown as Mutation, { lane: 'moon' }),
      outboxRow(follow, { state: 'sent', sentAt: long }),
    ]);
    start();
    await expect.poll(states).toEqual(['failed', 'failed']);
    expect(asked).toEqual([]);
  });

  it('ends when the database is closed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    start();
    await enqueue(db, like(true));
    await isAsked(1);
    db.close({ disableAutoOpen: true });
    asked[0]?.answer();
    vi.runOnlyPendingTimers();
    await expect(Promise.all(pumps)).resolves.toBeDefined();
    vi.useRealTimers();
  });
});

describe('what takes long', () => {
  beforeEach(() => {
    uploads.length = 0;
    lost.isLost = false;
  });

  it('keeps nothing else waiting, and goes two at a time', async () => {
    for (let number = 1; number <= 6; number++) await enqueue(db, withFile(number));
    await enqueue(db, like(true));
    await enqueue(db, follow);
    start();
    await expect.poll(() => uploads.length).toBe(2);
    await expect.poll(() => asked.map(({ call }) => call).toSorted()).toEqual(['follow', 'like']);
    uploads[0]?.finish();
    await expect.poll(() => asked.some(({ call }) => call === 'send')).toBe(true);
    expect(uploads).toHaveLength(2);
    asked.find(({ call }) => call === 'send')?.answer();
    await expect.poll(() => uploads.length).toBe(3);
  });

  it('is uploaded again where an upload has expired, and otherwise rejected', async () => {
    const notFound = () => refusal(404, { reason: 'not-found' });
    lost.isLost = true;
    await enqueue(db, withFile(1));
    start();
    await expect.poll(() => uploads.length).toBe(1);
    uploads[0]?.finish();
    await isAsked(1);
    asked[0]?.reject(notFound());
    await expect.poll(() => uploads.length).toBe(2);
    lost.isLost = false;
    uploads[1]?.finish();
    await isAsked(2);
    asked[1]?.reject(notFound());
    await expect.poll(states).toEqual(['failed']);
    expect(await db.outbox.toArray()).toMatchObject([{ reason: 'not-found' }]);
  });

  it('reports how far it is until it is sent', async () => {
    await enqueue(db, withFile(1), 'op 1');
    start();
    await expect.poll(() => uploads.length).toBe(1);
    uploads[0]?.progress(0.5);
    expect(sendingProgress.get().get('op 1')).toBe(0.5);
    uploads[0]?.finish();
    await isAsked(1);
    asked[0]?.answer();
    await expect.poll(() => sendingProgress.get().size).toBe(0);
    await expect.poll(states).toEqual(['done']);
  });
});
