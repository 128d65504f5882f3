import { v7 as uuid } from 'uuid';
import type { Context } from '../context.ts';
import { badField, conflict, Refusal } from '../errors.ts';
import { limit } from '../limit.ts';
import type { Session, Upload, UploadStore } from '../ports.ts';
import { id as idSchema } from '../validation.schema.ts';
import {
  deleteParts,
  type FileRow,
  findFiles,
  findParts,
  insertFile,
  insertPart,
  mostParts,
  releaseFiles,
} from './files.queries.ts';
import { mostBytes, tooManyBytes, uploadMetadata } from './files.schema.ts';

/** How many bytes are stored at a time; what a server that is killed has not stored is sent again. */
const partBytes = 512 * 1024;

/** What a user may have uploaded that no message names: some messages that wait to be sent. */
const unusedLimit = { files: 100, bytes: 8 * mostBytes };

/** For how many hours an upload is kept that no message names, unless the host sets another number. */
const usualHours = 24;

type StoreContext = Pick<Context, 'db' | 'ports' | 'settings'>;

/** Returns how many milliseconds after its creation an upload is deleted that no message names. */
const uploadLifetimeMs = ({ settings }: Pick<Context, 'settings'>): number =>
  (settings.uploadHours ?? usualHours) * 60 * 60 * 1000;

/**
 * The viewer's uploads: rows in the database, and their bytes in pieces in the media store. A piece is in the store
 * before its row is; the row means that the file goes on behind it, and only one of several writers can add it.
 */
export function createUploadStore(ctx: StoreContext, { userId }: Session): UploadStore {
  const { db, ports } = ctx;

  async function find(id: string): Promise<FileRow | undefined> {
    const { data } = idSchema.safeParse(id);
    if (data === undefined) return undefined;
    const [file] = await findFiles(db, { ids: [data], userId, now: ports.clock.now() });
    return file?.messageId === null ? file : undefined;
  }

  return {
    expiresAfterMs: uploadLifetimeMs(ctx),
    async find(id) {
      const file = await find(id);
      return file && presentUpload(file);
    },
    async create({ id, bytes, metadata }) {
      const parsed = uploadMetadata.safeParse(metadata);
      if (!parsed.success) throw badField('Upload-Metadata', parsed.error.issues[0]?.message ?? '');
      if (bytes === 0) throw badField('Upload-Length', 'This file is empty.');
      if (bytes > mostBytes) throw tooLarge();
      const { filename: fileName, kind } = parsed.data;
      return presentUpload(await beginFile(ctx, { id, userId, kind, fileName, bytes }));
    },
    async append(id, start, chunks) {
      let at = start;
      await inParts(chunks, async (bytes) => {
        await storePart(ctx, { fileId: id, userId, start: at, bytes });
        at += bytes.length;
      });
      return at;
    },
    remove: async (id) => {
      const file = await find(id);
      if (!file || (await releaseFiles(db, { ids: [file.id], userId })) === 0) return false;
      await ports.media.deletePrivate(file.id);
      await deleteParts(db, file.id);
      return true;
    },
  };
}

/** Inserts a file of which nothing has arrived yet. Throws a 429 where the user uploads too much. */
export async function beginFile(
  ctx: StoreContext,
  file: { id: string; userId: string; kind: FileRow['kind']; fileName: string; bytes: number },
): Promise<FileRow> {
  await limit(ctx, 'uploads', file.userId, Math.ceil(file.bytes / 1_000_000));
  const now = ctx.ports.clock.now();
  const expiresAt = new Date(now.getTime() + uploadLifetimeMs(ctx));
  if (!(await insertFile(ctx.db, { ...file, now, expiresAt }, unusedLimit)))
    throw new Refusal(
      'TOO_MANY_REQUESTS',
      'too-many-uploads',
      'You have uploaded many files that were not sent. Send or remove some of them first.',
      { retryAfter: 60 },
    );
  return { ...file, received: 0, width: null, height: null, messageId: null, createdAt: now };
}

/**
 * Stores a piece of a file. Throws a 409, with nothing stored, where the file does not end where the piece begins; and a
 * 429 where it has too many pieces. Such a file can never be complete, so it is let go of.
 */
export async function storePart(
  { db, ports }: Pick<Context, 'db' | 'ports'>,
  part: { fileId: string; userId: string; start: number; bytes: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const { fileId, userId, start, bytes } = part;
  const name = uuid();
  await ports.media.storePart(fileId, name, bytes);
  const isNext = await insertPart(db, { ...part, bytes: bytes.length, name });
  if (isNext) return;
  await ports.media.deletePart(fileId, name);
  const [file] = await findFiles(db, { ids: [fileId], userId, now: ports.clock.now() });
  if (file?.received === start && (await findParts(db, fileId)).length >= mostParts) {
    await releaseFiles(db, { ids: [fileId], userId });
    throw new Refusal(
      'TOO_MANY_REQUESTS',
      'too-many-pieces',
      'This file came in more than 1,000 pieces. Upload it again, in larger ones.',
      { retryAfter: 1 },
    );
  }
  throw conflict(
    'upload-moved',
    'This upload has gone on elsewhere. Ask where it stands, and go on from there.',
  );
}

/** Hands on bytes in pieces of a good size. Where they break off, what arrived before is handed on, too. */
async function inParts(
  chunks: AsyncIterable<Uint8Array>,
  store: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
): Promise<void> {
  const buffer = new Uint8Array(partBytes);
  let filled = 0;
  const flush = async () => {
    const bytes = buffer.slice(0, filled);
    filled = 0;
    if (bytes.length > 0) await store(bytes);
  };
  const source = chunks[Symbol.asyncIterator]();
  for (;;) {
    const next = await source.next().catch((error: unknown) => ({ error }));
    if ('error' in next) {
      await flush();
      throw next.error;
    }
    if (next.done) break;
    for (let from = 0; from < next.value.length; ) {
      const taken = next.value.subarray(from, from + partBytes - filled);
      buffer.set(taken, filled);
      filled += taken.length;
      from += taken.length;
      if (filled === partBytes) await flush();
    }
  }
  await flush();
}

const presentUpload = ({ id, kind, fileName, bytes, received, createdAt }: FileRow): Upload => ({
  id,
  bytes,
  received,
  metadata: { filename: fileName, kind },
  createdAt,
});

/** 413: the files have more bytes than a message may have. */
export const tooLarge = () => new Refusal('PAYLOAD_TOO_LARGE', 'too-large', tooManyBytes);
