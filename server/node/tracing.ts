import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attributes, Context, Span, SpanKind } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { LogEvent } from 'kysely';
import { NIL, validate } from 'uuid';
import { statementsIn } from '#db/batch.ts';
import type { LogPort, TracingPort } from '#server/ports.ts';
import type { Settings } from './settings.ts';

/** A request that is traced. */
export interface TracedRequest {
  /** Runs the work of the request. What it leaves running, such as a stream, is not traced. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** The request has ended with this status. */
  end(status: number): void;
  /** What log entries name the trace by. */
  traceId: string;
}

/** Traces for a collector that speaks OTLP: requests, procedures, statements, and the jobs that they cause. */
export interface Tracing extends TracingPort {
  /**
   * Begins a request, within the trace that its `traceparent` names. Where it has none, the UUID of its write is the id
   * of the trace: the requests that send a write again belong together.
   */
  request(request: {
    method: string;
    route: string;
    requestId: string;
    traceparent: string | undefined;
    idempotencyKey: string | undefined;
  }): TracedRequest;
  /** Does a job, within the trace of what caused it. */
  job(name: string, traceparent: string | undefined, work: () => Promise<void>): Promise<void>;
  /** The W3C `traceparent` of what is being done; undefined where nothing is traced. */
  traceparent(): string | undefined;
  /** Takes what databases report of each statement. Only what is done within something traced counts. */
  noteStatement(event: LogEvent): void;
  /** Returns the log with the id of the trace in each entry of what is traced. */
  inLog(log: LogPort): LogPort;
  /** Sends what is left, where the collector takes it within two seconds. */
  close(): Promise<void>;
}

/** What is being done. Its scope is closed once it has returned: what goes on by itself then has no end. */
interface Active {
  span: Span;
  context: Context;
  scope: { isOpen: boolean };
}

/** Milliseconds that one export may take, and that the last one has when a process stops. */
const exportMs = 5_000;
const farewellMs = 2_000;

/** Characters of a statement that are sent. */
const longestText = 4_096;

/**
 * Starts to trace. The packages are loaded here, so that a process without traces has none of them in its memory.
 *
 * Whether a trace is kept depends on its id alone: callers choose the id, but cannot demand that all is kept, and
 * what belongs to a trace is kept or left out as a whole.
 */
export async function startTracing(
  { url, ratio, serviceName, delayMs }: NonNullable<Settings['tracing']>,
  log: Pick<LogPort, 'info' | 'warn'>,
): Promise<Tracing> {
  const [api, { parseTraceParent }, { resourceFromAttributes }, sdk, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ]);
  const ids = new sdk.RandomIdGenerator();
  let givenTraceId: string | undefined;
  const byId = new sdk.TraceIdRatioBasedSampler(ratio);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.instance.id': randomUUID(),
    }),
    sampler: new sdk.ParentBasedSampler({
      root: byId,
      remoteParentSampled: byId,
      remoteParentNotSampled: byId,
    }),
    idGenerator: {
      generateTraceId: () => givenTraceId ?? ids.generateTraceId(),
      generateSpanId: () => ids.generateSpanId(),
    },
    spanLimits: { attributeValueLengthLimit: longestText },
    spanProcessors: [
      // Its queue has a bound, beyond which spans are left out.
      new sdk.BatchSpanProcessor({
        exporter: reportTrouble(new OTLPTraceExporter({ url, timeoutMillis: exportMs }), log),
        scheduledDelayMillis: delayMs,
        exportTimeoutMillis: exportMs,
      }),
    ],
  });
  const tracer = provider.getTracer('gatherwell');
  const storage = new AsyncLocalStorage<Active>();

  const contextOf = (traceparent: string | undefined): Context => {
    const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
    return parent
      ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...parent, isRemote: true })
      : api.ROOT_CONTEXT;
  };
  const start = (name: string, kind: SpanKind, attributes: Attributes, parent: Context): Active => {
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    return { span, context: api.trace.setSpan(parent, span), scope: { isOpen: true } };
  };
  const fail = (span: Span, type: string) => {
    span.setAttribute('error.type', type);
    span.setStatus({ code: api.SpanStatusCode.ERROR });
  };
  /** Runs work as a span. What errors say stays out: it may be what people wrote. */
  const run = async <T>(active: Active, work: () => Promise<T>): Promise<T> => {
    try {
      return await storage.run(active, work);
    } catch (error) {
      fail(active.span, typeOf(error));
      throw error;
    } finally {
      active.scope.isOpen = false;
    }
  };
  /** What is being done, where it has not returned. */
  const current = () => {
    const active = storage.getStore();
    return active?.scope.isOpen ? active : undefined;
  };
  const idInLog = () => {
    const active = storage.getStore();
    return active && { traceId: active.span.spanContext().traceId };
  };

  return {
    request({ method, route, requestId, traceparent, idempotencyKey }) {
      givenTraceId = traceOfWrite(idempotencyKey);
      const active = start(
        `${method} ${route}`,
        api.SpanKind.SERVER,
        { 'http.request.method': method, 'http.route': route, 'gatherwell.request_id': requestId },
        contextOf(traceparent),
      );
      givenTraceId = undefined;
      return {
        traceId: active.span.spanContext().traceId,
        run: (work) => run(active, work),
        end(status) {
          active.span.setAttribute('http.response.status_code', status);
          if (status >= 500) fail(active.span, String(status));
          active.span.end();
        },
      };
    },

    async span(name, attributes, work) {
      const parent = current();
      if (!parent) return work({ failed: () => {} });
      const active = start(name, api.SpanKind.INTERNAL, attributes, parent.context);
      try {
        return await run(active, () => work({ failed: (type) => fail(active.span, type) }));
      } finally {
        active.span.end();
      }
    },

    async job(name, traceparent, work) {
      const active = start(
        `job ${name}`,
        api.SpanKind.CONSUMER,
        { 'gatherwell.job': name },
        contextOf(traceparent),
      );
      try {
        await run(active, work);
      } finally {
        active.span.end();
      }
    },

    traceparent() {
      const active = current();
      if (!active) return undefined;
      const { traceId, spanId, traceFlags } = active.span.spanContext();
      return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
    },

    noteStatement(event) {
      const parent = current();
      if (!parent?.span.isRecording()) return;
      const endTime = performance.timeOrigin + performance.now();
      const statements = statementsIn(event.query);
      const name = statements.length === 1 ? summaryOf(event.query.sql) : `${statements.length} statements`;
      const span = tracer.startSpan(
        name,
        {
          kind: api.SpanKind.CLIENT,
          startTime: endTime - event.queryDurationMillis,
          attributes: {
            'db.system.name': 'postgresql',
            'db.query.summary': name,
            // Values are parameters, which are not in the text.
            'db.query.text': event.query.sql,
          },
        },
        parent.context,
      );
      if (event.level === 'error') fail(span, typeOf(event.error));
      span.end(endTime);
    },

    inLog: (inner) => ({
      info: (fields, message) => inner.info({ ...idInLog(), ...fields }, message),
      warn: (fields, message) => inner.warn({ ...idInLog(), ...fields }, message),
      error: (fields, message) => inner.error({ ...idInLog(), ...fields }, message),
    }),

    async close() {
      await Promise.race([provider.shutdown().catch(() => {}), delay(farewellMs, undefined, { ref: false })]);
    },
  };
}

/** Returns the id of the trace of a write that has no other. */
const traceOfWrite = (key: string | undefined): string | undefined =>
  key !== undefined && validate(key) && key !== NIL ? key.toLowerCase().replaceAll('-', '') : undefined;

/** Returns the id of the trace that a `traceparent` names, for log entries. */
export const traceIdOf = (traceparent: string | undefined): string | undefined => traceparent?.split('-')[1];

/** Logs once where traces cannot be sent, and once where they can be again. */
function reportTrouble(exporter: SpanExporter, log: Pick<LogPort, 'info' | 'warn'>): SpanExporter {
  let isWell = true;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const isDone = result.code === 0;
        if (isWell && !isDone)
          log.warn({ err: result.error }, 'the collector takes no traces; they are left out until it does');
        if (!isWell && isDone) log.info({}, 'the collector takes traces again');
        isWell = isDone;
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

/** What kind of error it is: its code, as SQLSTATE is one, or its name. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && /^\w{1,40}$/.test(String(error.code)) ? String(error.code) : error.name;
}

/** The command of a statement, and the first table that it names. */
function summaryOf(text: string): string {
  const [command = ''] = /^\w+/.exec(text.trimStart()) ?? [];
  const table = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text)?.[1];
  return [command.toLowerCase(), table].filter(Boolean).join(' ');
}
