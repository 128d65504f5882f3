import { v7 as uuid } from 'uuid';
import type { Upload, UploadStore, UploadsPort } from '#server/ports.ts';

const version = '1.0.0';
const uploadType = 'application/offset+octet-stream';

/** The tus protocol in a browser, where the library that speaks it in Node cannot run. */
export function createUploads(): UploadsPort {
  return {
    async handle(request, path, store) {
      const response = await respond(request, path, store);
      response.headers.set('tus-resumable', version);
      return response;
    },
  };
}

async function respond(request: Request, path: string, store: UploadStore): Promise<Response> {
  const { method, headers } = request;
  if (method === 'OPTIONS')
    return reply(204, {
      'tus-version': version,
      'tus-extension': 'creation,creation-with-upload,expiration,termination',
    });
  if (headers.get('tus-resumable') !== version) return reply(412, { 'tus-version': version });
  const id = new URL(request.url).pathname.slice(path.length + 1);
  if (method === 'POST' && id === '') return create(request, path, store);
  const upload = await store.find(id);
  if (!upload) return reply(404);
  switch (method) {
    case 'HEAD':
      return reply(200, {
        'upload-offset': String(upload.received),
        'upload-length': String(upload.bytes),
        'upload-metadata': writeMetadata(upload.metadata),
        'cache-control': 'no-store',
      });
    case 'PATCH':
      return append(request, upload, store);
    case 'DELETE':
      return reply((await store.remove(id)) ? 204 : 404);
    default:
      return reply(404);
  }
}

async function create(request: Request, path: string, store: UploadStore): Promise<Response> {
  const bytes = countOf(request.headers.get('upload-length'));
  const metadata = readMetadata(request.headers.get('upload-metadata') ?? '');
  if (bytes === undefined || !metadata) return reply(400);
  const upload = await store.create({ id: uuid(), bytes, metadata });
  const location = `${path}/${upload.id}`;
  if (request.headers.get('content-type') !== uploadType)
    return reply(201, { location, ...expiryOf(upload, store) });
  const received = await receive(request, upload, store);
  if (received === undefined) return reply(413);
  return reply(201, { location, 'upload-offset': String(received), ...expiryOf(upload, store) });
}

async function append(request: Request, upload: Upload, store: UploadStore): Promise<Response> {
  if (request.headers.get('content-type') !== uploadType) return reply(403);
  const offset = countOf(request.headers.get('upload-offset'));
  if (offset === undefined) return reply(400);
  if (offset !== upload.received) return reply(409);
  const received = await receive(request, upload, store);
  if (received === undefined) return reply(413);
  const isWhole = received === upload.bytes;
  return reply(204, { 'upload-offset': String(received), ...(!isWhole && expiryOf(upload, store)) });
}

/** Stores what a request brings. Resolves to how many bytes there are then; undefined where they are too many. */
async function receive(request: Request, upload: Upload, store: UploadStore): Promise<number | undefined> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (upload.received + bytes.length > upload.bytes) return undefined;
  return store.append(upload.id, upload.received, one(bytes));
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const expiryOf = ({ createdAt }: Upload, { expiresAfterMs }: UploadStore) => ({
  'upload-expires': new Date(createdAt.getTime() + expiresAfterMs).toUTCString(),
});

const reply = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });

const countOf = (text: string | null): number | undefined =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** Names and values in base64, as `Upload-Metadata` has them; undefined where they are not. */
function readMetadata(header: string): Record<string, string> | undefined {
  try {
    return Object.fromEntries(
      header.split(',').map((pair) => {
        const [name = '', value = ''] = pair.trim().split(' ');
        return [name, new TextDecoder().decode(Uint8Array.from(atob(value), (unit) => unit.charCodeAt(0)))];
      }),
    );
  } catch {
    return undefined;
  }
}

const writeMetadata = (metadata: Record<string, string>): string =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`)
    .join(',');
