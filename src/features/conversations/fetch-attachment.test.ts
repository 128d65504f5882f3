import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FileRejected } from '#src/app/fetch-file.ts';
import { fetchAttachment } from './fetch-attachment.ts';

const content = new Uint8Array(1000).map((_, index) => index % 251);

/** How the server behaves at each request, one after the other: after how many bytes it breaks off, or what it sends. */
let behaviours: (number | 'all' | 'hangs' | 'not reached' | Response)[] = [];
/** The positions from which requests asked. */
let positions: number[] = [];

function respond(_path: string, init: RequestInit): Response {
  const range = new Headers(init.headers).get('range');
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  positions.push(from);
  const behaviour = behaviours.shift() ?? 'all';
  if (behaviour === 'not reached') throw new TypeError('Failed to fetch');
  if (behaviour instanceof Response) return behaviour;
  const until = typeof behaviour === 'number' ? from + behaviour : content.length;
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      init.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
    },
    pull(controller) {
      if (behaviour === 'hangs') return undefined;
      if (!isSent) controller.enqueue(content.slice(from, until));
      else if (behaviour === 'all') controller.close();
      else controller.error(new TypeError('network error'));
      isSent = true;
      return undefined;
    },
  });
  return new Response(body, { status: from > 0 ? 206 : 200 });
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

/** Fetches the file while time passes as fast as it can. */
async function fetchNow(onProgress: (received: number) => void = () => undefined): Promise<Blob> {
  const fetched = fetchAttachment('/api/files/plan', onProgress);
  // Handled below; until then it may reject.
  fetched.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(180_000);
  return fetched;
}

beforeEach(() => {
  behaviours = [];
  positions = [];
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string, init: RequestInit) => respond(path, init)),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('goes on where a connection broke, byte for byte', async () => {
  behaviours = [300, 'not reached', 'not reached', 500, 'all'];
  const progress: number[] = [];
  const blob = await fetchNow((received) => progress.push(received));
  expect(await bytesOf(blob)).toEqual(content);
  expect(positions).toEqual([0, 300, 300, 300, 800]);
  expect(progress).toEqual([300, 800, 1000]);
});

it('gives up a connection that brings nothing any more, and takes another one', async () => {
  behaviours = [300, 'hangs', 'all'];
  expect(await bytesOf(await fetchNow())).toEqual(content);
  expect(positions).toEqual([0, 300, 300]);
});

it('begins anew where a server sends no ranges', async () => {
  behaviours = [300, new Response(content, { status: 200 })];
  expect(await bytesOf(await fetchNow())).toEqual(content);
  expect(positions).toEqual([0, 300]);
});

it('waits for a server that is starting', async () => {
  behaviours = [new Response('{}', { status: 503 }), 'all'];
  expect(await bytesOf(await fetchNow())).toEqual(content);
});

it('does not ask again for what the server rejects', async () => {
  behaviours = [300, Response.json({ message: 'There is nothing here.' }, { status: 404 })];
  await expect(fetchNow()).rejects.toEqual(new FileRejected('There is nothing here.', 404));
  expect(positions).toEqual([0, 300]);
});

it('is given up after most of a minute without a byte', async () => {
  behaviours = Array.from({ length: 20 }, () => 'not reached');
  await expect(fetchNow()).rejects.toThrow('Failed to fetch');
  expect(positions).toHaveLength(7);
});

it('is given up at once where the device is offline from the start', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  behaviours = ['not reached'];
  await expect(fetchNow()).rejects.toThrow('Failed to fetch');
  expect(positions).toEqual([0]);
});
