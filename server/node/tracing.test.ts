import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JobsPort } from '#server/ports.ts';
import { setUpWorld } from '#server/testing/cast.ts';
import type { Person } from '#server/testing/world.ts';
import { freePort } from './free-port.ts';
import { startServer } from './main.ts';
import { createJobs, unpackJob } from './ports/jobs.ts';
import { readSettings } from './settings.ts';

// Servers are started, and a collector that is away is asked for five seconds.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const world = setUpWorld();
const files = { page: undefined, respond: () => new Response('The app.') };
let bob: Person;
let folder: string;

beforeAll(async () => {
  bob = await world.individual('bob');
  folder = await mkdtemp(join(tmpdir(), 'gatherwell-tracing-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A span as OTLP has it, as far as it matters here. */
interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code: number };
}

interface SentTraces {
  resourceSpans: {
    resource: { attributes: SentSpan['attributes'] };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
}

/** Starts what takes traces by OTLP. */
async function startCollector(port = 0) {
  const received: SentTraces[] = [];
  const paths = new Set<string>();
  const server = createServer(async (request, response) => {
    paths.add(`${request.method} ${request.url}`);
    received.push((await json(request)) as SentTraces);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    paths,
    spans: () =>
      received.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Starts a server whose log entries are kept. */
async function start(more: NodeJS.ProcessEnv) {
  const settings = readSettings({
    PORT: String(await freePort()),
    DATABASE_URL: world.database.connectionString,
    DATA_DIR: folder,
    SEED: 'none',
    ALLOW_UNSAFE_POSTGRES: '1',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    ...more,
  });
  const entries: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'info' },
    { write: (line) => void entries.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const server = await startServer(settings, files, log);
  return {
    entries,
    call: (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${settings.port}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

/** A traceparent as clients make it, and what is in it. */
function newTrace() {
  const traceId = uuid().replaceAll('-', '');
  const parentId = traceId.slice(0, 16).replace(/^0/, '1');
  return { traceId, parentId, header: `00-${traceId}-${parentId}-01` };
}

const attribute = (span: SentSpan | undefined, name: string) => {
  const value = span?.attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

describe('traces', () => {
  it('lead from a call through procedure and statements to the job that it caused, and what that does', async () => {
    await using collector = await startCollector();
    await using server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address });
    const trace = newTrace();
    const response = await server.call(
      '/api/trpc/accounts.recoverPassword',
      { email: bob.email },
      { traceparent: trace.header, 'x-request-id': 'request-of-bob' },
    );
    expect(response.status).toBe(200);
    await response.arrayBuffer();

    const mine = () => collector.spans().filter(({ traceId }) => traceId === trace.traceId);
    await vi.waitFor(() => expect(mine().map(({ name }) => name)).toContain('job recover-password'), {
      timeout: 60_000,
      interval: 200,
    });
    const called = (name: string) => mine().find((span) => span.name === name);
    const request = called('POST /api/trpc/accounts.recoverPassword');
    expect(request).toMatchObject({ parentSpanId: trace.parentId, kind: 2 });
    expect(attribute(request, 'gatherwell.request_id')).toBe('request-of-bob');
    expect(attribute(request, 'http.response.status_code')).toBe(200);
    const procedure = called('accounts.recoverPassword');
    expect(procedure?.parentSpanId).toBe(request?.spanId);
    const job = called('job recover-password');
    expect([procedure?.spanId, request?.spanId]).toContain(job?.parentSpanId);
    const statements = (of: SentSpan | undefined) =>
      mine()
        .filter(({ parentSpanId, kind }) => parentSpanId === of?.spanId && kind === 3)
        .map((span) => String(attribute(span, 'db.query.text')));
    expect(statements(procedure)).toContainEqual(expect.stringContaining('graphile_worker.add_job'));
    expect(statements(job)).toContainEqual(expect.stringMatching(/insert into "password_resets"/));

    // The log names the trace, in the entry of the request.
    await vi.waitFor(() =>
      expect(server.entries).toContainEqual(
        expect.objectContaining({ requestId: 'request-of-bob', traceId: trace.traceId, msg: 'answered' }),
      ),
    );
    // Nothing says whose password it is.
    const sent = JSON.stringify(collector.received);
    for (const secret of [bob.email, bob._id, bob.token]) expect(sent).not.toContain(secret);
    expect(collector.paths).toEqual(new Set(['POST /v1/traces']));
  });

  it('of a write have its key as their id, however often it is sent', async () => {
    await using collector = await startCollector();
    await using server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address });
    const key = uuid();
    for (const isReplay of [false, true]) {
      const response = await server.call(
        '/api/trpc/accounts.recoverPassword',
        { email: bob.email },
        { authorization: `Bearer ${bob.token}`, 'idempotency-key': key },
      );
      expect(response.status).toBe(200);
      expect(response.headers.has('idempotent-replayed')).toBe(isReplay);
    }
    const named = (name: string) =>
      collector.spans().filter((span) => span.traceId === key.replaceAll('-', '') && span.name === name);
    await vi.waitFor(
      () => {
        expect(named('POST /api/trpc/accounts.recoverPassword')).toHaveLength(2);
        expect(named('job recover-password')).toHaveLength(1);
      },
      { timeout: 60_000, interval: 200 },
    );
    for (const { parentSpanId } of named('POST /api/trpc/accounts.recoverPassword'))
      expect(parentSpanId || undefined).toBeUndefined();
  });

  it('say which calls were rejected and which statements failed, and never why in words', async () => {
    await using collector = await startCollector();
    await using server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address });
    const trace = newTrace();
    const call = await server.call('/api/trpc/accounts.changePassword', {}, { traceparent: trace.header });
    expect(call.status).toBe(401);
    await vi.waitFor(
      () =>
        expect(collector.spans()).toContainEqual(
          expect.objectContaining({ traceId: trace.traceId, name: 'accounts.changePassword' }),
        ),
      { timeout: 60_000, interval: 200 },
    );
    const procedure = collector.spans().find(({ name }) => name === 'accounts.changePassword');
    expect(procedure?.status).toEqual({ code: 2 });
    expect(attribute(procedure, 'error.type')).toEqual(expect.any(String));
  });

  it('begin anew where a traceparent is none, and are left out as a whole by their id', async () => {
    await using collector = await startCollector();
    await using server = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      OTEL_TRACES_SAMPLER_ARG: '0.5',
    });
    // Of the ids, the sampler looks at all four words.
    const kept = '00000000000000000000000000000001';
    const leftOut = 'f0000000000000000000000000000001';
    for (const traceId of [leftOut, kept]) {
      const response = await server.call(
        '/api/trpc/accounts.recoverPassword',
        { email: `${uuid()}@example.org` },
        // Whatever the caller demands.
        { traceparent: `00-${traceId}-0000000000000001-${traceId === kept ? '00' : '01'}` },
      );
      expect(response.status).toBe(200);
    }
    const names = (id: string) =>
      collector.spans().flatMap((span) => (span.traceId === id ? [span.name] : []));
    await vi.waitFor(() => expect(names(kept)).toContain('job recover-password'), {
      timeout: 60_000,
      interval: 200,
    });
    expect(names(leftOut)).toEqual([]);
  });

  it('slow and fail nothing while the collector is away, which is logged once, as is its return', async () => {
    const port = await freePort();
    await using server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
    for (let round = 0; round < 3; round++) {
      const response = await server.call('/api/trpc/accounts.recoverPassword', {
        email: `${uuid()}@example.org`,
      });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
    const troubles = () =>
      server.entries.filter(({ msg }) => String(msg).startsWith('the collector takes no traces'));
    await vi.waitFor(() => expect(troubles()).toHaveLength(1), { timeout: 60_000, interval: 200 });
    await server.call('/api/trpc/accounts.recoverPassword', { email: `${uuid()}@example.org` });
    // An export is given up after five.
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    expect(troubles()).toHaveLength(1);

    await using collector = await startCollector(port);
    await server.call('/api/trpc/accounts.recoverPassword', { email: `${uuid()}@example.org` });
    const again = () => server.entries.filter(({ msg }) => msg === 'the collector takes traces again');
    await vi.waitFor(() => expect(again()).toHaveLength(1), { timeout: 60_000, interval: 200 });
    expect(collector.spans()).not.toEqual([]);
    expect(troubles()).toHaveLength(1);
  });

  it('are not made without the setting, and nothing is handled of a traceparent', async () => {
    await using collector = await startCollector();
    await using server = await start({});
    const trace = newTrace();
    const response = await server.call(
      '/api/trpc/accounts.recoverPassword',
      { email: bob.email },
      { traceparent: trace.header },
    );
    expect(response.status).toBe(200);
    await vi.waitFor(() =>
      expect(server.entries).toContainEqual(
        expect.objectContaining({ msg: 'answered', route: '/api/trpc/accounts.recoverPassword' }),
      ),
    );
    expect(server.entries.filter((entry) => 'traceId' in entry)).toEqual([]);
    expect(collector.received).toEqual([]);
  });

  it('travel with a job, which is done as if they did not', () => {
    const payload = { email: 'bob@example.org' };
    const queued = (jobs: JobsPort) => {
      const statement = world.db.transaction().execute(async (trx) => {
        const [, [text = '']] = jobs.enqueue(trx, [{ name: 'recover-password', payload }]).compile(trx)
          .parameters as [unknown, string[]];
        return unpackJob(JSON.parse(text));
      });
      return statement;
    };
    return Promise.all([
      expect(queued(createJobs(() => 'the trace'))).resolves.toEqual({ payload, traceparent: 'the trace' }),
      expect(queued(createJobs())).resolves.toEqual({ payload, traceparent: undefined }),
    ]);
  });
});
