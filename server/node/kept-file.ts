import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { isKnown } from '#server/etag.ts';
import { acceptedEncoding, compress, type Encoding, encodings, worthCompressing } from './encoding.ts';

/** Bytes that are handed out as they are, again and again, by reference. */
export interface KeptFile {
  /** Headers beside those that follow from its bytes. */
  headers: Record<string, string>;
  /** Of the plain content; those of the encoded ones end in the encoding. */
  tag: string;
  /** The plain ones. Absent where they are there encoded: hardly any client takes no encoding. */
  content?: Uint8Array<ArrayBuffer>;
  encoded: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>;
}

export function keepFile(
  content: Uint8Array<ArrayBuffer>,
  headers: KeptFile['headers'],
  encoded: KeptFile['encoded'] = {},
): KeptFile {
  const tag = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  return { headers, tag, encoded, ...(!encoded.gzip && { content }) };
}

/** What was last decoded of a file, for as long as somebody has it. */
const decoded = new WeakMap<KeptFile, WeakRef<Uint8Array<ArrayBuffer>>>();

/**
 * Returns the plain bytes of a file. Who asks while others still send them gets the same: a hundred clients that take no
 * encoding and read slowly cost one decoding, and its memory once.
 */
export function contentOf(file: KeptFile): Uint8Array<ArrayBuffer> {
  const known = file.content ?? decoded.get(file)?.deref();
  if (known) return known;
  const content = new Uint8Array(gunzipSync(file.encoded.gzip ?? new Uint8Array()));
  decoded.set(file, new WeakRef(content));
  return content;
}

/** Keeps a file in every encoding that a client can request. */
export async function keepCompressed(
  content: Uint8Array<ArrayBuffer>,
  headers: KeptFile['headers'],
): Promise<KeptFile> {
  const encoded: KeptFile['encoded'] = {};
  if (content.byteLength >= worthCompressing)
    for (const encoding of encodings)
      encoded[encoding] = new Uint8Array(await compress(content, encoding, 'kept'));
  return keepFile(content, headers, encoded);
}

/** Returns the response to a GET or HEAD for a kept file: the best encoding, or 304 where the client has it already. */
export function answerKept(request: Request, file: KeptFile): Response {
  const wanted = acceptedEncoding(request.headers.get('accept-encoding'));
  const encoding = wanted && file.encoded[wanted] ? wanted : undefined;
  const body = (encoding && file.encoded[encoding]) ?? contentOf(file);
  const tag = `"${file.tag}${encoding ? `-${encoding}` : ''}"`;
  const { 'content-type': type, ...others } = file.headers;
  const headers = { ...others, etag: tag, vary: 'accept-encoding' };
  if (isKnown(request, tag)) return new Response(null, { status: 304, headers });
  return new Response(body, {
    headers: {
      ...headers,
      ...(type !== undefined && { 'content-type': type }),
      'content-length': String(body.byteLength),
      ...(encoding && { 'content-encoding': encoding }),
    },
  });
}
