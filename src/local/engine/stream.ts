import type { EventHead, StreamMessage } from '#server/events/events.schema.ts';
import { reachability } from '#src/lib/reachability.ts';
import { applyEvents } from './apply.ts';
import { arrivingEvents } from './arriving-events.ts';
import { Backoff } from './backoff.ts';
import { readMeta } from './database.ts';
import { probeServer } from './probe-server.ts';
import { takeFirstSnapshot, takeSnapshot } from './snapshot.ts';
import { hasSockets, serverSentTransport, socketTransport, spreadMs, streamClient } from './transport.ts';
import type { LocalDatabase } from './types.ts';

/** How long a subscription has to hold, in milliseconds, to count as a success. */
const steady = 10_000;

/** Why a subscription ended: it has to be taken up again at the cursor, or there is nothing to take up. */
type End = 'again' | 'reset';

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
  const kind = { usesSocket: hasSockets };
  while (!signal.aborted) {
    await backoff.due(signal);
    const db = openCurrent();
    if (signal.aborted || !db) return;
    try {
      const cursor = (await readMeta(db, 'cursor')) ?? (await takeFirstSnapshot(db));
      const from = { ...cursor, userId };
      if ((await subscribe(db, from, kind, backoff, signal)) === 'reset') await takeSnapshot(db);
    } catch {
      // Offline, or signed out: the next attempt finds out, or there is none.
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

  const subscription = streamClient(transport).events.stream.subscribe(
    { epoch, since: seq, userId },
    {
      signal,
      onStarted: () => {
        transport.started();
        reachability.served();
        clearTimeout(holding);
        holding = setTimeout(() => backoff.succeeded(), steady);
      },
      onData: ({ data }) => {
        written = written.then(() => write(data)).catch(() => end('again'));
        if (data.kind !== 'reset') arrivingEvents.add(db, data.events, written);
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
