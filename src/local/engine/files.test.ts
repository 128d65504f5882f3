import { Blob as NodeBlob } from 'node:buffer';
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SendMessage } from '../collections/message-input.ts';
import { readMessages } from '../collections/shown-messages.ts';
import { openTestDatabase, type TestDatabase } from '../testing/databases.ts';
import { alice, bob } from '../testing/people.ts';
import { reachUploads } from '../testing/tus.ts';
import { forgetRows } from './database.ts';
import { dropUnusedFiles, fileBudget, forgetFile, keepFile } from './files.ts';
import { discard, enqueue, markDone, markFailed, retry } from './outbox.ts';
import { countUnsavedWork } from './unsaved-work.ts';
import { findLostUploads, uploadFiles } from './upload-files.ts';

vi.mock('tus-js-client', async (original) => {
  const { tusForTests } = await import('../testing/tus.ts');
  return tusForTests(await original());
});
vi.mock('#src/app/api.ts', () => ({ api: {} }));

const megabyte = 1024 * 1024;

/** Returns a file of so many bytes. Node's: that of jsdom cannot be stored. */
const fileOf = (bytes: number): File => {
  const content = Buffer.alloc(bytes, 'Which beds are free in the garden this spring? ');
  const blob = new NodeBlob([content], { type: 'application/pdf' });
  return Object.assign(blob, { name: 'garden.pdf' }) as unknown as File;
};

let db: TestDatabase;
beforeEach(() => {
  db = openTestDatabase(uuid(), alice._id);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const messageWith = (...fileIds: string[]) => ({
  name: 'send-message',
  input: {
    messageId: uuid(),
    otherId: bob._id,
    text: '',
    images: [],
    attachments: fileIds.map((fileId) => ({ fileId, fileName: 'garden.pdf', bytes: 3, type: '' })),
    cost: 0,
  } satisfies SendMessage,
});

describe('a file that is kept', () => {
  it('is shown with its message, the same object each time', async () => {
    const { fileId } = await keepFile(fileOf(3), db);
    await enqueue(db, messageWith(fileId));
    const shown = async () =>
      (await readMessages(db, { otherId: bob._id }, 10)).items[0]?.attachments[0]?.blob;
    const blob = await shown();
    expect(blob?.size).toBe(3);
    expect(await shown()).toBe(blob);
  });

  it('stays while its message waits, is rejected or is tried again, and goes once it is done', async () => {
    const { fileId } = await keepFile(fileOf(3), db);
    await enqueue(db, messageWith(fileId), 'op 1');
    const isKept = async () => {
      await dropUnusedFiles(db);
      const [file, blob] = [await db.files.get(fileId), await db.blobs.get(fileId)];
      expect(file === undefined).toBe(blob === undefined);
      return file !== undefined;
    };
    expect(await isKept()).toBe(true);
    await markFailed(db, 'op 1', 'This costs 1 coin by now.');
    expect(await isKept()).toBe(true);
    await retry(db, 'op 1');
    await markDone(db, 'op 1');
    expect(await isKept()).toBe(true);
    // With its event, the row goes.
    await db.outbox.delete('op 1');
    expect(await isKept()).toBe(false);
  });

  it('goes with a message that is discarded', async () => {
    const { fileId } = await keepFile(fileOf(3), db);
    await enqueue(db, messageWith(fileId), 'op 1');
    await discard(db, 'op 1');
    await dropUnusedFiles(db);
    expect(await db.blobs.count()).toBe(0);
  });

  it('stays a day where it is attached to nothing, and longer where a draft names it', async () => {
    const [lone, drafted] = [await keepFile(fileOf(3), db), await keepFile(fileOf(3), db)];
    await db.drafts.put({ key: 'message to bob', values: { files: [drafted.fileId] } });
    await dropUnusedFiles(db);
    expect(await db.files.count()).toBe(2);
    await db.files.toCollection().modify({ keptAt: new Date(Date.now() - 25 * 60 * 60 * 1000) });
    await dropUnusedFiles(db);
    expect(await db.files.toCollection().primaryKeys()).toEqual([drafted.fileId]);
    expect(lone.fileId).not.toBe(drafted.fileId);
  });

  it('can be taken off before it is sent, and not afterwards', async () => {
    const [first, second] = [await keepFile(fileOf(3), db), await keepFile(fileOf(3), db)];
    await enqueue(db, messageWith(first.fileId));
    await forgetFile(first.fileId, db);
    await forgetFile(second.fileId, db);
    expect(await db.blobs.toCollection().primaryKeys()).toEqual([first.fileId]);
  });

  it('outlives what the server could give again', async () => {
    await keepFile(fileOf(3), db);
    await forgetRows(db);
    expect(await db.blobs.count()).toBe(1);
  });

  it('is counted where the user signs out', async () => {
    const { fileId } = await keepFile(fileOf(3), db);
    await enqueue(db, messageWith(fileId), 'op 1');
    expect(await countUnsavedWork(db)).toEqual({ mutations: 1, drafts: 0, files: 1 });
    await db.drafts.put({ key: 'post', values: {} });
    expect(await countUnsavedWork(db)).toEqual({ mutations: 1, drafts: 1, files: 1 });
    await db.outbox.delete('op 1');
    expect(await countUnsavedWork(db)).toEqual({ mutations: 0, drafts: 1, files: 0 });
  });
});

describe('the room for files', () => {
  const estimate = (quota: number, usage: number) =>
    Object.defineProperty(navigator, 'storage', {
      configurable: true,
      value: { estimate: async () => ({ quota, usage }) },
    });
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'storage');
  });

  it('is 100 MB, or less where the device has less', async () => {
    expect(await fileBudget(db)).toEqual({ free: 100 * megabyte });
    estimate(60 * megabyte, 10 * megabyte);
    expect(await fileBudget(db)).toEqual({ free: 30 * megabyte });
    estimate(15 * megabyte, 10 * megabyte);
    expect(await fileBudget(db)).toEqual({ free: 0 });
  });

  it('is named in the error where a file does not fit, and nothing of it is kept', async () => {
    estimate(33 * megabyte, 10 * megabyte);
    await expect(keepFile(fileOf(4 * megabyte), db)).rejects.toThrow('This device has room for 3 MB more.');
    await expect(keepFile(fileOf(26_214_401), db)).rejects.toThrow(
      'Maximum 25 MB File can be send at a time.',
    );
    await expect(keepFile(fileOf(0), db)).rejects.toThrow('This file is empty.');
    expect(await db.files.count()).toBe(0);
    await keepFile(fileOf(3 * megabyte), db);
    expect(await db.files.count()).toBe(1);
  });

  it('is not exceeded by two tabs that keep files at the same moment', async () => {
    estimate(35 * megabyte, 10 * megabyte);
    const kept = await Promise.allSettled([
      keepFile(fileOf(3 * megabyte), db),
      keepFile(fileOf(3 * megabyte), db),
    ]);
    expect(kept.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await db.files.count()).toBe(1);
  });
});

/** A server of uploads, as small as the protocol allows. */
class TinyUploads {
  readonly uploads = new Map<string, { bytes: Uint8Array; length: number }>();
  readonly requests: string[] = [];
  /** How many requests go through before the line breaks; of the next one, half of the body arrives. */
  requestsLeft = Number.POSITIVE_INFINITY;
  rejection: Response | undefined;

  readonly fetch = async (request: Request): Promise<Response> => {
    const { method, headers } = request;
    // What looks whether the server can be reached.
    if (!request.url.includes('/api/uploads')) return new Response();
    const id = new URL(request.url).pathname.slice('/api/uploads'.length + 1);
    const body = new Uint8Array(await request.arrayBuffer());
    if (this.requestsLeft <= 0) {
      if (method === 'PATCH') this.#append(id, body.subarray(0, body.length / 2));
      throw new TypeError('Failed to fetch');
    }
    this.requestsLeft -= 1;
    this.requests.push(`${method} ${id && '…'}`.trim());
    if (this.rejection) return this.rejection;
    if (method === 'POST') {
      const created = uuid();
      this.uploads.set(created, { bytes: new Uint8Array(), length: Number(headers.get('upload-length')) });
      return new Response(null, { status: 201, headers: { location: `/api/uploads/${created}` } });
    }
    const upload = this.uploads.get(id);
    if (!upload) return new Response(null, { status: 404 });
    if (method === 'PATCH') {
      if (Number(headers.get('upload-offset')) !== upload.bytes.length)
        return new Response(null, { status: 409 });
      this.#append(id, body);
    }
    const offset = String(this.uploads.get(id)?.bytes.length);
    return new Response(null, {
      status: method === 'HEAD' ? 200 : 204,
      headers: { 'upload-offset': offset, 'upload-length': String(upload.length) },
    });
  };

  #append(id: string, bytes: Uint8Array): void {
    const upload = this.uploads.get(id);
    if (!upload) return;
    const joined = new Uint8Array(upload.bytes.length + bytes.length);
    joined.set(upload.bytes);
    joined.set(bytes, upload.bytes.length);
    upload.bytes = joined;
  }
}

describe('uploading', () => {
  let server: TinyUploads;
  let fileId: string;
  const content = 5 * megabyte;
  const attempt = (progress = (_: number) => {}) =>
    uploadFiles(db, [{ fileId, kind: 'file' }], { signal: new AbortController().signal, progress });

  beforeEach(async () => {
    server = new TinyUploads();
    reachUploads.fetch = server.fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      server.fetch(new Request(new URL(url, 'http://uploads.test'), { ...init, signal: null })),
    );
    ({ fileId } = await keepFile(fileOf(content), db));
  });
  afterEach(() => vi.unstubAllGlobals());

  it('sends a file in pieces, and reports how far it is', async () => {
    const reported: number[] = [];
    const [id = ''] = await attempt((fraction) => reported.push(fraction));
    expect(server.uploads.get(id)?.bytes).toHaveLength(content);
    expect(server.requests).toEqual(['POST', 'PATCH …', 'PATCH …', 'PATCH …']);
    expect(reported).toEqual(reported.toSorted((one, other) => one - other));
    expect(reported.at(-1)).toBe(1);
  });

  it('goes on where the line broke, and sends nothing twice', async () => {
    server.requestsLeft = 2;
    await expect(attempt()).rejects.toThrow();
    server.requestsLeft = Number.POSITIVE_INFINITY;
    const [id = ''] = await attempt();
    expect(server.uploads.size).toBe(1);
    const [whole, arrived] = [await fileOf(content).arrayBuffer(), server.uploads.get(id)?.bytes ?? []];
    expect(Buffer.compare(Buffer.from(arrived), Buffer.from(whole))).toBe(0);
    expect(server.requests).toEqual(['POST', 'PATCH …', 'HEAD …', 'PATCH …']);
  });

  it('is not repeated once it is complete', async () => {
    const first = await attempt();
    server.requests.length = 0;
    expect(await attempt()).toEqual(first);
    expect(server.requests).toEqual([]);
  });

  it('begins anew where the upload has expired', async () => {
    server.requestsLeft = 2;
    await expect(attempt()).rejects.toThrow();
    server.requestsLeft = Number.POSITIVE_INFINITY;
    server.uploads.clear();
    const [id = ''] = await attempt();
    expect(server.uploads.get(id)?.bytes).toHaveLength(content);
  });

  it('finds out which complete uploads the server has lost', async () => {
    const [first] = await attempt();
    const files = [{ fileId, kind: 'file' as const }];
    const { signal } = new AbortController();
    expect(await findLostUploads(db, files, signal)).toBe(false);
    server.uploads.clear();
    expect(await findLostUploads(db, files, signal)).toBe(true);
    expect(await attempt()).not.toEqual([first]);
  });

  it('rejects in the words of the server where it does not take the file', async () => {
    server.rejection = Response.json({ success: false, message: 'This file is empty.' }, { status: 400 });
    await expect(attempt()).rejects.toMatchObject({
      name: 'TRPCClientError',
      message: 'This file is empty.',
      data: { httpStatus: 400 },
    });
  });

  it('can be tried again where another host than the server responds', async () => {
    server.rejection = new Response('<h1>Welcome to our Wi-Fi</h1>', { status: 400 });
    await expect(attempt()).rejects.not.toHaveProperty('data');
  });

  it('stops at the signal', async () => {
    const over = new AbortController();
    const stopped = uploadFiles(db, [{ fileId, kind: 'file' }], {
      signal: over.signal,
      progress: () => over.abort(),
    });
    await expect(stopped).rejects.toThrow();
    const { requests } = server;
    expect(requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(1);
  });

  it('fails where the file is not on the device any more', async () => {
    await db.blobs.clear();
    await expect(attempt()).rejects.toMatchObject({ data: { reason: 'file-gone' } });
  });
});
