import { createTRPCClient, createWSClient, httpSubscriptionLink, type TRPCLink, wsLink } from '@trpc/client';
import type { EventHead, StreamMessage } from '#server/events/events.schema.ts';
import type { AppRouter } from '#server/router.ts';
import { sessionLink } from '#src/app/api.ts';
import { bearerToken } from '#src/app/bearer-token.ts';
import { applyEvents } from './apply.ts';
import { Backoff } from './backoff.ts';
import { readMeta } from './database.ts';
import { onWake } from './on-wake.ts';
import { probeServer } from './probe-server.ts';
import { takeFirstSnapshot, takeSnapshot } from './snapshot.ts';
import { TimeoutWebSocket } from './timeout-web-socket.ts';
import type { LocalDatabase } from './types.ts';

/** How often a socket may fail to open, while the server responds over HTTP, before server-sent events replace it. */
const socketAttempts = 3;

/** Over how many milliseconds devices that lost the same server come back. */
const spreadMs = 1_000;

/** How long a subscription has to hold, in milliseconds, to count as a success. */
const steady = 10_000;

/** How long server-sent events may take to begin, in milliseconds. Once they have, the server keeps them alive. */
const openTimeoutMs = 10_000;

/** Why a subscription ended: it has to be taken up again at the cursor, or there is nothing to take up. */
type End = 'again' | 'reset';

/** A way in which events can come. */
interface Transport {
  link: TRPCLink<AppRouter>;
  /** A subscription was answered, which opening alone does not promise. */
  started(): void;
  /** Lets go of it. */
  close(): void;
}

/**
 * Applies the user's event log to the database until `signal` aborts. Several tabs may do so: the database takes each
 * event once. What the stream itself cannot mend (a gap, a failed write, an answer that is no answer) is mended by
 * subscribing again at the cursor of the database, and a log that cannot be continued by a snapshot.
 * @param openCurrent returns the current database; undefined ends it
 */
export async function followEvents(
  userId: string,
  openCurrent: () => LocalDatabase | undefined,
  signal: AbortSignal,
): Promise<void> {
  const backoff = new Backoff({ spreadMs });
  const kind = { usesSocket: import.meta.env.MODE !== 'mocked' };
  while (!signal.aborted) {
    await backoff.due(signal);
    const db = openCurrent();
    if (signal.aborted || !db) return;
    try {
      const cursor = (await readMeta(db, 'cursor')) ?? (await takeFirstSnapshot(db));
      const from = { ...cursor, userId };
      if ((await subscribe(db, from, kind, backoff, signal)) === 'reset') await takeSnapshot(db);
    } catch {
      // Offline, or signed out: the next attempt tells, or there is none.
    }
  }
}

async function subscribe(
  db: LocalDatabase,
  { epoch, seq, userId }: EventHead & { userId: string },
  kind: { usesSocket: boolean },
  backoff: Backoff,
  signal: AbortSignal,
): Promise<End> {
  const { promise: ended, resolve: end } = Promise.withResolvers<End>();
  const transport = kind.usesSocket
    ? socketTransport(signal, () => {
        kind.usesSocket = false;
        end('again');
      })
    : await serverSentTransport(() => end('again'));

  let holding: ReturnType<typeof setTimeout> | undefined;
  let written: Promise<unknown> = Promise.resolve();
  const write = async (message: StreamMessage) => {
    if (message.kind === 'reset') end('reset');
    else if (!(await applyEvents(db, epoch, message.events))) end('again');
  };

  const client = createTRPCClient<AppRouter>({ links: [sessionLink, transport.link] });
  const subscription = client.events.stream.subscribe(
    { epoch, since: seq, userId },
    {
      signal,
      onStarted: () => {
        transport.started();
        clearTimeout(holding);
        holding = setTimeout(() => backoff.succeeded(), steady);
      },
      onData: ({ data }) => {
        written = written.then(() => write(data)).catch(() => end('again'));
      },
      onError: () => {
        // A response over HTTP shows whether the session is over, or only the connection.
        void probeServer().finally(() => end('again'));
      },
      onComplete: () => void written.then(() => end('again')),
    },
  );
  const stop = () => end('again');
  signal.addEventListener('abort', stop);
  try {
    return await ended;
  } finally {
    clearTimeout(holding);
    signal.removeEventListener('abort', stop);
    subscription.unsubscribe();
    transport.close();
  }
}

/** One socket, opened again for as long as it takes. Gives up where sockets do not get through but requests do. */
function socketTransport(signal: AbortSignal, giveUp: () => void): Transport {
  const backoff = new Backoff({ spreadMs });
  const client = createWSClient({
    url: async () => {
      if (backoff.attempts >= socketAttempts && (await probeServer())) {
        giveUp();
        // Never resolves, so that no socket is opened after giving up.
        return new Promise(() => {});
      }
      await backoff.due(signal);
      return `${location.origin.replace(/^http/, 'ws')}/api/socket`;
    },
    WebSocket: TimeoutWebSocket,
    // The waiting is done above, where it can be cut short.
    retryDelayMs: () => 0,
    keepAlive: { enabled: true, intervalMs: 20_000, pongTimeoutMs: 10_000 },
  });
  return {
    link: wsLink({ client }),
    started: () => backoff.succeeded(),
    close: () => void client.close(),
  };
}

/**
 * Events over a long answer: where sockets do not get through, and in the mocked mode, which has none. One that does not
 * begin, or that may have fallen silent while nobody looked, is asked for again.
 */
async function serverSentTransport(askAgain: () => void): Promise<Transport> {
  const link = await serverSentLink();
  const over = new AbortController();
  onWake(askAgain, over.signal);
  const opening = setTimeout(askAgain, openTimeoutMs);
  return {
    link,
    started: () => clearTimeout(opening),
    close: () => {
      clearTimeout(opening);
      over.abort();
    },
  };
}

async function serverSentLink(): Promise<TRPCLink<AppRouter>> {
  const url = '/api/trpc';
  if (import.meta.env.MODE !== 'mocked') return httpSubscriptionLink({ url });
  // The browser's own EventSource cannot carry the mocked session's token.
  const { EventSource } = await import('eventsource');
  return httpSubscriptionLink({
    url,
    EventSource,
    eventSourceOptions: {
      fetch: (input, init) =>
        fetch(input, { ...init, headers: { ...init.headers, ...bearerToken.headers() } }),
    },
  });
}
