import type { Context, CoreSettings } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limit } from '../limit.ts';
import { idempotencyHeader, replayedHeader } from '../operations/operations.schema.ts';
import { isOwnOrigin } from '../origin.ts';
import { isOriginListed } from './access-tokens.queries.ts';
import { isAccessToken } from './authenticate.ts';

/** What a page of another origin may send; tus headers are those of uploads. */
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  idempotencyHeader,
  'Last-Event-ID',
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-Request-Id',
];
const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** What such a page may read of a response, beside what every page may. */
const exposedHeaders = [
  'Retry-After',
  'X-Request-Id',
  replayedHeader,
  'X-Total-Count',
  'Date',
  'Location',
  'Tus-Resumable',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Offset',
];

/** What nothing but this file may say to other origins; the tus protocol's implementation would to all. */
const corsHeaders = ['origin', 'methods', 'headers', 'credentials']
  .map((what) => `access-control-allow-${what}`)
  .concat('access-control-expose-headers', 'access-control-max-age');

/** Seconds for which a browser may remember a preflight. What is revoked meanwhile is rejected all the same. */
const preflightSeconds = 600;

const isOfSettings = (origin: string, { apiAllowedOrigins = [] }: CoreSettings) =>
  apiAllowedOrigins.includes(origin);

/** Returns whether a request is a browser's question whether it may send another one. */
export const isPreflight = ({ method, headers }: Request): boolean =>
  method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method');

/**
 * The response to a preflight. It carries no token yet: what asks to send one is allowed where the settings or any
 * token in force list the origin. That says nothing about whose token it is, nor that it is the origin's own, since
 * anybody may list any origin; what counts is the request itself.
 */
export async function answerPreflight({ headers }: Request, ctx: Context): Promise<Response> {
  await limit(ctx, 'request', ctx.clientAddress);
  const origin = headers.get('origin') ?? '';
  const asked = (headers.get('access-control-request-headers') ?? '').toLowerCase().split(/[\s,]+/);
  const isAllowed =
    asked.includes('authorization') &&
    origin.length <= 200 &&
    (isOfSettings(origin, ctx.settings) || (await isOriginListed(ctx.db, { origin, now: new Date() })));
  const response = new Response(null, {
    status: 204,
    headers: { vary: 'Origin, Access-Control-Request-Headers' },
  });
  if (isAllowed) {
    response.headers.set('access-control-allow-origin', origin);
    response.headers.set('access-control-allow-methods', allowedMethods);
    response.headers.set('access-control-allow-headers', allowedHeaders.join(', '));
    response.headers.set('access-control-max-age', String(preflightSeconds));
  }
  return response;
}

/**
 * Returns the foreign origin whose page may read the response, or undefined where it is none. Throws a 403 where a
 * page sends an access token from an origin that neither the settings nor the token allow: nothing is done for it.
 */
export async function foreignOrigin({ headers }: Request, ctx: Context): Promise<string | undefined> {
  const origin = headers.get('origin');
  const { bearer } = ctx.ports.sessions.tokensOf(headers);
  if (origin === null || bearer === undefined || !isAccessToken(bearer)) return undefined;
  if (isOwnOrigin(origin, ctx.settings)) return undefined;
  if (isOfSettings(origin, ctx.settings)) return origin;
  const session = await ctx.session('anything');
  if (session?.accessToken?.allowedOrigins.includes(origin)) return origin;
  await limit(ctx, 'request', ctx.clientAddress);
  throw new Refusal(
    'FORBIDDEN',
    'origin-not-allowed',
    'This access token cannot be used by pages of this origin.',
  );
}

/**
 * Makes a response readable for the pages of a foreign origin, and for those of no other one. Cookies never travel:
 * no response allows credentials.
 */
export function shareWith(origin: string | undefined, headers: Headers): void {
  for (const name of corsHeaders) headers.delete(name);
  headers.append('vary', 'Origin');
  if (origin === undefined) return;
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-expose-headers', exposedHeaders.join(', '));
}
