import { delay } from 'msw';
import type { ErrorData } from '#server/error-data.ts';
import type { FaultRun, FaultyCall } from './run.ts';
import type { Fault } from './script.ts';
import { breakStream } from './stream.ts';

type Respond = (request: Request) => Promise<Response>;
type FaultOf<Kind extends Fault['kind']> = Extract<Fault, { kind: Kind }>;

/**
 * Returns the response to a request for procedures of which some meet faults, or undefined where none does. A status
 * and a body are the call's alone: the others of its batch are passed on. Without a network, and where the response is
 * lost, that goes for the whole batch.
 */
export async function respondWithFaults(
  request: Request,
  run: FaultRun,
  respond: Respond,
): Promise<Response | undefined> {
  const url = new URL(request.url);
  const [, path] = /^\/api\/trpc\/(.+)$/.exec(url.pathname) ?? [];
  if (path === undefined) return undefined;
  const calls = decodeURIComponent(path)
    .split(',')
    .map((name) => run.next(name));
  if (calls.every(({ faults }) => faults.length === 0)) return undefined;

  await holdUp(calls, run);
  for (const kind of ['lost', 'network'] as const) {
    if (!calls.some((call) => faultOf(call, kind))) continue;
    if (kind === 'lost') await (await respond(request)).body?.cancel();
    for (const call of calls) run.note(call, { kind });
    return Response.error();
  }

  const failed = calls.map((call) => faultOf(call, 'status'));
  for (const [index, call] of calls.entries()) if (failed[index]) run.note(call, failed[index]);
  if (!url.searchParams.has('batch')) {
    const [call] = calls;
    const [fault] = failed;
    if (!call) return undefined;
    if (fault) return Response.json(failedCall(fault, call.procedure), { status: fault.status });
    return replaceBody(call, run, breakStream(await respond(request), call, run));
  }

  const passed = [...failed.keys()].filter((index) => failed[index] === undefined);
  const response = passed.length > 0 ? await respond(await partOf(request, calls, passed)) : undefined;
  const results = response ? await readResults(response) : [];
  const merged = calls.map((call, index) => {
    const fault = failed[index];
    return fault ? failedCall(fault, call.procedure) : withBody(call, run, results.shift());
  });
  const statuses = new Set(failed.map((fault) => fault?.status));
  const [status] = statuses.size === 1 ? statuses : [207];
  return Response.json(merged, { status: status ?? response?.status ?? 200 });
}

function faultOf<Kind extends Fault['kind']>({ faults }: FaultyCall, kind: Kind): FaultOf<Kind> | undefined {
  return faults.find((fault): fault is FaultOf<Kind> => fault.kind === kind);
}

/** Waits for as long as the slowest of a batch is to take. */
async function holdUp(calls: readonly FaultyCall[], run: FaultRun): Promise<void> {
  let longest = 0;
  for (const call of calls) {
    const latency = faultOf(call, 'latency');
    if (!latency) continue;
    run.note(call, latency);
    longest = Math.max(longest, latency.ms);
  }
  if (longest > 0) await delay(longest);
}

async function replaceBody(call: FaultyCall, run: FaultRun, response: Response): Promise<Response> {
  if (!faultOf(call, 'body')) return response;
  const { status } = response;
  return Response.json(withBody(call, run, await response.json()), { status });
}

/** A result with other data in it, where the call is to get that. An error stays what it is. */
function withBody(call: FaultyCall, run: FaultRun, result: unknown): unknown {
  const fault = faultOf(call, 'body');
  if (!fault || typeof result !== 'object' || result === null || !('result' in result)) return result;
  run.note(call, fault);
  return { result: { data: fault.body } };
}

/** A batch with only some of its calls. Inputs are kept by the position of their call. */
async function partOf(request: Request, calls: readonly FaultyCall[], positions: number[]): Promise<Request> {
  const url = new URL(request.url);
  url.pathname = `/api/trpc/${positions.map((position) => calls[position]?.procedure).join(',')}`;
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
function failedCall({ status, reason = 'scenario' }: FaultOf<'status'>, path: string) {
  const data: ErrorData & { path: string } = {
    code: 'INTERNAL_SERVER_ERROR',
    httpStatus: status,
    reason,
    requestId: null,
    fields: null,
    retryAfter: null,
    path,
  };
  return { error: { code: -32603, message: `The test scenario returns ${status} here.`, data } };
}
