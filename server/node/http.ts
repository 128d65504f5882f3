import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { RequestInfo } from '#server/context.ts';
import { tooOften } from '#server/errors.ts';
import { isKnown } from '#server/etag.ts';
import { idempotencyHeader, replayedHeader } from '#server/operations/operations.schema.ts';
import type { LimitsPort, LogPort } from '#server/ports.ts';
import { findPublicPage, type PublicPage, pointsOf } from '#server/public-pages/public-pages.ts';
import { failure, refusalResponse } from '#server/rest/rest.ts';
import { createApiDocs } from './api-docs/api-docs.ts';
import type { ApiDocument } from './api-docs/pages.ts';
import type { AppFiles } from './app-files.ts';
import { clientAddress } from './client-address.ts';
import { type ConnectionLimits, guardConnections } from './connections.ts';
import { acceptedCompression, worthCompressing } from './encoding.ts';
import type { Health } from './health.ts';
import { answerKept, contentOf, type KeptFile, keepCompressed } from './kept-file.ts';
import { watchEventLoop } from './loop-watch.ts';
import type { EndedRequest } from './metrics.ts';
import { carries, securityHeaders } from './security-headers.ts';
import type { Settings } from './settings.ts';
import type { TracedRequest, Tracing } from './tracing.ts';

export interface HostOptions {
  settings: Pick<Settings, 'publicUrl' | 'secureCookies' | 'trustedProxies' | 'mapStyle'>;
  /** The origin of the store that pictures and files are redirected to. */
  storeOrigin?: string | undefined;
  /** Handles `/api` and `/media`. */
  api(request: Request, info: RequestInfo): Promise<Response>;
  /** Handles what programs without a script read; resolves to undefined where the app does. */
  publicPages(request: Request, page: PublicPage): Promise<Response | undefined>;
  /** Handles everything else. */
  appFiles: AppFiles;
  /** What the log calls an address. */
  routeName(method: string, pathname: string): string;
  health: Health;
  limits: Pick<LimitsPort, 'consume'>;
  log: LogPort;
  connections?: Partial<ConnectionLimits>;
  /** Called with each request that has ended. */
  onEnded?: ((request: EndedRequest) => void) | undefined;
  tracing?: Pick<Tracing, 'request'> | undefined;
}

/** Size of a body, in bytes, that is rejected before one of them is read. Routes have lower limits of their own. */
const bodyLimit = 48 * 1024 * 1024;

/** Milliseconds in which the head of a request has to arrive, counted from the connection's begin for the first one. */
const headersTimeout = 15_000;

/**
 * What a file of the app costs of a client's limit: next to nothing, since its bytes are kept; but a page and the
 * worker that keeps it ask for a hundred, and a class behind one address does so all at once.
 */
const filePoints = 0.1;

/** The HTTP server of a process; not listening yet. */
export function createHost(options: HostOptions): Server {
  const { settings, log, health } = options;
  const headers = Object.entries(securityHeaders({ ...settings, storeOrigin: options.storeOrigin }));
  const watch = watchEventLoop(log);
  let apiDocument: Promise<KeptFile> | undefined;
  const apiDocs = createApiDocs(async () => {
    const file = await keptDocument('http://localhost/api/openapi.json', {
      requestId: 'api-docs',
      clientAddress: '',
    });
    return JSON.parse(new TextDecoder().decode(contentOf(file))) as ApiDocument;
  });

  async function respond(request: Request, pathname: string, info: RequestInfo): Promise<Response> {
    if (Number(request.headers.get('content-length')) > bodyLimit)
      return failure('This is too large to send.', 413);
    // Below `/api` for browsers: where only that is passed on, it must not seem to be there while the API is not.
    if (pathname === '/healthz' || pathname === '/api/healthz') return Response.json({ status: 'up' });
    const isApi = /^\/(?:api|media)(?:\/|$)/.test(pathname);
    const isRead = /^(?:GET|HEAD)$/.test(request.method);
    const isDocument = pathname === '/api/openapi.json' && isRead;
    const packed = isRead ? packageOf(pathname, options.appFiles) : undefined;
    const publicPage = isRead ? findPublicPage(pathname) : undefined;
    const isStatic = isDocument || packed || /^\/(?:api\/docs|media)(?:\/|$)/.test(pathname);
    if (pathname === '/readyz' || isStatic || !isApi) {
      // Calls are counted where it is known who calls.
      const isFile = pathname !== '/readyz' && !pathname.startsWith('/api');
      const points = publicPage ? pointsOf(publicPage) : isFile ? filePoints : 1;
      const wait = await options.limits.consume('request', info.clientAddress, points);
      if (wait > 0) return refusalResponse(tooOften(wait));
    }
    if (pathname === '/readyz') {
      const trouble = await health.trouble();
      if (trouble === undefined) return Response.json({ status: 'ready' });
      return Response.json({ status: trouble }, { status: 503, headers: { 'retry-after': '2' } });
    }
    if (publicPage) {
      const response = await options.publicPages(request, publicPage);
      if (response) return compressed(request, response);
    }
    if (!isApi) return options.appFiles.respond(request, pathname);
    if (isDocument) return answerDocument(request, info);
    if (packed) return answerKept(request, await packed());
    return (await apiDocs(request, pathname)) ?? compressed(request, await options.api(request, info));
  }

  /** The API document, which stays the same for the life of a process. */
  async function answerDocument(request: Request, info: RequestInfo): Promise<Response> {
    return answerKept(request, await keptDocument(request.url, info));
  }

  async function keptDocument(url: string, info: RequestInfo): Promise<KeptFile> {
    apiDocument ??= keepDocument(new Request(url), info);
    return apiDocument.catch((error: unknown) => {
      apiDocument = undefined;
      throw error;
    });
  }

  async function keepDocument(request: Request, info: RequestInfo): Promise<KeptFile> {
    const response = await options.api(request, info);
    return keepCompressed(new Uint8Array(await response.arrayBuffer()), Object.fromEntries(response.headers));
  }

  async function handle(request: Request, { incoming, outgoing }: HttpBindings): Promise<Response> {
    const info = infoOf(incoming, settings);
    const { pathname } = new URL(request.url);
    // Defaults: a header of the same name in the response itself takes precedence.
    for (const [name, value] of headers) if (carries(pathname, name)) outgoing.setHeader(name, value);
    outgoing.setHeader('x-request-id', info.requestId);
    const route = options.routeName(request.method, pathname);
    const traced = isTraced(pathname)
      ? options.tracing?.request({
          method: request.method,
          route,
          requestId: info.requestId,
          traceparent: request.headers.get('traceparent') ?? undefined,
          idempotencyKey: request.headers.get(idempotencyHeader) ?? undefined,
        })
      : undefined;
    logAnswer(incoming, outgoing, { ...info, route, traced });
    outgoing.once('close', watch.track({ name: `${request.method} ${route}`, requestId: info.requestId }));
    try {
      const work = () => respond(request, pathname, info);
      return await (traced ? traced.run(work) : work());
    } catch (error) {
      log.error({ requestId: info.requestId, ...named(traced), err: error }, 'request failed');
      return failure('Something went wrong on our side. Please try again.', 500);
    }
  }

  function logAnswer(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { requestId, route, traced }: { requestId: string; route: string; traced: TracedRequest | undefined },
  ) {
    const start = performance.now();
    outgoing.once('close', () => {
      const { statusCode: status, writableFinished } = outgoing;
      const ms = Math.round(10 * (performance.now() - start)) / 10;
      traced?.end(status);
      const fields = { requestId, ...named(traced), method: incoming.method, route, status, ms };
      const isReplay = outgoing.hasHeader(replayedHeader);
      options.onEnded?.({ method: incoming.method ?? '', route, status, ms, isReplay });
      log[status >= 500 ? 'warn' : 'info'](fields, writableFinished ? 'answered' : 'the caller went away');
    });
  }

  const listener = getRequestListener((request, bindings) => handle(request, bindings as HttpBindings), {
    hostname: 'localhost',
    // What is left of a body is read below, for as long as it takes.
    autoCleanupIncoming: false,
    // Addresses and headers that are no HTTP.
    errorHandler: () => new Response('This is not a valid request.\n', { status: 400 }),
  });
  const server = createServer({
    // Proxies keep connections for a minute; the side that closes first should be theirs.
    keepAliveTimeout: 65_000,
    headersTimeout,
    // Large pictures on slow lines take many minutes: what counts is that a body goes on arriving.
    requestTimeout: 0,
    connectionsCheckingInterval: 5_000,
  });
  guardConnections(server, {
    handle: (incoming, outgoing) => void listener(incoming, outgoing),
    clientOf: (incoming) => clientOf(incoming, settings),
    addressOf: ({ remoteAddress }) =>
      settings.trustedProxies > 0 ? undefined : clientAddress(remoteAddress, undefined, 0),
    log,
    ...(options.connections && { limits: options.connections }),
  });
  server.once('close', () => watch.stop());
  return server;
}

/** Calls of the API are traced, also by programs; files and looks at the process's health are not. */
const isTraced = (pathname: string): boolean =>
  pathname.startsWith('/api/') && !/^\/api\/(?:healthz$|docs|openapi\.json$|\w+\.tgz$)/.test(pathname);

/** What log entries of a traced request have. */
const named = (traced: TracedRequest | undefined) => traced && { traceId: traced.traceId };

/** What reads the package that is served under an address; undefined where there is none. */
const packageOf = (pathname: string, { client, testing }: AppFiles) =>
  ({ '/api/client.tgz': client, '/api/testing.tgz': testing })[pathname];

function infoOf(incoming: IncomingMessage, settings: Pick<Settings, 'trustedProxies'>): RequestInfo {
  const requestId = incoming.headers['x-request-id'];
  return {
    requestId: typeof requestId === 'string' && /^[\w.-]{8,64}$/.test(requestId) ? requestId : randomUUID(),
    clientAddress: clientOf(incoming, settings),
  };
}

function clientOf(
  { headers, socket }: IncomingMessage,
  { trustedProxies }: Pick<Settings, 'trustedProxies'>,
): string {
  const forwarded = headers['x-forwarded-for'];
  const claimed = Array.isArray(forwarded) ? forwarded.join() : forwarded;
  return clientAddress(socket.remoteAddress, claimed, trustedProxies);
}

/**
 * Compresses text where the client accepts it and it pays. Such a response to a read has a tag, by which it need not be
 * sent again to a program that kept it. Streams stay as they are: they would be held back.
 */
async function compressed(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response;
  const isText = /^(?:application\/(?:json|xml)|text\/(?!event-stream))/.test(
    headers.get('content-type') ?? '',
  );
  if (!isText || headers.has('content-encoding') || headers.has('transfer-encoding')) return response;
  headers.append('vary', 'accept-encoding');
  const compression = acceptedCompression(request.headers.get('accept-encoding'));
  if (!compression || request.method === 'HEAD') return response;
  const body = await bytesOf(response);
  if (body.byteLength < worthCompressing) return new Response(body, { status, headers });
  if (request.method === 'GET' && status === 200 && !headers.has('etag')) {
    // A weak one: it stands for the content in every encoding.
    const tag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    headers.set('etag', tag);
    if (isKnown(request, tag)) {
      headers.delete('content-type');
      headers.delete('content-length');
      return new Response(null, { status: 304, headers });
    }
  }
  headers.set('content-encoding', compression.encoding);
  headers.delete('content-length');
  return new Response(await compression.compress(body), { status, headers });
}

/**
 * Resolves to the body of a response. The host's responses keep a text that they were made of, under a symbol of their own,
 * until somebody asks for more than their headers; as bytes out of their stream it takes four times as long.
 */
async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const key = Object.getOwnPropertySymbols(response).find(({ description }) => description === 'cache');
  const kept: unknown = key && Reflect.get(response, key);
  if (Array.isArray(kept) && typeof kept[1] === 'string') return Buffer.from(kept[1]);
  return new Uint8Array(await response.arrayBuffer());
}
