import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { RequestInfo } from '#server/context.ts';
import type { LogPort } from '#server/ports.ts';
import { failure } from '#server/rest/rest.ts';
import { apiDocs } from './api-docs.ts';
import type { AppFiles } from './app-files.ts';
import { clientAddress } from './client-address.ts';
import { acceptedEncoding, compress, worthCompressing } from './encoding.ts';
import type { Health } from './health.ts';
import { securityHeaders } from './security-headers.ts';
import type { Settings } from './settings.ts';

export interface HostOptions {
  settings: Pick<Settings, 'publicUrl' | 'secureCookies' | 'trustedProxies' | 'mapStyle'>;
  /** Answers `/api` and `/media`. */
  api(request: Request, info: RequestInfo): Promise<Response>;
  /** Answers everything else. */
  appFiles: AppFiles;
  /** What the log calls an address. */
  routeName(method: string, pathname: string): string;
  health: Health;
  log: LogPort;
}

/** Bytes of a body that are refused before one of them is read. Routes have lower limits of their own. */
const bodyLimit = 48 * 1024 * 1024;

/** The HTTP server of a process; not listening yet. */
export function createHost(options: HostOptions): Server {
  const { settings, log, health } = options;
  const headers = Object.entries(securityHeaders(settings));

  async function respond(request: Request, pathname: string, info: RequestInfo): Promise<Response> {
    if (Number(request.headers.get('content-length')) > bodyLimit)
      return failure('This is too large to be sent.', 413);
    if (pathname === '/healthz') return Response.json({ status: 'up' });
    if (pathname === '/readyz') {
      const trouble = await health.trouble();
      return Response.json({ status: trouble ?? 'ready' }, { status: trouble === undefined ? 200 : 503 });
    }
    if (!/^\/(?:api|media)(?:\/|$)/.test(pathname)) return options.appFiles(request, pathname);
    return compressed(request, (await apiDocs(pathname)) ?? (await options.api(request, info)));
  }

  async function handle(request: Request, { incoming, outgoing }: HttpBindings): Promise<Response> {
    const info = infoOf(incoming, settings);
    const { pathname } = new URL(request.url);
    // Defaults: what the answer itself says of the same name counts.
    for (const [name, value] of headers) outgoing.setHeader(name, value);
    outgoing.setHeader('x-request-id', info.requestId);
    logAnswer(incoming, outgoing, info, options.routeName(request.method, pathname));
    try {
      return await respond(request, pathname, info);
    } catch (error) {
      log.error({ requestId: info.requestId, err: error }, 'request failed');
      return failure('Something went wrong on our side. Please try again.', 500);
    }
  }

  function logAnswer(incoming: IncomingMessage, outgoing: ServerResponse, info: RequestInfo, route: string) {
    const start = performance.now();
    outgoing.once('close', () => {
      const { statusCode: status, writableFinished } = outgoing;
      const ms = Math.round(10 * (performance.now() - start)) / 10;
      const fields = { requestId: info.requestId, method: incoming.method, route, status, ms };
      log[status >= 500 ? 'warn' : 'info'](fields, writableFinished ? 'answered' : 'the caller went away');
    });
  }

  const listener = getRequestListener((request, bindings) => handle(request, bindings as HttpBindings), {
    hostname: 'localhost',
    // Addresses and headers that are no HTTP.
    errorHandler: () => new Response('This is not a valid request.\n', { status: 400 }),
  });
  // Proxies keep connections for a minute; the side that closes first should be theirs.
  return createServer({ keepAliveTimeout: 65_000 }, listener);
}

function infoOf(
  { headers, socket }: IncomingMessage,
  { trustedProxies }: Pick<Settings, 'trustedProxies'>,
): RequestInfo {
  const requestId = headers['x-request-id'];
  const forwarded = headers['x-forwarded-for'];
  return {
    requestId: typeof requestId === 'string' && /^[\w.-]{8,64}$/.test(requestId) ? requestId : randomUUID(),
    clientAddress: clientAddress(
      socket.remoteAddress,
      Array.isArray(forwarded) ? forwarded.join() : forwarded,
      trustedProxies,
    ),
  };
}

/** Compresses text where the caller takes it and it pays. Streams stay as they are: they would be held back. */
async function compressed(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response;
  const isText = /^(?:application\/json|text\/(?!event-stream))/.test(headers.get('content-type') ?? '');
  if (!isText || headers.has('content-encoding') || headers.has('transfer-encoding')) return response;
  headers.append('vary', 'accept-encoding');
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'));
  if (!encoding || request.method === 'HEAD') return response;
  const body = new Uint8Array(await response.arrayBuffer());
  if (body.byteLength < worthCompressing) return new Response(body, { status, headers });
  headers.set('content-encoding', encoding);
  headers.delete('content-length');
  return new Response(new Uint8Array(await compress(body, encoding, 'quick')), { status, headers });
}
