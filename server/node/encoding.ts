import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';

/** How files are compressed, as values of `Content-Encoding`. The first that the client accepts is used. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Bytes below which compressing does not pay. */
export const worthCompressing = 1024;

/** The best encoding of a file that an `Accept-Encoding` header allows. */
export function acceptedEncoding(header: string | null): Encoding | undefined {
  const accepted = readAccepted(header);
  return encodings.find((encoding) => accepted.has(encoding));
}

function readAccepted(header: string | null): ReadonlySet<string> {
  if (!header) return new Set();
  return new Set(parseAccept(header).flatMap(({ type, q }) => (q > 0 ? [type] : [])));
}

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
// Of Node 22.15 on.
const zstd = zlib.zstdCompress && promisify(zlib.zstdCompress);

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
): Promise<Buffer<ArrayBuffer>> {
  const level = efforts[effort][encoding];
  if (encoding === 'gzip') return gzip(bytes, { level });
  return brotli(bytes, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: level,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });
}

/** A way to compress responses that are made for one request. */
export interface QuickCompression {
  /** As a value of `Content-Encoding`. */
  encoding: string;
  compress(bytes: Uint8Array): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
}

/** Bytes up to which Zstandard takes less than a millisecond: handing them to a thread and back costs twice as much. */
const quickBytes = 128 * 1024;

/** A context that knows the size, and one piece for the result, take a third off. */
const zstdOptions = ({ byteLength }: Uint8Array) => ({
  params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 },
  pledgedSrcSize: byteLength,
  chunkSize: Math.max(byteLength, worthCompressing),
});

/** The first that the client accepts is used: Zstandard takes a fraction of the others' time. */
const quickCompressions: QuickCompression[] = encodings.map((encoding) => ({
  encoding,
  compress: (bytes) => compress(bytes, encoding, 'quick'),
}));
if (zstd)
  quickCompressions.unshift({
    encoding: 'zstd',
    compress: (bytes) =>
      bytes.byteLength <= quickBytes
        ? zlib.zstdCompressSync(bytes, zstdOptions(bytes))
        : zstd(bytes, zstdOptions(bytes)),
  });

/** The quickest way to compress a response that an `Accept-Encoding` header allows. */
export function acceptedCompression(header: string | null): QuickCompression | undefined {
  const accepted = readAccepted(header);
  return quickCompressions.find(({ encoding }) => accepted.has(encoding));
}
