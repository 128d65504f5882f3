import { v7 as uuid } from 'uuid';
import type { Context } from '../context.ts';
import { badField, conflict, notFound } from '../errors.ts';
import { createFairQueue, type FairQueue } from '../fair-queue.ts';
import { limit } from '../limit.ts';
import { bytesOfDataUrl, countDataUrlBytes } from '../media/data-url.ts';
import { limits, type MediaPort, PictureRejected } from '../ports.ts';
import type { SignedInContext } from '../trpc.ts';
import { BeforeTransaction } from '../write.ts';
import {
  deleteParts,
  type FileRow,
  findFiles,
  findParts,
  releaseFiles,
  updateDecoded,
} from './files.queries.ts';
import {
  extensionOf,
  type FileExtension,
  mostBytes,
  type PreparedFiles,
  type SentFile,
  type SentFiles,
} from './files.schema.ts';
import { isOfExtension, recognisable } from './signature.ts';
import { beginFile, storePart, tooLarge } from './upload-store.ts';

/** How many messages' files a process prepares at a time: each may hold as many bytes as a message may have. */
const preparedAtOnce = 4;

/** Bytes of a data URL that are stored at a time; a multiple of three, as base64 is. */
const pieceBytes = 3 * 512 * 1024;

/** How many megapixels a user may have decoded in a minute. */
const mostMegapixels = limits.megapixels.points;

const turns = new WeakMap<MediaPort, FairQueue>();

function inTurn<T>(media: MediaPort, owner: string, work: () => Promise<T>): Promise<T> {
  const turn = turns.get(media) ?? createFairQueue(preparedAtOnce);
  turns.set(media, turn);
  return turn(owner, work);
}

/**
 * Makes a message's files ready: stores what came as data URLs, decodes pictures, compares the extensions of others with
 * their content. Throws, with nothing of it left, where one of them cannot be sent. Decoding waits for others, so it is
 * never done within a transaction.
 */
export async function prepareFiles(
  ctx: SignedInContext,
  messageId: string,
  sent: SentFiles,
): Promise<PreparedFiles> {
  if (sent.images.length + sent.attachments.length === 0) return { ids: [], created: [] };
  const { userId } = ctx.viewer;
  const prepare = (outer: Context) =>
    inTurn(ctx.ports.media, userId, () => prepareInTurn(outer, { userId, messageId, sent }));
  if (!ctx.enclosing) return prepare(ctx);
  const { preparations } = ctx;
  if (preparations.files) return preparations.files;
  throw new BeforeTransaction(
    async (outer) => {
      preparations.files = await prepare(outer);
    },
    (outer) => release(outer, userId, preparations.files?.created ?? []),
  );
}

/** A file of a message to be, before it is stored. */
interface Given {
  field: string;
  kind: FileRow['kind'];
  file: SentFile;
}

async function prepareInTurn(
  ctx: Context,
  { userId, messageId, sent }: { userId: string; messageId: string; sent: SentFiles },
): Promise<PreparedFiles> {
  const given: Given[] = [
    ...sent.images.map((file, index) => ({ field: `images.${index}`, kind: 'image' as const, file })),
    ...sent.attachments.map((file, index) => ({
      field: `attachments.${index}`,
      kind: 'file' as const,
      file,
    })),
  ];
  const uploads = await findUploads(ctx, { userId, messageId, given });
  const bytes = given.map(({ file, field }) => countBytes(file, uploads, field));
  if (bytes.reduce((sum, count) => sum + count, 0) > mostBytes) throw tooLarge();

  const created: string[] = [];
  try {
    const ids: string[] = [];
    const pictures: Picture[] = [];
    for (const [index, { file, kind, field }] of given.entries()) {
      const upload = 'uploadId' in file ? uploads.get(file.uploadId) : undefined;
      if (upload) ids.push(upload.id);
      if (upload?.messageId === messageId) continue;
      if (kind === 'image') {
        if (upload?.width) continue;
        const content = upload
          ? await readWhole(ctx, upload)
          : bytesOfDataUrl('data' in file ? file.data : '');
        // Another process may have decoded it meanwhile: it does so before it deletes the first piece.
        if (!content && upload && (await isDecoded(ctx, userId, upload.id))) continue;
        if (!content) throw unreadable(field);
        if (upload) pictures.push({ id: upload.id, content, field, isUpload: true });
        else {
          const row = { id: uuid(), userId, kind, fileName: 'picture', bytes: content.length };
          await beginFile(ctx, row);
          created.push(row.id);
          ids.push(row.id);
          pictures.push({ id: row.id, content, field, isUpload: false });
        }
      } else if ('data' in file) {
        const id = uuid();
        await checkExtension(file.fileName, bytesOfDataUrl(startOfDataUrl(file.data)), field);
        await beginFile(ctx, { id, userId, kind, fileName: file.fileName, bytes: bytes[index] ?? 0 });
        created.push(id);
        ids.push(id);
        await storeDataUrl(ctx, { id, userId, data: file.data, field });
      } else if (upload) {
        await checkExtension(upload.fileName, await readStart(ctx, upload.id), field);
      }
    }
    await decodePictures(ctx, userId, pictures);
    return { ids, created };
  } catch (error) {
    await release(ctx, userId, created);
    throw error;
  }
}

/** The sender's uploads that a message names, by id. Throws where one is not there, not complete or not free. */
async function findUploads(
  { db, ports }: Context,
  { userId, messageId, given }: { userId: string; messageId: string; given: readonly Given[] },
): Promise<Map<string, FileRow>> {
  const ids = given.flatMap(({ file }) => ('uploadId' in file ? [file.uploadId] : []));
  if (ids.length === 0) return new Map();
  if (new Set(ids).size < ids.length) throw badField('attachments', 'The same upload is there twice.');
  const found = await findFiles(db, { ids, userId, now: ports.clock.now() });
  const byId = new Map(found.map((file) => [file.id, file]));
  for (const { field, kind, file } of given) {
    if (!('uploadId' in file)) continue;
    const upload = byId.get(file.uploadId);
    if (!upload) throw noLongerThere();
    if (upload.kind !== kind) throw badField(field, 'This was uploaded as another kind of file.');
    if (upload.messageId !== null && upload.messageId !== messageId)
      throw conflict('upload-used', 'A file was already sent with another message. Please attach it again.');
    if (upload.received < upload.bytes)
      throw conflict('upload-incomplete', 'A file is still being uploaded.');
  }
  return byId;
}

function countBytes(file: SentFile, uploads: ReadonlyMap<string, FileRow>, field: string): number {
  if ('uploadId' in file) return uploads.get(file.uploadId)?.bytes ?? 0;
  const bytes = countDataUrlBytes(file.data);
  if (bytes === 0) throw badField(field, 'This file is empty.');
  return bytes;
}

/** A picture that is to be decoded. */
interface Picture {
  id: string;
  field: string;
  content: Uint8Array<ArrayBuffer>;
  isUpload: boolean;
}

/**
 * Decodes pictures one after the other, and deletes their originals. Each upload is counted just before it is decoded, and
 * stays decoded where the limit is reached: the next try goes on behind it. Data URLs are decoded anew with each try, so
 * they are counted together, and rejected where they are more than the limit allows at all.
 */
async function decodePictures(ctx: Context, userId: string, pictures: readonly Picture[]): Promise<void> {
  const { media } = ctx.ports;
  const counted: (Picture & { megapixels: number })[] = [];
  for (const picture of pictures) {
    const pixels = await media
      .countPixels(picture.content, { isPrivate: true })
      .catch(orReject(picture.field));
    counted.push({ ...picture, megapixels: Math.ceil(pixels / 1_000_000) });
  }
  const inBody = counted.filter(({ isUpload }) => !isUpload);
  const megapixels = inBody.reduce((sum, picture) => sum + picture.megapixels, 0);
  if (megapixels > mostMegapixels)
    throw badField(
      'images',
      `These pictures have more than ${mostMegapixels} megapixels together. Upload them first, or send fewer.`,
    );
  for (const picture of counted) {
    if (!picture.isUpload) continue;
    await limit(ctx, 'megapixels', userId, picture.megapixels);
    await decodePicture(ctx, userId, picture);
  }
  if (megapixels > 0) await limit(ctx, 'megapixels', userId, megapixels);
  for (const picture of inBody) await decodePicture(ctx, userId, picture);
}

async function decodePicture(
  { db, ports: { media } }: Context,
  userId: string,
  { id, content, field }: Picture,
): Promise<void> {
  const size = await media.storePrivatePicture(id, content, userId).catch(orReject(field));
  if (!(await updateDecoded(db, { id, ...size }))) {
    // It was swept while it was decoded, and the sweep does not come again.
    await media.deletePrivate(id);
    throw noLongerThere();
  }
  const parts = await findParts(db, id);
  await Promise.all(parts.map(({ name }) => media.deletePart(id, name)));
  if (parts.length > 0) await deleteParts(db, id);
}

const orReject = (field: string) => (error: unknown) => {
  throw error instanceof PictureRejected ? badField(field, error.message) : error;
};

const noLongerThere = () => notFound('A file is no longer available. Please attach it again.');

const unreadable = (field: string) => badField(field, 'This file cannot be read.');

async function checkExtension(
  fileName: string,
  start: Uint8Array<ArrayBuffer> | undefined,
  field: string,
): Promise<void> {
  const extension = extensionOf(fileName) as FileExtension;
  if (!start) throw unreadable(field);
  if (!(await isOfExtension(start, extension)))
    throw badField(
      field,
      `This file is not what its name says: its content is not that of a .${extension} file.`,
    );
}

/** The data URL of the first bytes, which are enough to recognise a file. */
const startOfDataUrl = (data: string): string => {
  const comma = data.indexOf(',') + 1;
  return data.slice(0, comma + 16 * 1024);
};

/** Stores a data URL piece by piece: whole, it would take three times its memory, and hold up other requests. */
async function storeDataUrl(
  ctx: Context,
  { id, userId, data, field }: { id: string; userId: string; data: string; field: string },
): Promise<void> {
  const comma = data.indexOf(',') + 1;
  const pieceLength = (pieceBytes / 3) * 4;
  let start = 0;
  for (let at = comma; at < data.length; at += pieceLength) {
    const bytes = bytesOfDataUrl(data.slice(0, comma) + data.slice(at, at + pieceLength));
    if (!bytes) throw unreadable(field);
    await storePart(ctx, { fileId: id, userId, start, bytes });
    start += bytes.length;
  }
  if (start !== countDataUrlBytes(data)) throw unreadable(field);
}

/** The first bytes of an upload, as many as are enough to recognise it; undefined where they are not there. */
async function readStart({ db, ports }: Context, id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const read: Uint8Array[] = [];
  let length = 0;
  for (const { name } of await findParts(db, id)) {
    if (length >= recognisable) break;
    const part = await ports.media.readPart(id, name);
    if (!part) return undefined;
    read.push(part);
    length += part.length;
  }
  if (length === 0) return undefined;
  const start = new Uint8Array(length);
  let at = 0;
  for (const part of read) {
    start.set(part, at);
    at += part.length;
  }
  return start;
}

async function isDecoded({ db, ports }: Context, userId: string, id: string): Promise<boolean> {
  const [file] = await findFiles(db, { ids: [id], userId, now: ports.clock.now() });
  if (!file) throw notFound('A file is no longer available. Please attach it again.');
  return file.width !== null;
}

/** All bytes of an upload; undefined where they are not all there. */
async function readWhole(
  { db, ports }: Context,
  { id, bytes: length }: FileRow,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts = await findParts(db, id);
  if (parts.reduce((sum, { bytes }) => sum + bytes, 0) !== length) return undefined;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const { name, bytes } of parts) {
    const part = await ports.media.readPart(id, name);
    if (part?.length !== bytes) return undefined;
    whole.set(part, at);
    at += bytes;
  }
  return whole;
}

/** Lets go of files that came with a message and that no message has now. Never rejects: files that stay expire. */
export async function discardFiles(ctx: SignedInContext, { created }: PreparedFiles): Promise<void> {
  // Within a write they are let go of after its end.
  if (!ctx.enclosing) await release(ctx, ctx.viewer.userId, created);
}

async function release({ db, ports }: Context, userId: string, ids: readonly string[]): Promise<void> {
  try {
    await releaseFiles(db, { ids, userId });
  } catch (error) {
    ports.log.warn({ err: error }, 'files of a message that was not sent stay for now');
  }
}
