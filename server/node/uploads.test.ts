import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApi } from '#server/api.ts';
import { setUpWorld } from '#server/testing/cast.ts';
import { createHost } from './http.ts';
import { createMedia } from './ports/media.ts';
import { createPictureStorage } from './ports/picture-storage.ts';
import { createTusUploads } from './ports/tus-uploads.ts';
import { Line } from './testing/proxy.ts';

const world = setUpWorld();
let folder: string;
let processes: [Server, Server];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatherwell-uploads-'));
  processes = await Promise.all([startProcess(), startProcess()]);
});
afterAll(async () => {
  for (const server of processes) {
    server.closeAllConnections();
    server.close();
  }
  await rm(folder, { recursive: true });
});

/** Starts a server that shares the database and the folder with others, and nothing else. */
async function startProcess(): Promise<Server> {
  const ports = {
    ...world.ports,
    media: createMedia(createPictureStorage({ kind: 'folder', folder })),
    uploads: createTusUploads(),
  };
  const settings = { publicUrl: 'https://gatherwell.test', otherOrigins: [] };
  const server = createHost({
    settings: { ...settings, secureCookies: false, trustedProxies: 0, mapStyle: undefined },
    api: createApi({ ...world.deps, ports, settings }),
    appFiles: { page: undefined, respond: () => new Response(null, { status: 404 }) },
    publicPages: async () => undefined,
    routeName: (_, pathname) => pathname,
    health: { trouble: async () => undefined, leave: () => {} },
    limits: ports.limits,
    log: ports.log,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

it('carries 20 MB byte for byte over a line that is cut again and again, to whatever process it leads', async () => {
  const alice = await world.individual('alice');
  const bob = await world.individual('bob');
  const bytes = new Uint8Array(20_000_000);
  for (let at = 0; at < bytes.length; at += 60_000) crypto.getRandomValues(bytes.subarray(at, at + 60_000));
  bytes.set(new TextEncoder().encode('%PDF-1.7\n'));

  let turn = 0;
  await using opened = new AsyncDisposableStack();
  const line = await Line.open({ target: () => portOf(processes[turn++ % 2 === 0 ? 0 : 1]) });
  opened.defer(() => line.close());
  line.turn({ kind: 'slow', latency: 0, bytesPerSecond: 25_000_000 });
  const base = `http://127.0.0.1:${line.port}`;
  const headers = { authorization: `Bearer ${alice.token}` };

  const offsets: number[] = [];
  let cuts = 0;
  const uploadId = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(Buffer.from(bytes), {
      endpoint: `${base}/api/uploads`,
      headers,
      metadata: { filename: 'plan.pdf', filetype: 'application/pdf', kind: 'file' },
      // An older request may still be storing what it has: then the next one is rejected, and retried.
      retryDelays: Array<number>(50).fill(0),
      onProgress(sent) {
        if (sent < (cuts + 1) * 3_000_000 || cuts === 6) return;
        cuts++;
        line.reset();
      },
      onAfterResponse(request, response) {
        if (request.getMethod() === 'HEAD') offsets.push(Number(response.getHeader('Upload-Offset')));
      },
      onError: reject,
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
    });
    upload.start();
  });
  expect(cuts).toBeGreaterThanOrEqual(3);
  expect(offsets.length).toBeGreaterThanOrEqual(cuts);
  // It went on each time, and did not begin anew.
  expect(offsets).toEqual(offsets.toSorted((one, other) => one - other));
  expect(offsets.at(-1)).toBeGreaterThan(10_000_000);

  const sent = await fetch(`${base}/api/conversations/message`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ receiverId: bob._id, attachments: [{ uploadId }] }),
  });
  const { data } = await sent.json();
  const response = await fetch(base + data.message.attachments[0].path, {
    headers: { authorization: `Bearer ${bob.token}` },
  });
  expect(Buffer.compare(new Uint8Array(await response.arrayBuffer()), bytes)).toBe(0);
});
