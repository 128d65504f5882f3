import { type AnyTRPCRouter, callTRPCProcedure, getTRPCErrorFromUnknown } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { Hono } from 'hono';
import type { Context } from '../context.ts';
import { describeError, messageOf } from '../error-data.ts';
import { badField } from '../errors.ts';
import { inputSchema, type JsonSchema, type Operation, operationsOf, parametersOf } from './operations.ts';

/** Every REST answer. On failure `data` is null and `message` says why, in a sentence for people. */
export interface Envelope {
  success: boolean;
  message: string;
  data: unknown;
  /** On a failed validation: what is wrong, by field. */
  fields?: Record<string, string>;
}

export interface RestBindings {
  Variables: { context: Context; onError: (error: Error, name: string) => void };
}

/** The documented REST routes: every procedure that names one, called as a typed caller would call it. */
export function createRestRoutes(router: AnyTRPCRouter): Hono<RestBindings> {
  const app = new Hono<RestBindings>({ strict: false });
  for (const operation of operationsOf(router)) {
    const readInput = inputReader(operation);
    // Requests lose a slash at their end before they are matched.
    const path = operation.path.replace(/\/$/, '').replaceAll(/\{([^}]+)\}/g, ':$1');
    app.on(operation.method, path, async (c) => {
      const ctx = c.get('context');
      let input: Promise<unknown> | undefined;
      try {
        const data: unknown = await callTRPCProcedure({
          router,
          path: operation.name,
          type: operation.procedure._def.type,
          ctx,
          // Asked for more than once where a write is to be recognised when it is sent again.
          getRawInput: () => {
            input ??= readInput(c.req.raw, c.req.param());
            return input;
          },
          signal: c.req.raw.signal,
          batchIndex: 0,
        });
        const { cacheSeconds } = operation.meta;
        if (cacheSeconds) ctx.responseHeaders.set('cache-control', `public, max-age=${cacheSeconds}`);
        return c.json<Envelope>({ success: true, message: operation.meta.message ?? 'OK', data });
      } catch (cause) {
        const error = getTRPCErrorFromUnknown(cause);
        c.get('onError')(error, operation.name);
        const status = getHTTPStatusCodeFromError(error);
        const { fields, retryAfter } = describeError(error, status, ctx.requestId);
        if (retryAfter) ctx.responseHeaders.set('retry-after', String(retryAfter));
        return failure(messageOf(error), status, fields ?? undefined);
      }
    });
  }
  return app;
}

/** A failed answer in the envelope. */
export function failure(message: string, status: number, fields?: Record<string, string>): Response {
  const envelope: Envelope = { success: false, message, data: null, ...(fields && { fields }) };
  return Response.json(envelope, { status });
}

/**
 * Gathers a procedure's input from the route's parameters, the query and the JSON body. The first wins, so that
 * a body cannot name another object than the address does. Query texts become what the input schema says.
 */
function inputReader({ method, path, procedure }: Operation) {
  const properties = inputSchema(procedure).properties ?? {};
  const inPath = parametersOf(path);
  return async (request: Request, parameters: Record<string, string>): Promise<unknown> => {
    const input: Record<string, unknown> = {};
    if (method !== 'GET') Object.assign(input, await readBody(request));
    for (const [name, value] of new URL(request.url).searchParams)
      input[name] = fromText(name, value, properties[name]);
    for (const name of inPath) input[name] = fromText(name, parameters[name] ?? '', properties[name]);
    return input;
  };
}

async function readBody(request: Request): Promise<object> {
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
  return value;
}

/** A query or path text as the type that the schema wants; left as it is where it does not fit, for zod to refuse. */
function fromText(name: string, value: string, schema: JsonSchema | undefined): unknown {
  const types = new Set([schema, ...(schema?.anyOf ?? [])].map((part) => part?.type));
  if (types.has('boolean') && (value === 'true' || value === 'false')) return value === 'true';
  if ((types.has('number') || types.has('integer')) && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value);
  if (types.has('object') || types.has('array')) {
    try {
      return JSON.parse(value);
    } catch {
      throw badField(name, `${name} is not JSON.`);
    }
  }
  return value;
}
