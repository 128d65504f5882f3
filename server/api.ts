import { TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { Hono, type Context as HonoContext } from 'hono';
import { answerPreflight, foreignOrigin, isPreflight, shareWith } from './access-tokens/cross-origin.ts';
import { calendarFileRoutes } from './calendar/calendar-files.routes.ts';
import { createContext, type Deps, type RequestInfo } from './context.ts';
import { cultivationExportRoutes } from './cultivations/export.routes.ts';
import { hostFailure, Refusal } from './errors.ts';
import { fileRoutes } from './files/files.routes.ts';
import { uploadRoutes, uploadsPath, uploadType } from './files/uploads.routes.ts';
import { checkJson, type JsonBounds, jsonBounds, tooLarge } from './json-bounds.ts';
import { areaFileRoutes } from './map-areas/map-areas.routes.ts';
import { mediaRoutes } from './media/media.routes.ts';
import { membershipExportRoutes } from './memberships/export.routes.ts';
import { idempotencyHeader } from './operations/operations.schema.ts';
import { isOwnOrigin } from './origin.ts';
import { postExportRoutes } from './posts/export.routes.ts';
import { prospectExportRoutes } from './prospects/export.routes.ts';
import { boundBody, createLargeBodies, declaredBytes } from './request-body.ts';
import { createOpenApiDocument } from './rest/openapi.ts';
import { operationsOf, proceduresOf } from './rest/operations.ts';
import { createRestRoutes, failure, type RestBindings, refusalResponse } from './rest/rest.ts';
import { appRouter } from './router.ts';
import type { Meta } from './trpc.ts';

/** What an address may carry in its query. Where the host bounds addresses more tightly, that holds. */
const queryBounds = { characters: 64 * 1024, parameters: 200 };

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

type ApiBindings = RestBindings & { Bindings: RequestInfo };

/**
 * The whole server behind one web-standard function: typed procedures under `/api/trpc`, the documented REST
 * routes under `/api`, and pictures under `/media`. Knows nothing of its host.
 */
export function createApi(deps: Deps): (request: Request, info: RequestInfo) => Promise<Response> {
  const largeBodyOf = createLargeBodyTest();
  const largeBodies = createLargeBodies();
  const app = new Hono<ApiBindings>({ strict: false });

  app.onError((error, c) => {
    if (error instanceof Refusal) return refusalResponse(error);
    deps.ports.log.error({ requestId: c.env.requestId, err: error }, 'request failed');
    return failedRequest(error);
  });
  app.notFound(() => failure('There is nothing at this address.', 404));

  app.use('/api/*', async (c, next) => {
    const { raw } = c.req;
    const context = createContext(deps, raw.headers, c.env);
    c.set('context', context);
    c.set('onError', (error, name) => logError(deps, error, name, context.requestId));
    if (isPreflight(raw)) return answerPreflight(raw, context);
    try {
      const origin = await foreignOrigin(raw, context);
      await next();
      shareWith(origin, c.res.headers);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const response = refusalResponse(error);
      shareWith(undefined, response.headers);
      return response;
    }
    return undefined;
  });

  app.use('/api/*', async (c, next) => {
    const { req } = c;
    if (!readMethods.has(req.method)) {
      if (isForged(req.raw, deps)) return failure('This request came from another site.', 403);
      const type = req.header('content-type');
      const isUpload = type === uploadType && `${req.path}/`.startsWith(`${uploadsPath}/`);
      if (type !== undefined && !isUpload && !/^application\/json\s*(;|$)/i.test(type))
        return failure('Send JSON.', 415);
    }
    // One name cannot stand for several writes.
    if (req.header(idempotencyHeader) !== undefined && req.path.includes(','))
      return failure('Send a call with an Idempotency-Key alone.', 400);
    const context = c.get('context');
    await next();
    // Responses differ by viewer; only those that declare it may be cached by anyone. Set on the response itself:
    // through Hono each header would make another response of it.
    const { headers } = c.res;
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    // Devices with a wrong clock learn the time from it.
    headers.set('date', deps.ports.clock.now().toUTCString());
    context.responseHeaders.forEach((value, name) =>
      name === 'set-cookie' ? headers.append(name, value) : headers.set(name, value),
    );
    return undefined;
  });

  const callTyped = (c: HonoContext<ApiBindings>, refusal?: Refusal) =>
    fetchRequestHandler({
      endpoint: '/api/trpc',
      req: c.req.raw,
      router: appRouter,
      createContext: () => {
        if (refusal) throw refusal;
        return c.get('context');
      },
      maxBatchSize: 10,
      onError: ({ error, path, ctx }) => logError(deps, error, path ?? '', ctx?.requestId ?? c.env.requestId),
      responseMeta: ({ errors, ctx }) => {
        const retryAfter = errors
          .map((error) => ('retryAfter' in error ? Number(error.retryAfter) : 0))
          .find(Boolean);
        if (retryAfter) ctx?.responseHeaders.set('retry-after', String(retryAfter));
        return {};
      },
    });

  // Before bodies are bounded: an upload is stored while it arrives.
  app.route(uploadsPath, uploadRoutes());

  app.use('/api/*', async (c, next) => {
    const { raw, method, path } = c.req;
    const large = largeBodyOf(method, path);
    const bounds: JsonBounds = large ?? jsonBounds.usual;
    const refusal =
      refusalOfQuery(raw.url) ?? ((declaredBytes(raw) ?? 0) > bounds.bytes ? tooLarge(bounds) : undefined);
    if (refusal) return path.startsWith('/api/trpc/') ? callTyped(c, refusal) : refusalResponse(refusal);
    const user = async () => (await c.get('context').session('anything'))?.userId;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    boundBody(raw, largeBodies, large && { bounds: large, user, ended });
    try {
      await next();
    } finally {
      end();
    }
    return undefined;
  });

  app.all('/api/trpc/*', (c) => callTyped(c));

  let openApiDocument: string | undefined;
  app.get('/api/openapi.json', (c) => {
    openApiDocument ??= JSON.stringify(createOpenApiDocument(appRouter, deps.settings));
    return c.body(openApiDocument, 200, {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=60',
    });
  });

  app.route('/api', fileRoutes());
  app.route('/api', postExportRoutes());
  app.route('/api', calendarFileRoutes());
  app.route('/api', cultivationExportRoutes());
  app.route('/api', membershipExportRoutes());
  app.route('/api', prospectExportRoutes());
  app.route('/api', createRestRoutes(appRouter));
  app.route('/media/areas', areaFileRoutes(deps));
  app.route('/media', mediaRoutes(deps.ports.media));

  return async (request, info) => app.fetch(request, info);
}

/** The response to a request that failed outside of the procedures: files and streams. */
function failedRequest(error: Error): Response {
  const refusal = hostFailure(error);
  return refusal
    ? refusalResponse(refusal)
    : failure('Something went wrong on our side. Please try again.', 500);
}

/**
 * Whether a write may come from another site: a browser sends cookies of its own accord, but it also names the
 * origin of every write. A bearer token is only sent by a program that was given it.
 */
function isForged(request: Request, { ports, settings }: Deps): boolean {
  const origin = request.headers.get('origin');
  const { bearer, cookie } = ports.sessions.tokensOf(request.headers);
  if (bearer !== undefined || (cookie === undefined && origin === null)) return false;
  return !isOwnOrigin(origin, settings);
}

/** Why an address cannot be read; undefined where it can. */
function refusalOfQuery(address: string): Refusal | undefined {
  const start = address.indexOf('?');
  if (start === -1) return undefined;
  if (address.length - start > queryBounds.characters) return tooLarge();
  let parameters = 0;
  try {
    for (const [, value] of new URLSearchParams(address.slice(start))) {
      if (++parameters > queryBounds.parameters) return tooLarge();
      if (/^\s*[[{]/.test(value)) checkJson(value, jsonBounds.usual);
    }
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return undefined;
}

/**
 * Returns a function that finds, by method and path, what a call may hold that may carry pictures or files: only one
 * that is sent alone. It returns undefined for others.
 */
function createLargeBodyTest() {
  const boundsOf = ({ largeBody }: Meta): JsonBounds | undefined =>
    largeBody && jsonBounds[largeBody === 'files' ? 'files' : 'large'];
  const names = new Map(
    Object.entries(proceduresOf(appRouter)).map(([name, { _def }]) => [name, boundsOf(_def.meta as Meta)]),
  );
  const routes = operationsOf(appRouter)
    .filter(({ meta }) => meta.largeBody)
    .map(({ method, path, meta }) => ({
      method,
      bounds: boundsOf(meta),
      pattern: new RegExp(`^/api${path.replace(/\/$/, '').replaceAll(/\{[^}]+\}/g, '[^/]+')}/?$`),
    }));
  return (method: string, path: string): JsonBounds | undefined => {
    if (!path.startsWith('/api/trpc/'))
      return routes.find((route) => route.method === method && route.pattern.test(path))?.bounds;
    return method === 'POST' ? names.get(path.slice('/api/trpc/'.length)) : undefined;
  };
}

function logError({ ports }: Deps, error: Error, procedure: string, requestId: string): void {
  if (!(error instanceof TRPCError) || getHTTPStatusCodeFromError(error) >= 500)
    ports.log.error({ requestId, procedure, err: error.cause ?? error }, 'procedure failed');
}
