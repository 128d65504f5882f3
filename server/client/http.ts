import { TRPCClientError } from '@trpc/client';
import { GatherwellError } from './errors.ts';

/** What a failed procedure's response holds. */
interface ProcedureFailure {
  message: string;
  data?: {
    httpStatus?: number;
    reason?: string;
    requestId?: string | null;
    fields?: Record<string, string> | null;
    retryAfter?: number | null;
  } | null;
}

/** What a request's response holds that was rejected before a procedure ran. */
interface RequestFailure {
  message?: unknown;
  fields?: Record<string, string>;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether a type of content is one that the API sends. */
const isOfApi = (type: string | null) => /^(?:application\/json|text\/event-stream)\b/i.test(type ?? '');

/** Fetches what the API is to respond to. Rejects where nobody responds, or something else does. */
export async function fetchApi(
  send: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
): Promise<Response> {
  let response: Response;
  try {
    // The token says who calls. A cookie of the same site could say otherwise.
    response = await send(url, { ...init, credentials: 'omit' });
  } catch (cause) {
    init.signal?.throwIfAborted();
    throw new GatherwellError({ reason: 'network', message: 'No response arrived.', status: 0, cause });
  }
  if (isOfApi(response.headers.get('content-type'))) return response;
  await response.body?.cancel();
  throw new GatherwellError({
    reason: 'no-api',
    message: `Something else than the API responded, with status ${response.status}.`,
    status: response.status,
    retryAfterSeconds: retryAfterOf(response),
  });
}

/** Returns what a failed attempt means. */
export function errorOf(cause: unknown): GatherwellError {
  if (cause instanceof GatherwellError) return cause;
  if (!(cause instanceof TRPCClientError)) return lost(cause);
  if (cause.cause instanceof GatherwellError) return cause.cause;
  const { response, responseJSON } = (cause.meta ?? {}) as { response?: Response; responseJSON?: unknown };
  if (!response) return lost(cause);
  return errorOfResponse(response, responseJSON);
}

/** Returns the error that a response holds. */
export function errorOfResponse(response: Response, body: unknown): GatherwellError {
  const inProcedure = isObject(body) && 'error' in body && isObject(body.error) ? body.error : undefined;
  if (inProcedure) return errorOfProcedure(inProcedure as ProcedureFailure, response);
  const { message, fields } = (isObject(body) ? body : {}) as RequestFailure;
  return new GatherwellError({
    reason: 'rejected',
    message: typeof message === 'string' ? message : `The request failed with status ${response.status}.`,
    status: response.status,
    fields,
    retryAfterSeconds: retryAfterOf(response),
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
}

/** Returns the error of a procedure, as its response or its stream holds it. */
export function errorOfProcedure({ message, data }: ProcedureFailure, response: Response): GatherwellError {
  return new GatherwellError({
    reason: data?.reason ?? 'rejected',
    message,
    status: data?.httpStatus ?? response.status,
    fields: data?.fields ?? undefined,
    retryAfterSeconds: data?.retryAfter ?? retryAfterOf(response),
    requestId: data?.requestId ?? undefined,
  });
}

/** A response that broke off. */
const lost = (cause: unknown) =>
  new GatherwellError({ reason: 'network', message: 'The response broke off.', status: 0, cause });

/** Seconds, however the header gives them. */
function retryAfterOf({ headers }: Response): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
