import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { LogPort } from '#server/ports.ts';

export interface ConnectionLimits {
  /** Connections of one network address, sockets that were upgraded not included. */
  connectionsPerAddress: number;
  /** Requests of one client that are being handled or wait for it. */
  requestsPerClient: number;
  /** Requests of one connection that wait until those before them are handled. */
  queued: number;
  /** Milliseconds of one turn of the event loop in which requests are begun; one always is. */
  turnMs: number;
  /** Milliseconds in which a body has to bring `bodyBytes`, or its end. */
  bodyMs: number;
  bodyBytes: number;
  /** Bytes of an unwanted body that are read and dropped, so that the client gets to read the response. */
  discardedBytes: number;
  /**
   * Milliseconds for which a client may read nothing of what waits for it: once, or twice where the system took part
   * of a piece after it was written, which Node counts as reading.
   */
  stallMs: number;
  /** Bytes a second at which a client has to read a response, after a minute. */
  readBytes: number;
  /** Bytes that wait to be read by a client, above which a connection on which nothing moves is closed. */
  buffered: number;
  /** Milliseconds between two looks at all connections. */
  checkMs: number;
}

/**
 * A school behind one address opens hundreds of connections; a line with 20 kB/s sends 300 kB in `bodyMs`. Half-sent
 * bodies are gone after 20 seconds at most, readers that stall after a minute: `checkMs` and twice `stallMs`.
 */
const usualLimits: ConnectionLimits = {
  connectionsPerAddress: 1_024,
  requestsPerClient: 1_024,
  queued: 256,
  turnMs: 10,
  bodyMs: 15_000,
  bodyBytes: 30 * 1024,
  discardedBytes: 64 * 1024 * 1024,
  stallMs: 27_500,
  readBytes: 2 * 1024,
  buffered: 8 * 1024 * 1024,
  checkMs: 2_500,
};

export interface ConnectionOptions {
  /** Handles a request. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** Names the client of a request, by which its requests are counted. */
  clientOf(incoming: IncomingMessage): string;
  /** Names the network address of a connection; undefined for that of a proxy, which carries many clients. */
  addressOf(socket: Socket): string | undefined;
  log: Pick<LogPort, 'warn'>;
  limits?: Partial<ConnectionLimits>;
}

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  client: string;
  /** Whether the client waits for word before it sends the body. */
  isAskingFirst: boolean;
}

interface Connection {
  socket: Socket;
  address: string | undefined;
  current: Exchange | undefined;
  queue: Exchange[];
  /** The request whose body arrives, and what had arrived of it at the last look that counted. */
  body: { incoming: IncomingMessage; since: number; from: number; discardedFrom?: number } | undefined;
  /** Since when something waits to be read, and how much it was at most. */
  pending: { since: number; most: number; lastSent: number } | undefined;
}

/** Whether a request of a connection is being handled, or is to begin. */
const isBusy = ({ current, queue }: Connection) => current !== undefined || queue.length > 0;

/** From how many waiting requests on no more are read from a connection. */
const pauseAt = 8;

/**
 * Hands the requests of a server to `handle`, one of each connection at a time: the next begins when the response to
 * the one before has been handed to the network, so that a client that sends requests and reads no responses costs one
 * response. Once beginning requests has taken `turnMs` of a turn of the event loop, the others wait for the next turn,
 * in which clients take turns: many connections that each ask for large files hold up neither the loop nor other
 * clients. Limits connections and requests, and closes connections on which a body does not arrive or a response is
 * not read.
 */
export function guardConnections(server: Server, options: ConnectionOptions): void {
  const { handle, clientOf, addressOf, log } = options;
  const limits = { ...usualLimits, ...options.limits };
  const connections = new Map<Duplex, Connection>();
  /** In the order in which they were opened. */
  const byAddress = new Map<string, Set<Connection>>();
  const requestsOf = new Map<string, number>();
  /** By client, the connections whose next request may begin: both in the order in which they are served. */
  const ready = new Map<string, Connection[]>();
  /** When the first request of this turn of the event loop began. */
  let turnBegan: number | undefined;

  server.on('connection', (socket) => {
    const address = addressOf(socket);
    const connection: Connection = {
      socket,
      address,
      current: undefined,
      queue: [],
      body: undefined,
      pending: undefined,
    };
    if (address !== undefined) {
      const others = byAddress.get(address) ?? new Set();
      byAddress.set(address, others);
      if (others.size >= limits.connectionsPerAddress && !closeIdle(others)) {
        socket.destroy();
        return;
      }
      others.add(connection);
    }
    connections.set(socket, connection);
    socket.once('close', () => release(socket));
  });

  // The handler of upgrades limits what becomes of these connections.
  server.on('upgrade', (_, socket) => {
    release(socket);
    if (server.listenerCount('upgrade') === 1) socket.destroy();
  });
  server.on('request', (incoming, outgoing) => take(incoming, outgoing, false));
  server.on('checkContinue', (incoming, outgoing) => take(incoming, outgoing, true));
  const timer = setInterval(check, limits.checkMs).unref();
  server.once('close', () => clearInterval(timer));

  function release(socket: Duplex) {
    const connection = connections.get(socket);
    if (!connection) return;
    connections.delete(socket);
    for (const { client } of connection.queue.splice(0)) count(client, -1);
    const others = connection.address === undefined ? undefined : byAddress.get(connection.address);
    others?.delete(connection);
    if (others?.size === 0) byAddress.delete(String(connection.address));
  }

  /** Closes the connection that has been open longest of those on which nothing happens; false where none is. */
  function closeIdle(candidates: Set<Connection>): boolean {
    for (const connection of candidates)
      if (!isBusy(connection)) {
        release(connection.socket);
        connection.socket.destroy();
        return true;
      }
    return false;
  }

  function take(incoming: IncomingMessage, outgoing: ServerResponse, isAskingFirst: boolean) {
    const { socket } = incoming;
    const connection = connections.get(socket);
    if (!connection) return socket.destroy();
    const client = clientOf(incoming);
    const isTooMany = (requestsOf.get(client) ?? 0) >= limits.requestsPerClient;
    const isWaiting = isBusy(connection);
    if (isWaiting && (isTooMany || connection.queue.length >= limits.queued)) {
      log.warn(
        { queued: connection.queue.length },
        'closed a connection that sent too many requests at once',
      );
      return socket.destroy();
    }
    if (isTooMany) {
      outgoing.writeHead(429, { 'retry-after': '1', connection: 'close' });
      return outgoing.end();
    }
    count(client, 1);
    const exchange = { incoming, outgoing, client, isAskingFirst };
    if (!isWaiting && !ready.has(client) && hasTime()) return begin(connection, exchange);
    connection.queue.push(exchange);
    if (connection.queue.length >= pauseAt) socket.pause();
    if (!isWaiting) beginLater(connection, client);
    return undefined;
  }

  function count(client: string, change: number) {
    const next = (requestsOf.get(client) ?? 0) + change;
    if (next > 0) requestsOf.set(client, next);
    else requestsOf.delete(client);
  }

  function begin(connection: Connection, exchange: Exchange) {
    const { incoming, outgoing, client, isAskingFirst } = exchange;
    const { socket } = connection;
    connection.current = exchange;
    if (!incoming.complete) connection.body = { incoming, since: Date.now(), from: socket.bytesRead };
    outgoing.once('finish', () => discardRest(connection, incoming));
    outgoing.once('close', () => {
      count(client, -1);
      connection.current = undefined;
      connection.pending = undefined;
      const next = connection.queue[0];
      if (next) beginLater(connection, next.client);
    });
    if (isAskingFirst) outgoing.writeContinue();
    handle(incoming, outgoing);
  }

  /** Whether another request may begin in this turn of the event loop: the first always may. */
  function hasTime(): boolean {
    if (turnBegan === undefined) {
      turnBegan = performance.now();
      setImmediate(beginTurn);
      return true;
    }
    return performance.now() - turnBegan < limits.turnMs;
  }

  function beginTurn() {
    turnBegan = undefined;
    beginNext();
  }

  function beginLater(connection: Connection, client: string) {
    const others = ready.get(client);
    if (others) others.push(connection);
    else if (ready.set(client, [connection]).size === 1 && turnBegan === undefined) setImmediate(beginNext);
  }

  /** Begins requests for as long as the turn has time, of one client after the other. */
  function beginNext() {
    for (const [client, connections] of ready) {
      if (!hasTime()) return;
      const connection = connections.shift();
      // The client comes after all others.
      ready.delete(client);
      if (connections.length > 0) ready.set(client, connections);
      // It may have been closed meanwhile.
      const next = connection?.queue.shift();
      if (!connection || !next || connection.socket.destroyed) continue;
      if (connection.queue.length < pauseAt) connection.socket.resume();
      begin(connection, next);
      // What handles it goes on in microtasks, whose time counts.
      queueMicrotask(() => process.nextTick(beginNext));
      return;
    }
  }

  /** Reads and drops what is left of a body after the response, so that the client gets to read the response. */
  function discardRest({ socket, body }: Connection, incoming: IncomingMessage) {
    if (incoming.complete || !body) return;
    body.discardedFrom = socket.bytesRead;
    incoming.removeAllListeners('data');
    incoming.resume();
  }

  function check() {
    const now = Date.now();
    for (const connection of connections.values()) {
      const reason = troubleOfBody(connection, now) ?? troubleOfAnswer(connection, now);
      if (reason === undefined) continue;
      const { socket, current } = connection;
      log.warn({ reason }, 'closed a connection');
      if (current && !current.outgoing.headersSent)
        socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
      socket.destroy();
    }
  }

  function troubleOfBody(connection: Connection, now: number): string | undefined {
    const { body, socket } = connection;
    if (!body) return undefined;
    if (body.incoming.complete) {
      connection.body = undefined;
      return undefined;
    }
    const { discardedFrom } = body;
    if (discardedFrom !== undefined && socket.bytesRead - discardedFrom > limits.discardedBytes)
      return 'the rest of a rejected body is too long';
    // Where what has arrived waits for us, it is not the client who is slow.
    const isOurs = body.incoming.readableLength >= body.incoming.readableHighWaterMark;
    if (!isOurs && now - body.since < limits.bodyMs) return undefined;
    if (!isOurs && socket.bytesRead - body.from < limits.bodyBytes) return 'a body does not arrive';
    body.since = now;
    body.from = socket.bytesRead;
    return undefined;
  }

  function troubleOfAnswer(connection: Connection, now: number): string | undefined {
    const { current, socket } = connection;
    const waiting = current?.outgoing.headersSent ? current.outgoing.writableLength : 0;
    if (waiting === 0) {
      // A stream may be silent for as long as it likes.
      if (connection.pending && current) socket.setTimeout(0);
      connection.pending = undefined;
      return undefined;
    }
    const sent = socket.bytesWritten - waiting;
    const { pending } = connection;
    if (!pending) {
      connection.pending = { since: now, most: waiting, lastSent: sent };
      // Node knows when part of a long piece was read, which the counters do not show.
      socket.setTimeout(limits.stallMs);
      return undefined;
    }
    pending.most = Math.max(pending.most, waiting);
    const isStill = sent <= pending.lastSent;
    pending.lastSent = sent;
    if (isStill && waiting > limits.buffered) return 'too much waits to be read';
    if (now - pending.since > 60_000 + (1000 * pending.most) / limits.readBytes)
      return 'an answer is read too slowly';
    return undefined;
  }
}
