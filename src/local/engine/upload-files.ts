import { TRPCClientError } from '@trpc/client';
import { DetailedError, Upload } from 'tus-js-client';
import { actorHeader } from '#server/operations/operations.schema.ts';
import { bearerToken } from '#src/app/bearer-token.ts';
import { reachability } from '#src/lib/reachability.ts';
import { fileGone } from './texts.ts';
import type { KeptFileRow, LocalDatabase, Sending } from './types.ts';

/** Where uploads begin. */
const endpoint = '/api/uploads';

/** Bytes of one request: what a line that breaks takes with it. */
const chunkSize = 2 * 1024 * 1024;

/** A file that is to be uploaded, and as what. */
export interface FileToUpload {
  fileId: string;
  kind: 'image' | 'file';
}

/**
 * Uploads files, and goes on where an earlier try has ended, also one of another tab. Resolves to the ids of the
 * uploads. Rejects as calls do: with the server's words where it rejects a file, and otherwise to be tried again.
 */
export async function uploadFiles(
  db: LocalDatabase,
  files: readonly FileToUpload[],
  sending: Pick<Sending, 'signal' | 'progress'>,
): Promise<string[]> {
  const rows = await db.files.bulkGet(files.map(({ fileId }) => fileId));
  const total = rows.reduce((sum, row) => sum + (row?.bytes ?? 0), 0);
  let before = 0;
  const ids: string[] = [];
  for (const [index, file] of files.entries()) {
    const row = rows[index];
    if (!row) throw gone();
    const report = (bytes: number) => sending.progress((before + bytes) / total);
    const url =
      row.isUploaded && row.uploadUrl ? row.uploadUrl : await upload(db, row, file, { ...sending, report });
    before += row.bytes;
    sending.progress(before / total);
    ids.push(url.slice(url.lastIndexOf('/') + 1));
  }
  return ids;
}

/**
 * Looks whether the server still has the uploads of files, and lets those be uploaded anew that it does not have.
 * Resolves to whether any was gone.
 */
export async function findLostUploads(
  db: LocalDatabase,
  files: readonly FileToUpload[],
  signal: AbortSignal,
): Promise<boolean> {
  let areLost = false;
  for (const { fileId } of files) {
    const row = await db.files.get(fileId);
    if (!row?.uploadUrl) continue;
    const response = await fetch(row.uploadUrl, {
      method: 'HEAD',
      headers: { ...headersFor(db), 'tus-resumable': '1.0.0' },
      signal,
    });
    if (response.status !== 404 && response.status !== 410) continue;
    areLost = true;
    await db.files.update(fileId, { uploadUrl: undefined, isUploaded: false });
  }
  return areLost;
}

/** Uploads a file. Resolves to the address of the upload. */
async function upload(
  db: LocalDatabase,
  { fileId, fileName, type, uploadUrl }: KeptFileRow,
  { kind }: FileToUpload,
  { signal, report }: { signal: AbortSignal; report: (bytes: number) => void },
): Promise<string> {
  const content = (await db.blobs.get(fileId))?.blob;
  if (!content) throw gone();
  signal.throwIfAborted();
  const { promise: uploaded, resolve, reject } = Promise.withResolvers<Response>();
  const task = new Upload(content, {
    endpoint,
    uploadUrl: uploadUrl ?? null,
    chunkSize,
    metadata: { filename: fileName, filetype: type, kind },
    headers: headersFor(db),
    // The outbox tries again, when the server can be reached.
    retryDelays: null,
    storeFingerprintForResuming: false,
    onUploadUrlAvailable: () => {
      if (task.url) void db.files.update(fileId, { uploadUrl: task.url }).catch(() => undefined);
    },
    onProgress: report,
    onChunkComplete: () => reachability.heard(),
    onSuccess: () => resolve(new Response()),
    onError: (error) => reject(judge(error)),
  });
  const stop = () => {
    reject(signal.reason);
    void task.abort();
  };
  signal.addEventListener('abort', stop);
  try {
    task.start();
    await reachability.watch(uploaded, true);
  } finally {
    signal.removeEventListener('abort', stop);
  }
  if (!task.url) throw new Error('An upload has no address.');
  await db.files.update(fileId, { uploadUrl: task.url, isUploaded: true });
  return task.url;
}

const headersFor = (db: LocalDatabase) => ({ ...bearerToken.headers(), [actorHeader]: db.userId });

/** What a response of the server itself means that is not about the file: the same again has another outcome. */
const passing = [401, 404, 408, 409, 410, 423, 429];

/** Returns the error as calls have it: a rejection of the server in its own words, or none. */
function judge(error: Error): Error {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  if (status < 400 || status >= 500 || passing.includes(status)) return error;
  const message = messageIn(response?.getBody() ?? '');
  return message === undefined ? error : rejection('upload-rejected', message, status);
}

/** Returns the server's reason; undefined where it was not the server. */
function messageIn(body: string): string | undefined {
  try {
    const { success, message } = JSON.parse(body) as { success?: unknown; message?: unknown };
    return success === false && typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

const gone = () => rejection('file-gone', fileGone);

const rejection = (reason: string, message: string, httpStatus = 400) =>
  TRPCClientError.from({
    error: {
      message,
      code: -32600,
      data: { code: 'BAD_REQUEST', httpStatus, reason, requestId: null, fields: null, retryAfter: null },
    },
  });
