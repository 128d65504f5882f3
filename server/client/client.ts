import { createTRPCUntypedClient, httpLink } from '@trpc/client';
import { v4 as uuid } from 'uuid';
import type { Api } from './api.ts';
import { GatherwellError } from './errors.ts';
import { errorOf, fetchApi } from './http.ts';
import { readItems, readPages } from './pages.ts';
import type { CallOptions, SubscribeOptions, WriteOptions } from './procedures.ts';
import { isRetriable, sleep, waitAfter } from './retry.ts';
import { subscribe } from './subscribe.ts';

/** The token of a session or a personal access token, or what returns it for each request. */
export type Token = string | (() => string | undefined | Promise<string | undefined>);

export interface ClientOptions {
  /** The address of a Gatherwell server, such as `https://gatherwell.example`. */
  url: string;
  /** Who calls: nobody if left out. */
  token?: Token | undefined;
  /** How often a call is sent again, where that is safe and may help; 4 times if left out. */
  retries?: number | undefined;
  /** Seconds that the server may ask to wait before a retry, 30 if left out. Beyond, the call fails at once. */
  longestWaitSeconds?: number | undefined;
  /** Milliseconds that each attempt may take: 30,000 if left out. Large files on slow lines need more. */
  timeoutMs?: number | undefined;
  /** Sends the requests, in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

/**
 * Creates a client of a Gatherwell server.
 *
 * A call is sent again, with growing pauses, where no response arrived, where the server asks to come back (429, 503)
 * or a proxy could not reach it (502, 504), and never otherwise. Reads change nothing, and every write has an
 * idempotency key, so that one that is sent again is done once. A write whose response holds a secret is rejected with
 * `told-once` when it is sent again: it was done, and the secret is not repeated.
 */
export function createClient(options: ClientOptions): Api {
  const { url, token, retries = 4, longestWaitSeconds = 30, timeoutMs: usualTimeoutMs = 30_000 } = options;
  const send: typeof globalThis.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const endpoint = `${url.replace(/\/+$/, '')}/api/trpc`;

  async function headersOf(): Promise<Record<string, string>> {
    const given = typeof token === 'function' ? await token() : token;
    return given === undefined ? {} : { authorization: `Bearer ${given}` };
  }

  const trpc = createTRPCUntypedClient({
    links: [
      httpLink({
        url: endpoint,
        headers: async ({ op }) => ({
          ...(await headersOf()),
          ...(typeof op.context['key'] === 'string' && { 'idempotency-key': op.context['key'] }),
        }),
        fetch: (address, init) => fetchApi(send, String(address), init as RequestInit),
      }),
    ],
  });

  /** Makes attempts until one succeeds, or another would not help. */
  async function call<Result>(
    attempt: (signal: AbortSignal) => Promise<Result>,
    { signal, timeoutMs = usualTimeoutMs }: CallOptions,
  ): Promise<Result> {
    for (let failures = 0; ; failures++) {
      signal?.throwIfAborted();
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        return await attempt(signal ? AbortSignal.any([signal, timeout]) : timeout);
      } catch (cause) {
        signal?.throwIfAborted();
        const error = timeout.aborted ? tooSlow(timeoutMs) : errorOf(cause);
        const isTooLong = (error.retryAfterSeconds ?? 0) > longestWaitSeconds;
        if (!isRetriable(error) || failures >= retries || isTooLong) throw error;
        await sleep(waitAfter(failures, error), signal);
      }
    }
  }

  const query = (path: string, input: unknown, options: CallOptions = {}) =>
    call((signal) => trpc.query(path, input, { signal }), options);

  function mutate(path: string, input: unknown, { idempotencyKey, ...options }: WriteOptions = {}) {
    const context = { key: idempotencyKey ?? uuid() };
    return call((signal) => trpc.mutation(path, input, { signal, context }), options);
  }

  async function openStream(path: string, input: unknown, signal: AbortSignal): Promise<Response> {
    const given = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    const headers = { ...(await headersOf()), accept: 'text/event-stream' };
    return fetchApi(send, `${endpoint}/${path}${given}`, { headers, signal, cache: 'no-store' });
  }

  /** What can be called of a procedure, by name. */
  const methods: Record<string, (path: string, input: unknown, options?: object) => unknown> = {
    query,
    mutate,
    pages: (path, input, options) => readPages((place) => query(path, place, options), input as object),
    items: (path, input, options) => readItems((place) => query(path, place, options), input as object),
    subscribe: (path, input, options?: SubscribeOptions) =>
      subscribe((from, signal) => openStream(path, from, signal), input, options),
  };

  return reach([], (names, input, options) => {
    const name = names.at(-1) ?? '';
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (!method || names.length < 2) throw new TypeError(`${names.join('.')} is nothing that can be called.`);
    return method(names.slice(0, -1).join('.'), input, options);
  }) as Api;
}

type Apply = (names: readonly string[], input: unknown, options?: object) => unknown;

/** Returns what every name can be asked of, and what calls `apply` with the names when it is called. */
function reach(names: readonly string[], apply: Apply): unknown {
  return new Proxy(() => {}, {
    // A client may be what an async function returns: it is no promise.
    get: (_, name) =>
      typeof name === 'symbol' || name === 'then' ? undefined : reach([...names, name], apply),
    apply: (_target, _this, [input, options]: [unknown, object?]) => apply(names, input, options),
  });
}

const tooSlow = (timeoutMs: number) =>
  new GatherwellError({
    reason: 'timeout',
    message: `No response arrived within ${timeoutMs} ms.`,
    status: 0,
  });
