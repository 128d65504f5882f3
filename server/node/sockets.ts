import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Encoder, getWSConnectionHandler } from '@trpc/server/adapters/ws';
import { v7 as uuid } from 'uuid';
import { type WebSocket, WebSocketServer } from 'ws';
import { runShared } from '#db/database.ts';
import { batched } from '#server/batched.ts';
import { type Context, createContext, type Deps } from '#server/context.ts';
import { checkJson, jsonBounds, parseJson } from '#server/json-bounds.ts';
import { isOwnOrigin } from '#server/origin.ts';
import type { Carrier } from '#server/ports.ts';
import { appRouter } from '#server/router.ts';
import { clientAddress } from './client-address.ts';
import { watchSessions } from './session-watch.ts';
import type { Settings } from './settings.ts';
import { createTurns } from './turns.ts';

export interface SocketsOptions {
  deps: Deps;
  settings: Pick<Settings, 'trustedProxies'>;
  limits?: Partial<SocketLimits>;
}

export interface SocketLimits {
  /** Sockets from one network address. Far above what a school behind one address opens. */
  perAddress: number;
  /** Sockets of one user: every browser opens one, whatever the number of its tabs. */
  perUser: number;
  /** Bytes waiting to be read by the client, above which streams pause. */
  pauseAbove: number;
  /** The same, above which the socket is closed. */
  closeAbove: number;
}

/** Milliseconds after which a silent socket is pinged. */
export const socketPingMs = 20_000;

const usualLimits: SocketLimits = {
  perAddress: 2_000,
  perUser: 30,
  pauseAbove: 1024 * 1024,
  closeAbove: 8 * 1024 * 1024,
};

/** Bytes of one incoming frame. */
const frameBytes = 64 * 1024;

/** Subscriptions that may run over one socket at a time. */
const mostSubscriptions = 20;

/** Milliseconds between checks whether a client that was slow has caught up. */
const drainCheck = 50;

/** Milliseconds that clients get to move to another process. */
const farewell = 3_000;

/**
 * Sessions that are read in one query, and queries for them that are under way at a time. After a restart everybody comes
 * back at once, and would take all connections to the database from the requests that share them.
 */
const openings = { most: 10, atOnce: 2 };

/**
 * Milliseconds of one turn of the event loop that handshakes may take. Thousands that arrive together took all of it until
 * the last was done, and each step of every other request waited for as long; but those that wait for longer than the
 * app gives them come back, and all that they had cost was in vain.
 */
const handshakeTurnMs = 10;

const closeCodes = { sessionEnded: 4401, tooMany: 1013 };

export interface Sockets {
  /** How many are open. */
  count(): number;
  /** Bytes that wait to be read by clients, of all sockets together. */
  buffered(): number;
  /** Takes no new ones, asks clients to reconnect, which leads them elsewhere, and closes those that stay. */
  close(): Promise<void>;
}

/**
 * Subscriptions over WebSockets at `/api/socket`. Queries and mutations travel over HTTP only: the outcome of a
 * write on a socket that breaks would be unknown. The session is that of the upgrade's cookie or bearer token, or of
 * `connectionParams.token`; a socket whose session ends is closed within a second.
 */
export function attachSockets(server: Server, { settings, ...options }: SocketsOptions): Sockets {
  const limits = { ...usualLimits, ...options.limits };
  const deps = admitTogether(options.deps);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: frameBytes, perMessageDeflate: false });
  const sessions = watchSessions(deps, (socket: WebSocket) =>
    socket.close(closeCodes.sessionEnded, 'The session ended.'),
  );
  const perAddress = new Map<string, number>();
  const inTurn = createTurns(handshakeTurnMs);
  let isClosing = false;

  server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    // Until the handshake is done nobody else listens.
    connection.on('error', () => connection.destroy());
    const url = URL.parse(`http://${request.headers.host}${request.url}`);
    if (url?.pathname !== '/api/socket') return reject(connection, '404 Not Found');
    const from = addressOf(request, settings.trustedProxies);
    const already = perAddress.get(from) ?? 0;
    if (isForged(request)) return reject(connection, '403 Forbidden');
    if (isClosing) return reject(connection, '503 Service Unavailable');
    if (already >= limits.perAddress) return reject(connection, '429 Too Many Requests');
    perAddress.set(from, already + 1);
    connection.once('close', () => {
      const left = (perAddress.get(from) ?? 1) - 1;
      if (left > 0) perAddress.set(from, left);
      else perAddress.delete(from);
    });
    inTurn(() => {
      if (connection.destroyed) return;
      if (isClosing) return reject(connection, '503 Service Unavailable');
      sockets.handleUpgrade(request, connection, head, (socket) => serve(socket, request, from));
    });
  });

  /** Browsers name the page's origin with every upgrade; what has none is a program, which brings a token. */
  function isForged({ headers }: IncomingMessage): boolean {
    const { bearer, cookie } = deps.ports.sessions.tokensOf(tokenHeaders(headers));
    if (headers.origin === undefined) return bearer === undefined && cookie !== undefined;
    return !isOwnOrigin(headers.origin, deps.settings);
  }

  function serve(socket: WebSocket, request: IncomingMessage, from: string) {
    const drained = async () => {
      while (socket.readyState === socket.OPEN && socket.bufferedAmount > limits.pauseAbove)
        await sleep(drainCheck);
    };
    const handle = getWSConnectionHandler({
      wss: sockets,
      router: appRouter,
      keepAlive: { enabled: true, pingMs: socketPingMs, pongWaitMs: 10_000 },
      experimental_encoder: createGuard(socket, limits.closeAbove),
      // Never throws: a rejected socket would reconnect at once. The procedure rejects.
      createContext: ({ info }) => {
        const headers = tokenHeaders(request.headers, info.connectionParams?.['token']);
        const context = createContext(deps, headers, { requestId: uuid(), clientAddress: from, drained });
        void watch(socket, context);
        return context;
      },
      onError: ({ error, path, ctx }) => {
        if (path !== undefined && error.code === 'INTERNAL_SERVER_ERROR')
          deps.ports.log.error(
            { requestId: ctx?.requestId, procedure: path, err: error.cause ?? error },
            'stream failed',
          );
      },
    });
    handle(socket, request);
  }

  async function watch(socket: WebSocket, context: Context) {
    // Where the session cannot be read now, the procedure throws.
    const session = await context.session('anything').catch(() => undefined);
    if (!session || socket.readyState !== socket.OPEN) return;
    if (sessions.countOf(session.userId) >= limits.perUser)
      return socket.close(closeCodes.tooMany, 'Too many connections.');
    socket.once('close', sessions.add(session, socket));
  }

  return {
    count: () => sockets.clients.size,
    buffered: () => [...sockets.clients].reduce((sum, socket) => sum + socket.bufferedAmount, 0),
    async close() {
      isClosing = true;
      const closed = [...sockets.clients].map(
        (socket) => new Promise((resolve) => socket.once('close', resolve)),
      );
      for (const socket of sockets.clients) socket.send(JSON.stringify({ id: null, method: 'reconnect' }));
      await Promise.race([Promise.all(closed), sleep(farewell)]);
      for (const socket of sockets.clients) socket.terminate();
      sessions.stop();
      sockets.close();
    },
  };
}

/** The same dependencies, which read the sessions of sockets that open at the same time together. */
function admitTogether(deps: Deps): Deps {
  const { sessions } = deps.ports;
  const validateBy = (carrier: Carrier) =>
    batched(
      (tokens: readonly string[]) => runShared(deps.db, () => sessions.validateAll(deps.db, tokens, carrier)),
      openings,
    );
  const validate = { bearer: validateBy('bearer'), cookie: validateBy('cookie') };
  return {
    ...deps,
    ports: {
      ...deps.ports,
      sessions: { ...sessions, validate: (_db, token, carrier) => validate[carrier](token) },
    },
  };
}

function addressOf({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  return clientAddress(socket.remoteAddress, [headers['x-forwarded-for']].flat().join(), trustedProxies);
}

function reject(connection: Duplex, status: string) {
  connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** The headers that can carry a session's token. One given otherwise counts as a bearer token. */
function tokenHeaders({ cookie, authorization }: IncomingMessage['headers'], token?: string): Headers {
  const headers = new Headers();
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (authorization !== undefined) headers.set('authorization', authorization);
  if (token !== undefined && /^[\w-]+$/.test(token)) headers.set('authorization', `Bearer ${token}`);
  return headers;
}

interface SentMessage {
  id?: unknown;
  method?: unknown;
}

/**
 * JSON, with an eye on what travels: only subscriptions come in, and only so many at a time; a client that takes
 * nothing in is cut off before it costs much memory.
 */
function createGuard(socket: WebSocket, mostBuffered: number): Encoder {
  const running = new Set<unknown>();
  return {
    decode(data) {
      const text = String(data);
      checkJson(text, jsonBounds.usual);
      const decoded = parseJson(text);
      const messages: SentMessage[] = (Array.isArray(decoded) ? decoded : [decoded]).map(Object);
      if (messages.some(({ method }) => method === 'query' || method === 'mutation'))
        throw new Error('Only subscriptions travel over the socket.');
      const started = messages.flatMap(({ method, id }) => (method === 'subscription' ? [id] : []));
      // Of two with one id the end of the first would be taken for the end of both.
      if (started.some((id, index) => running.has(id) || started.indexOf(id) !== index))
        throw new Error('The id of a subscription that runs cannot be used for another.');
      if (running.size + started.length > mostSubscriptions)
        throw new Error('Too many subscriptions on one socket.');
      for (const id of started) running.add(id);
      return decoded;
    },
    encode(data) {
      const { id, result, error } = data as { id?: unknown; result?: { type?: string }; error?: unknown };
      if (error !== undefined || result?.type === 'stopped') running.delete(id);
      if (socket.bufferedAmount > mostBuffered) socket.terminate();
      return JSON.stringify(data);
    },
  };
}
