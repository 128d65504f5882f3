import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';

/** How a response is compressed, as values of `Content-Encoding`. The first that the client accepts is used. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Bytes below which compressing does not pay. */
export const worthCompressing = 1024;

/** The best encoding that an `Accept-Encoding` header allows. */
export function acceptedEncoding(header: string | null): Encoding | undefined {
  if (!header) return undefined;
  const accepted = new Set(parseAccept(header).flatMap(({ type, q }) => (q > 0 ? [type] : [])));
  return encodings.find((encoding) => accepted.has(encoding));
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** How much work goes into compressing: responses made for each request, bytes that are kept, files of a build. */
const efforts = {
  quick: { gzip: 1, br: 4 },
  kept: { gzip: 9, br: 8 },
  thorough: { gzip: 9, br: 11 },
};

export function compress(
  bytes: Uint8Array,
  encoding: Encoding,
  effort: keyof typeof efforts,
): Promise<Buffer> {
  const level = efforts[effort][encoding];
  if (encoding === 'gzip') return gzipped(bytes, { level });
  return brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });
}
