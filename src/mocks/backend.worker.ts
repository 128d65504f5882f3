import { createBackend } from './backend.ts';
import { deleteDatabase, openDatabase } from './database.ts';
import { createTabsLog } from './log.ts';
import { clockHeader } from './protocol.ts';
import { serveRequests } from './request-port.ts';

/**
 * The server of the mocked mode: one shared worker for all tabs, with the one Postgres that it keeps in IndexedDB.
 */
declare const self: { onconnect: (event: MessageEvent) => void; location: { origin: string } };

const log = createTabsLog();

async function start(clockAhead: number) {
  const closing = new AbortController();
  const whileOpen = createTabsLog(closing.signal);
  const db = await openDatabase(new Date(Date.now() + clockAhead), whileOpen);
  const backend = createBackend({
    db,
    publicUrl: self.location.origin,
    log: whileOpen,
    publishUndoSeconds: Number(import.meta.env.PUBLISH_UNDO_SECONDS) || undefined,
    closing: closing.signal,
  });
  return { db, backend, closing };
}

/** The server with everything from the beginning again. */
async function restart(last: typeof server, clockAhead: number) {
  // Where it could not be opened there is nothing to close.
  const running = await last?.catch(() => undefined);
  running?.closing.abort();
  await running?.db.destroy();
  await deleteDatabase();
  return start(clockAhead);
}

let server: ReturnType<typeof start> | undefined;

async function respond(request: Request): Promise<Response> {
  const clockAhead = Number(request.headers.get(clockHeader) ?? 0);
  try {
    if (new URL(request.url).pathname === '/mocked/reset') {
      server = restart(server, clockAhead);
      await server;
      return new Response(null, { status: 204 });
    }
    server ??= start(clockAhead);
    return await (await server).backend(request);
  } catch (error) {
    log.error({ err: error }, 'the mocked server cannot answer');
    const message = 'The mocked server cannot answer.';
    return Response.json({ success: false, message, data: null }, { status: 500 });
  }
}

self.onconnect = ({ ports: [port] }) => {
  if (port) serveRequests(port, respond);
};
