/**
 * Holds many event streams open, as the browsers of many people do, and reports what they have. Started as a process
 * of its own by `streams.ts`, which also sets how it reconnects.
 */
import { WebSocket } from 'ws';
import { Backoff } from '#src/local/engine/backoff.ts';

/** The commands to the process. */
export interface ClientsOrder {
  port: number;
  clients: { token: string; address: string }[];
  epoch: string;
  /** As the app does, or at once and without end, as programs of others may. */
  retry: 'backoff' | 'at once';
}

/** How far its clients are. */
export interface ClientsReport {
  /** Streams that the server has started and that are open now. */
  open: number;
  /** The lowest number of the newest event that a client has, and how many clients have it at least. */
  reached: number[];
  /** Events that did not follow the one before. */
  gaps: number;
  /** Handshakes begun so far. */
  attempts: number;
  /** Streams that the server rejected or ended with an error. */
  refused: number;
}

/** Milliseconds that a handshake may take: as long as the app waits. */
const openTimeoutMs = 8_000;

/** Handshakes that are under way at a time the first time. */
const mostAtFirst = 50;

const totals = { gaps: 0, attempts: 0, refused: 0 };

class Client {
  seq = 0;
  isOpen = false;
  readonly #backoff = new Backoff({ spreadMs: 5_000 });
  readonly #order: ClientsOrder;
  readonly #own: ClientsOrder['clients'][number];

  constructor(order: ClientsOrder, own: ClientsOrder['clients'][number]) {
    this.#order = order;
    this.#own = own;
  }

  /** Connects for the first time. */
  start(): void {
    this.#backoff.nextWait();
    this.#connect();
  }

  #connect(): void {
    totals.attempts++;
    const { port, epoch, retry } = this.#order;
    const { token, address } = this.#own;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/socket`, {
      handshakeTimeout: openTimeoutMs,
      perMessageDeflate: false,
      // Everybody calls from an address of their own, so that limits hold as they do for strangers.
      localAddress: address,
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address },
    });
    socket.on('open', () => {
      const input = { since: this.seq, epoch };
      socket.send(
        JSON.stringify({ id: 1, method: 'subscription', params: { path: 'events.stream', input } }),
      );
    });
    socket.on('message', (bytes: Buffer) => {
      const text = bytes.toString();
      if (text === 'PING') socket.send('PONG');
      else if (text.startsWith('{')) this.#take(JSON.parse(text), socket);
    });
    // What breaks is followed by `close`.
    socket.on('error', () => {});
    socket.on('close', () => {
      this.isOpen = false;
      const again = () => this.#connect();
      if (retry === 'at once') setImmediate(again);
      else setTimeout(again, this.#backoff.nextWait());
    });
  }

  #take({ result, error, method }: StreamAnswer, socket: WebSocket) {
    if (error !== undefined || result?.type === 'stopped') {
      totals.refused++;
      socket.terminate();
    } else if (method === 'reconnect') socket.close();
    else if (result?.type === 'started') {
      this.isOpen = true;
      this.#backoff.succeeded();
    } else
      for (const { seq } of result?.data?.data.events ?? []) {
        if (seq !== this.seq + 1) totals.gaps++;
        this.seq = seq;
      }
  }
}

/** The server's messages over a socket, as far as they are read. */
interface StreamAnswer {
  method?: string;
  error?: unknown;
  result?: { type: string; data?: { data: { events?: { seq: number }[] } } };
}

process.once('message', (order: ClientsOrder) => {
  const clients = order.clients.map((own) => new Client(order, own));
  // The first time a few at a time: what is measured is coming back.
  let next = 0;
  const starting = setInterval(() => {
    const opened = clients.filter(({ isOpen }) => isOpen).length;
    for (; next < Math.min(clients.length, opened + mostAtFirst); next++) clients[next]?.start();
    if (next >= clients.length) clearInterval(starting);
  }, 20);
  setInterval(() => {
    const reached: number[] = [];
    for (const { seq } of clients) reached[seq] = (reached[seq] ?? 0) + 1;
    const open = clients.filter(({ isOpen }) => isOpen).length;
    process.send?.({ open, reached, ...totals } satisfies ClientsReport);
  }, 200);
});
process.on('disconnect', () => process.exit());
