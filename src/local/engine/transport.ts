import { createTRPCClient, createWSClient, httpSubscriptionLink, type TRPCLink, wsLink } from '@trpc/client';
import type { AppRouter } from '#server/router.ts';
import { sessionLink } from '#src/app/api.ts';
import { bearerToken } from '#src/app/bearer-token.ts';
import { Backoff } from './backoff.ts';
import { onWake } from './on-wake.ts';
import { probeServer } from './probe-server.ts';
import { closedHere, TimeoutWebSocket } from './timeout-web-socket.ts';

/** How often a socket may fail to open, while the server responds over HTTP, before server-sent events replace it. */
const socketAttempts = 3;

/** Over how many milliseconds devices come back that gave up a connection, or whose subscription ended. */
export const spreadMs = 1_000;

/**
 * Over how many milliseconds devices come back whose connection the server ended: all that it had, at one moment. A
 * process takes up about a thousand in a second; who comes sooner waits there, and makes everybody else wait.
 */
const lostServerSpreadMs = 5_000;

/** How long server-sent events may take to begin, in milliseconds. Once they have, the server keeps them alive. */
const openTimeoutMs = 10_000;

/** Whether there are sockets: the mocked mode has none. */
export const hasSockets = import.meta.env.MODE !== 'mocked';

/** A way in which subscriptions can be served. */
interface Transport {
  link: TRPCLink<AppRouter>;
  /** A subscription was answered, which opening alone does not promise. */
  started(): void;
  /** Lets go of it. */
  close(): void;
}

/** Returns the typed procedures over a transport. */
export const streamClient = ({ link }: Transport) =>
  createTRPCClient<AppRouter>({ links: [sessionLink, link] });

/** One socket, opened again for as long as it takes. Gives up where sockets do not get through but requests do. */
export function socketTransport(signal: AbortSignal, giveUp: () => void): Transport {
  let isClosedHere = false;
  const backoff = new Backoff({ spreadMs: () => (isClosedHere ? spreadMs : lostServerSpreadMs) });
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
    onClose: (cause) => {
      isClosedHere = cause?.code === closedHere;
    },
    // The waiting is done above, where it can be cut short.
    retryDelayMs: () => 0,
    keepAlive: { enabled: true, intervalMs: 20_000, pongTimeoutMs: 10_000 },
  });
  return {
    link: wsLink({ client }),
    started: () => {
      isClosedHere = false;
      backoff.succeeded();
    },
    close: () => void client.close(),
  };
}

/**
 * Events over a long answer: where sockets do not get through, and in the mocked mode, which has none. One that does not
 * begin, or that may have fallen silent while nobody looked, is asked for again.
 */
export async function serverSentTransport(askAgain: () => void): Promise<Transport> {
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
