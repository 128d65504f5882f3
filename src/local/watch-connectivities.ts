import type { WatchMessage } from '#server/connectivities/connectivities.schema.ts';
import { Backoff } from './engine/backoff.ts';
import {
  hasSockets,
  serverSentTransport,
  socketTransport,
  spreadMs,
  streamClient,
} from './engine/transport.ts';

/** How long a subscription has to hold, in milliseconds, to count as a success. */
const steadyMs = 10_000;

/**
 * Calls `listener` with who of the users is online, and who is typing to the viewer, until `signal` aborts. Each new
 * subscription begins with the connectivity of all of them.
 */
export async function watchConnectivities(
  userIds: readonly string[],
  listener: (message: WatchMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  const backoff = new Backoff({ spreadMs });
  let usesSocket = hasSockets;
  while (!signal.aborted) {
    await backoff.due(signal);
    if (signal.aborted) return;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const giveUp = () => {
      usesSocket = false;
      end();
    };
    let holding: ReturnType<typeof setTimeout> | undefined;
    const transport = usesSocket ? socketTransport(signal, giveUp) : await serverSentTransport(end);
    const subscription = streamClient(transport).connectivities.watch.subscribe(
      { userIds: [...userIds] },
      {
        signal,
        onStarted: () => {
          transport.started();
          clearTimeout(holding);
          holding = setTimeout(() => backoff.succeeded(), steadyMs);
        },
        onData: listener,
        onError: () => end(),
        onComplete: () => end(),
      },
    );
    signal.addEventListener('abort', () => end(), { once: true });
    await ended;
    clearTimeout(holding);
    subscription.unsubscribe();
    transport.close();
  }
}
