import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { Problem } from '../problem.ts';
import type { Member } from './crowd.ts';

/** Milliseconds that a handshake may take: as long as the app waits. */
const openTimeoutMs = 8_000;

/** Handshakes that are under way at a time. */
const mostOpening = 50;

/** Whose stream it is, and from where on it brings events. */
export interface StreamOptions {
  member: Pick<Member, 'token'>;
  /** The address that its requests come from. */
  address: string;
  /** The name of the event log, and the number of the last event that the user has. */
  epoch: string;
  seq: number;
  /** Called with each event. */
  onEvent?: (event: StreamEvent) => void;
}

/** An event, as far as benchmarks read it. */
export interface StreamEvent {
  seq: number;
  type: string;
  payload: { conversation: { lastMessageEntity: { _id: string } } };
}

/** The stream of one user's events over a socket, as a browser has it. It can be opened again at its cursor. */
export class EventStream {
  /** The number of the last event that it has. */
  seq: number;
  /** How many events did not follow the one before: they were missed, or came twice. */
  gaps = 0;
  readonly #options: StreamOptions;
  #socket: WebSocket | undefined;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.seq = options.seq;
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Opens it at a server, and resolves once the server has begun it. Rejects where that one does not, or breaks the
   * connection before. `onClose` is called when it ends after that.
   */
  async open(server: string, onClose?: () => void): Promise<void> {
    const { member, address, epoch } = this.#options;
    const socket = new WebSocket(`${server.replace(/^http/, 'ws')}/api/socket`, {
      handshakeTimeout: openTimeoutMs,
      perMessageDeflate: false,
      headers: { authorization: `Bearer ${member.token}`, 'x-forwarded-for': address },
    });
    const { promise: started, resolve, reject } = Promise.withResolvers<void>();
    let hasStarted = false;
    socket.on('open', () => {
      const input = { since: this.seq, epoch };
      const params = { path: 'events.stream', input };
      socket.send(JSON.stringify({ id: 1, method: 'subscription', params }));
    });
    socket.on('message', (bytes: Buffer) => {
      const text = bytes.toString();
      // What arrives on a connection that was given up comes again.
      if (this.#socket !== socket) return undefined;
      if (text === 'PING') return socket.send('PONG');
      const { result, error } = JSON.parse(text) as StreamResponse;
      if (error !== undefined) reject(new Problem(`A stream was rejected: ${text}`));
      if (error !== undefined || result?.type === 'stopped') return socket.terminate();
      if (result?.type === 'started') {
        hasStarted = true;
        resolve();
      }
      this.#take(result?.data?.data.events ?? []);
      return undefined;
    });
    // What breaks is followed by `close`.
    socket.on('error', reject);
    socket.on('close', () => {
      if (hasStarted) onClose?.();
      else reject(new Problem('A stream was closed.'));
    });
    this.#socket = socket;
    try {
      await started;
    } catch (error) {
      socket.terminate();
      throw error;
    }
  }

  /** Ends it at once. */
  terminate(): void {
    this.#socket?.removeAllListeners('close').terminate();
    this.#socket = undefined;
  }

  #take(events: readonly StreamEvent[]): void {
    for (const event of events) {
      if (event.seq !== this.seq + 1) this.gaps += 1;
      this.seq = event.seq;
      this.#options.onEvent?.(event);
    }
  }
}

/** What a stream sends, as far as it is read. */
interface StreamResponse {
  error?: unknown;
  result?: { type: string; data?: { data: { events?: StreamEvent[] } } };
}

/** Opens streams, a few at a time. Resolves once all have begun. */
export async function openAll(
  streams: readonly EventStream[],
  open: (stream: EventStream, n: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const opening = async () => {
    for (let n = next++; n < streams.length; n = next++) {
      const stream = streams[n];
      if (stream) await open(stream, n);
    }
  };
  await Promise.all(Array.from({ length: mostOpening }, opening));
}

/**
 * How the app spaces attempts to reach a server that is gone: over five seconds, then twice as long each time, up to
 * 30 seconds.
 */
const retry = { spreadMs: 5_000, shortestMs: 500, longestMs: 30_000 };

/** Returns how many milliseconds to wait before the next attempt after so many failures. */
function waitAfter(failures: number): number {
  if (failures === 0) return Math.random() * retry.spreadMs;
  const span = Math.min(retry.longestMs, retry.shortestMs * 2 ** failures);
  return span * (0.5 + Math.random() / 2);
}

/** Opens a stream again until the server has begun it, or the signal aborts. */
export async function reopen(
  stream: EventStream,
  open: (stream: EventStream) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    await sleep(waitAfter(failures), undefined, { ref: false });
    try {
      return await open(stream);
    } catch {
      // The next attempt.
    }
  }
}
