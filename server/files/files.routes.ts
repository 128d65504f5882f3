import { Hono } from 'hono';
import type { Context } from '../context.ts';
import { notFound, notSignedIn } from '../errors.ts';
import { isKnown } from '../etag.ts';
import { limitRequest } from '../limit.ts';
import { type MediaAddresses, type PictureWidth, pictureWidths } from '../ports.ts';
import type { RestBindings } from '../rest/rest.ts';
import { id as idSchema } from '../validation.schema.ts';
import { findParts, findReadableFile, type ReadableFile } from './files.queries.ts';
import { extensionOf } from './files.schema.ts';

/** What nothing of a file may do in a browser. */
const harmless = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** Types that programs open by; text has none, so that no browser shows it. */
const types: Partial<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  mp4: 'video/mp4',
};

/**
 * `GET /api/files/{id}`: a file of a message, for the members of its conversation who have not deleted the message. A
 * picture comes as WebP, in the stored width that is `?width=` or the next larger one; any other file as a download, of
 * which a single range can be requested (RFC 9110, section 14), so that one that broke off is resumed. Browsers keep
 * both, but ask each time whether they still may show them.
 *
 * Where the store serves files, users who may read one are redirected there: to pictures, and to files of one piece.
 */
export function fileRoutes(): Hono<RestBindings> {
  return new Hono<RestBindings>().get('/files/:id', async (c) => {
    const ctx = c.get('context');
    const session = await ctx.session(['read', 'messages']);
    if (!session) throw notSignedIn();
    await limitRequest(ctx, session);
    const { data: id } = idSchema.safeParse(c.req.param('id'));
    const file = id && (await findReadableFile(ctx.db, { id, userId: session.userId }));
    if (!id || !file) throw notFound();

    const width = file.kind === 'image' ? storedWidth(c.req.query('width')) : undefined;
    const etag = `"${width ?? 'file'}"`;
    const headers = { ...harmless, etag, 'cache-control': 'private, no-cache' };
    const { addresses } = ctx.ports.media;
    if (addresses && c.req.method === 'GET') {
      const address = await addressOf(ctx, addresses, { id, file, width, isRead: isReading(c.req.raw) });
      if (address !== undefined) {
        // Who may not read the file any more is not sent there again.
        c.header('cache-control', 'private, no-store');
        return c.redirect(address, 302);
      }
    }
    if (isKnown(c.req.raw, etag)) return c.body(null, 304, headers);
    if (width !== undefined) {
      const picture = await ctx.ports.media.readPrivatePicture(id, width);
      if (!picture) throw notFound();
      return c.body(picture.body, 200, {
        ...headers,
        'content-type': picture.type,
        'content-disposition': 'inline',
      });
    }
    const range = requestedRange(c.req.raw, { bytes: file.bytes, etag });
    if (range === 'unsatisfiable')
      return c.body(null, 416, { ...harmless, 'content-range': `bytes */${file.bytes}` });
    const { start, end } = range ?? { start: 0, end: file.bytes };
    return c.body(await openFile(ctx, id, { start, end }), range ? 206 : 200, {
      ...headers,
      ...headersOf(asDownload(file)),
      'accept-ranges': 'bytes',
      'content-length': String(end - start),
      ...(range && { 'content-range': `bytes ${start}-${end - 1}/${file.bytes}` }),
    });
  });
}

/** What a file is handed out as, so that no browser shows it. */
const asDownload = ({ fileName }: ReadableFile) => ({
  type: types[extensionOf(fileName)] ?? 'application/octet-stream',
  disposition: `attachment; filename*=UTF-8''${encodeFileName(fileName)}`,
});

const headersOf = ({ type, disposition }: ReturnType<typeof asDownload>) => ({
  'content-type': type,
  'content-disposition': disposition,
});

/** Whether a script is going to read the response, and no page shows it. */
const isReading = ({ headers }: Request): boolean => headers.get('sec-fetch-mode') === 'cors';

/** Returns where the store hands out a file; undefined where it has it in several pieces. */
async function addressOf(
  { db }: Context,
  addresses: MediaAddresses,
  {
    id,
    file,
    width,
    isRead,
  }: { id: string; file: ReadableFile; width: PictureWidth | undefined; isRead: boolean },
): Promise<string | undefined> {
  if (width !== undefined) return addresses.privatePicture(id, width, isRead);
  const [part, ...others] = await findParts(db, id);
  return part && others.length === 0 ? addresses.part(id, part.name, asDownload(file)) : undefined;
}

/** The smallest stored width that is not smaller than the one that was asked for. */
function storedWidth(asked: string | undefined): PictureWidth {
  const least = Number(asked ?? Number.POSITIVE_INFINITY);
  return pictureWidths.find((width) => width >= least) ?? 1600;
}

/** Encodes as RFC 8187, which leaves fewer characters as they are than addresses do. */
const encodeFileName = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /[!'()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A range of a file's bytes; `end` is the position after the last one. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * Returns the range that a request asks for; undefined where it is to get the whole file: it names none, one of another
 * version (`if-range`), or one of a kind that nobody needs here (several ranges, or the last bytes).
 */
function requestedRange(
  { method, headers }: Request,
  { bytes, etag }: { bytes: number; etag: string },
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.get('range') ?? '') ?? [];
  if (method !== 'GET' || first === undefined || (headers.get('if-range') ?? etag) !== etag) return undefined;
  const start = Number(first);
  const end = last ? Math.min(Number(last) + 1, bytes) : bytes;
  // A range that ends before it begins is invalid, and an invalid one is ignored.
  if (last && Number(last) < start) return undefined;
  return start < bytes ? { start, end } : 'unsatisfiable';
}

/** Opens a range of a file, piece by piece, as it is read. Throws a 404 where the store has lost it. */
async function openFile(
  { db, ports }: Context,
  id: string,
  { start, end }: ByteRange,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  let position = 0;
  const parts = (await findParts(db, id)).flatMap(({ name, bytes }) => {
    const from = Math.max(0, start - position);
    const to = Math.min(bytes, end - position);
    position += bytes;
    return from < to ? [{ name, from, to }] : [];
  });
  const read = async () => {
    const part = parts.shift();
    const body = part && (await ports.media.readPart(id, part.name));
    if (!body) throw notFound();
    return body.subarray(part.from, part.to);
  };
  let next: Uint8Array<ArrayBuffer> | undefined = await read();
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(next ?? (await read()));
      next = undefined;
      if (parts.length === 0) controller.close();
    },
  });
}
