import { type AnyTRPCRouter, callTRPCProcedure, getTRPCErrorFromUnknown } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { Hono } from 'hono';
import type { Context } from '../context.ts';
import { describeError, messageOf } from '../error-data.ts';
import { badField, notYours, type Refusal } from '../errors.ts';
import type { Meta } from '../trpc.ts';
import { foreignActors, reduceToInput } from './documented.ts';
import { accepts, type JsonSchema, propertyOf } from './json-schema.ts';
import { inputSchema, type Operation, operationsOf, parametersOf } from './operations.ts';
import { presentPeople } from './people.ts';

/** The body of every REST response. On failure `data` is null and `message` is a sentence for people. */
export interface Envelope {
  success: boolean;
  message: string;
  data: unknown;
  /** On failure: a stable word for programs, from `errorReasons`. */
  reason?: string;
  /** On a failed validation: what is wrong, by field. */
  fields?: Record<string, string>;
}

export interface RestBindings {
  Variables: { context: Context; onError: (error: Error, name: string) => void };
}

/** The documented REST routes: every procedure that names one, called as a typed client would call it. */
export function createRestRoutes(router: AnyTRPCRouter): Hono<RestBindings> {
  const app = new Hono<RestBindings>({ strict: false });
  for (const operation of operationsOf(router)) {
    const readInput = inputReader(operation);
    // Requests lose a slash at their end before they are matched.
    const path = operation.path.replace(/\/$/, '').replaceAll(/\{([^}]+)\}/g, ':$1');
    app.on(operation.method, path, async (c) => {
      const ctx = c.get('context');
      noteDeprecation(ctx.responseHeaders, operation.meta.deprecated);
      let input: Promise<unknown> | undefined;
      try {
        const data: unknown = await callTRPCProcedure({
          router,
          path: operation.name,
          type: operation.procedure._def.type,
          ctx,
          // Called more than once where a write is to be recognised when it is sent again.
          getRawInput: () => {
            input ??= readInput(ctx, c.req.raw, c.req.param());
            return input;
          },
          signal: c.req.raw.signal,
          batchIndex: 0,
        });
        const { cacheSeconds } = operation.meta;
        if (cacheSeconds) ctx.responseHeaders.set('cache-control', `public, max-age=${cacheSeconds}`);
        return c.json<Envelope>({
          success: true,
          message: operation.meta.message ?? 'OK',
          data: presentPeople(data, operation.people),
        });
      } catch (cause) {
        const error = getTRPCErrorFromUnknown(cause);
        c.get('onError')(error, operation.name);
        const status = getHTTPStatusCodeFromError(error);
        const { reason, fields, retryAfter } = describeError(error, status, ctx.requestId);
        if (retryAfter) ctx.responseHeaders.set('retry-after', String(retryAfter));
        return failure(messageOf(error), status, { reason, ...(fields && { fields }) });
      }
    });
  }
  return app;
}

/** Says in the response's headers, by RFC 9745 and RFC 8594, that an operation is deprecated, and from when on it is gone. */
function noteDeprecation(headers: Headers, deprecated: Meta['deprecated']): void {
  if (!deprecated) return;
  headers.set('deprecation', `@${Date.parse(deprecated.since) / 1000}`);
  headers.set('sunset', new Date(deprecated.sunset).toUTCString());
}

/** An error response in the envelope. */
export function failure(
  message: string,
  status: number,
  more: Pick<Envelope, 'reason' | 'fields'> = {},
): Response {
  const envelope: Envelope = { success: false, message, data: null, ...more };
  return Response.json(envelope, { status });
}

/** A `Refusal` in the envelope, with the time to retry where that is known. */
export function refusalResponse(refusal: Refusal): Response {
  const { reason } = refusal;
  const response = failure(refusal.message, getHTTPStatusCodeFromError(refusal), { reason });
  if (refusal.retryAfter !== undefined) response.headers.set('retry-after', String(refusal.retryAfter));
  return response;
}

/**
 * Returns a function that gathers a procedure's input from a request. GET and DELETE read the query; POST and PUT
 * read the JSON body, and of the query only the fields that are documented there: addresses end up in logs. The
 * route's parameters come last, so that a body cannot name another object than the address does. Query texts become
 * the types of the input schema, and the documented request is reduced to the input.
 */
function inputReader({ method, path, procedure, documented }: Operation) {
  // Made with the first request: those of all routes take a server longer than everything else at its start.
  let schemaOnce: JsonSchema | undefined;
  const inPath = parametersOf(path);
  const takesBody = method === 'POST' || method === 'PUT';
  return async (
    ctx: Context,
    request: Request,
    parameters: Record<string, string>,
  ): Promise<Record<string, unknown>> => {
    schemaOnce ??= inputSchema(procedure);
    const schema = schemaOnce;
    const input = takesBody ? await readBody(request) : {};
    for (const [name, value] of new URL(request.url).searchParams) {
      if (takesBody && !documented.query?.includes(name)) continue;
      define(input, name, fromQuery(name, value, schema));
    }
    for (const name of inPath)
      define(input, name, fromText(name, parameters[name] ?? '', propertyOf(schema, name)));
    const concernsCaller = documented.actors ?? documented.ofOthers;
    let session = concernsCaller
      ? (ctx.recallSession()?.session ?? (await ctx.session('anything')))
      : undefined;
    let [foreign] = foreignActors(input, documented, session?.userId);
    if (foreign !== undefined) {
      // Nobody is told anything because of a session that is only likely.
      session = await ctx.session('anything');
      [foreign] = foreignActors(input, documented, session?.userId);
    }
    if (foreign !== undefined) throw notYours(`${foreign} must be your own id.`);
    reduceToInput(input, schema, documented, session?.userType);
    return input;
  };
}

/** Sets a field whatever its name is: assigning to `__proto__` would not. */
function define(input: Record<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) return;
  Object.defineProperty(input, name, { value, writable: true, enumerable: true, configurable: true });
}

/** A field of the query. A flag may stand bare; any other empty text of an optional field means that it is absent. */
function fromQuery(name: string, value: string, schema: JsonSchema): unknown {
  const property = propertyOf(schema, name);
  if (value === '' && property) {
    if (accepts(property, 'boolean')) return true;
    if (!schema.required?.includes(name)) return undefined;
  }
  return fromText(name, value, property);
}

async function readBody(request: Request): Promise<Record<string, unknown>> {
  const body = await request.text();
  if (body === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw badField('', 'The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badField('', 'The body must be a JSON object.');
  return value as Record<string, unknown>;
}

/** A query or path text as the type that the schema wants; left as it is where it does not fit, for zod to reject. */
function fromText(name: string, value: string, schema: JsonSchema | undefined): unknown {
  if (accepts(schema, 'boolean') && (value === 'true' || value === 'false')) return value === 'true';
  if (accepts(schema, 'number') && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value);
  if (accepts(schema, 'object') || accepts(schema, 'array')) {
    try {
      return JSON.parse(value);
    } catch {
      throw badField(name, `${name} is not JSON.`);
    }
  }
  return value;
}
