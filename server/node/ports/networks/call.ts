import type { z } from 'zod';
import type { NetworkName } from '#db/tables/social-media.ts';
import { NetworkFailure } from '#server/social-media/networks.ts';

/** Milliseconds that a call may take, and one that carries a picture. */
export interface CallTimes {
  callMs: number;
  uploadMs: number;
}
export const usualTimes: CallTimes = { callMs: 10_000, uploadMs: 60_000 };

/** Bytes of a response that are read. */
const maxResponse = 2 * 1024 * 1024;

export interface Call {
  network: NetworkName;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | URLSearchParams | FormData | Uint8Array<ArrayBuffer>;
  timeoutMs: number;
  /** Whether it must not be made twice: then a response that does not arrive leaves the outcome open. */
  isOnce?: boolean;
}

export interface Reply {
  status: number;
  headers: Headers;
  /** JSON, or the text where it is none. */
  body: unknown;
}

/**
 * Calls a network and returns its response, whatever the status. Follows no redirect: only configured addresses are
 * requested. Rejects with a `NetworkFailure` where no answer comes, or one of 500 and above.
 */
export async function call(url: URL, { network, timeoutMs, isOnce = false, ...init }: Call): Promise<Reply> {
  let reply: Reply;
  try {
    const response = await fetch(url, {
      ...init,
      headers: { accept: 'application/json', 'user-agent': 'Gatherwell', ...init.headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readText(response);
    reply = { status: response.status, headers: response.headers, body: parse(text) };
  } catch (error) {
    const code = codeOf(error);
    throw new NetworkFailure(network, isOnce && !neverSent.has(code) ? 'unknown' : 'failed', { code });
  }
  if (reply.status >= 500)
    throw new NetworkFailure(network, isOnce ? 'unknown' : 'failed', { code: reply.status });
  return reply;
}

/** The address at a path below a base, with a query. */
export function addressAt(base: string, path: string, query: Record<string, string> = {}): URL {
  const url = new URL(`${base.replace(/\/$/, '')}${path}`);
  url.search = new URLSearchParams(query).toString();
  return url;
}

/** Parses an answer. Rejects with a `NetworkFailure` where it is none that the network documents. */
export function parseReply<T extends z.ZodType>(
  network: NetworkName,
  schema: T,
  { body, status }: Reply,
  { isOnce = false }: { isOnce?: boolean } = {},
): z.output<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new NetworkFailure(network, isOnce ? 'unknown' : 'failed', { code: status });
}

/** Errors before anything was sent. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** The error itself stays behind: those of `fetch` may name the address, and in it a token. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error instanceof Error ? error.name : 'unknown';
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let read = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    read += chunk.byteLength;
    if (read > maxResponse) throw new Error('The response is too large.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The instant of so many seconds from now, as headers state waiting times. */
export const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1000);

/** The seconds that `Retry-After` states, or undefined. */
export function retryAfter(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** A part of what a network lists, and where the next one begins. */
interface Page<T> {
  items: readonly T[];
  next: string | undefined;
}

/** How many pages are read to find something. */
const mostPages = 30;

/**
 * Finds something in what a network lists by pages. Rejects with a `NetworkFailure` where it is not in the first ones, and
 * there are more: then nobody knows.
 */
export async function findInPages<T>(
  network: NetworkName,
  read: (cursor: string | undefined) => Promise<Page<T>>,
  isWanted: (item: T) => boolean,
): Promise<T | undefined> {
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const { items, next } = await read(cursor);
    const found = items.find(isWanted);
    if (found || next === undefined) return found;
    cursor = next;
  }
  throw new NetworkFailure(network, 'failed', { code: 'too-many-posts' });
}

/** Whether a call failed because the credentials are no longer in force. */
export const isGone = (error: unknown): boolean =>
  error instanceof NetworkFailure && (error.kind === 'expired' || error.kind === 'revoked');
