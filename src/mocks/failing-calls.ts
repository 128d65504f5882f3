import type { ErrorData } from '#server/error-data.ts';
import { type FailureRule, outcomeOf } from './scenarios.ts';

type Respond = (request: Request) => Promise<Response>;

/**
 * Returns the response to a request for procedures of which some are to fail, or undefined where none is. A status is
 * the failing procedure's alone: the others of its batch are passed on. Without a network the whole batch gets no
 * response.
 */
export async function failCalls(
  request: Request,
  rules: readonly FailureRule[],
  respond: Respond,
): Promise<Response | undefined> {
  const url = new URL(request.url);
  const [, path] = /^\/api\/trpc\/(.+)$/.exec(url.pathname) ?? [];
  if (path === undefined || rules.length === 0) return undefined;
  const names = decodeURIComponent(path).split(',');
  const outcomes = names.map((name) => outcomeOf(name, rules));
  if (outcomes.every((outcome) => outcome === undefined)) return undefined;

  if (outcomes.includes('lost')) {
    await (await respond(request)).body?.cancel();
    return Response.error();
  }
  if (outcomes.includes('network')) return Response.error();

  const statuses = outcomes.map((outcome) => (typeof outcome === 'number' ? outcome : undefined));
  const failed = statuses.find((status) => status !== undefined) ?? 500;
  if (!url.searchParams.has('batch'))
    return Response.json(failedCall(failed, names[0] ?? ''), { status: failed });

  const passed = [...statuses.keys()].filter((index) => statuses[index] === undefined);
  const results =
    passed.length === 0 ? [] : await readResults(await respond(await partOf(request, names, passed)));
  const merged = statuses.map((status, index) =>
    status === undefined ? results.shift() : failedCall(status, names[index] ?? ''),
  );
  return Response.json(merged, { status: passed.length === 0 ? failed : 207 });
}

/** A batch with only some of its calls. Inputs are kept by the position of their call. */
async function partOf(request: Request, names: string[], positions: number[]): Promise<Request> {
  const url = new URL(request.url);
  url.pathname = `/api/trpc/${positions.map((position) => names[position]).join(',')}`;
  const pick = (text: string | null) => {
    const inputs = JSON.parse(text || '{}') as Record<string, unknown>;
    return JSON.stringify(
      Object.fromEntries(positions.map((position, index) => [index, inputs[String(position)]])),
    );
  };
  if (request.method !== 'GET')
    return new Request(url, {
      method: request.method,
      headers: request.headers,
      body: pick(await request.clone().text()),
    });
  url.searchParams.set('input', pick(url.searchParams.get('input')));
  return new Request(url, { headers: request.headers });
}

async function readResults(response: Response): Promise<unknown[]> {
  const results: unknown = await response.json();
  return Array.isArray(results) ? results : [results];
}

/** A failed call in tRPC's format. */
function failedCall(httpStatus: number, path: string) {
  const data: ErrorData & { path: string } = {
    code: 'INTERNAL_SERVER_ERROR',
    httpStatus,
    reason: 'scenario',
    requestId: null,
    fields: null,
    retryAfter: null,
    path,
  };
  return { error: { code: -32603, message: `The test scenario returns ${httpStatus} here.`, data } };
}
