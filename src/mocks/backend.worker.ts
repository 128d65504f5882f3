import type { Db } from '#db/database.ts';
import type { LogPort } from '#server/ports.ts';
import { createBackend } from './backend.ts';
import { deleteDatabase, openDatabase } from './database.ts';
import { createTabsLog } from './log.ts';
import { clockHeader } from './protocol.ts';
import { serveRequests } from './request-port.ts';
import { findFirstSnapshot, forgetLaterSnapshots, restoreSnapshot } from './snapshots.ts';

/**
 * The server of the mocked mode: one shared worker for all tabs, with the one Postgres that it keeps in IndexedDB.
 */
declare const self: { onconnect: (event: MessageEvent) => void; location: { origin: string } };

const log = createTabsLog();

interface Running {
  db: Db;
  backend: (request: Request) => Promise<Response>;
  closing: AbortController;
}

async function start(clockAhead: number): Promise<Running> {
  const closing = new AbortController();
  const whileOpen = createTabsLog(closing.signal);
  return serve(await openDatabase(new Date(Date.now() + clockAhead), whileOpen), closing, whileOpen);
}

function serve(db: Db, closing: AbortController, whileOpen: LogPort): Running {
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
async function restart(last: typeof server, clockAhead: number): Promise<Running> {
  // Where it could not be opened there is nothing to close.
  const running = await last?.catch(() => undefined);
  const restored = await restoreFirst(running, new Date(Date.now() + clockAhead));
  if (restored) return restored;
  running?.closing.abort();
  await running?.db.destroy();
  await deleteDatabase();
  return start(clockAhead);
}

/** The same in milliseconds, where the dates of the first snapshot are still around today. */
async function restoreFirst(running: Running | undefined, now: Date): Promise<Running | undefined> {
  const first = running && (await findFirstSnapshot(running.db));
  if (!first || first.takenAt.toDateString() !== now.toDateString()) return undefined;
  const restored = await restore(running, first.id);
  await forgetLaterSnapshots(running.db);
  return restored;
}

/** A server that remembers nothing of the one before, on a database as it was; undefined without such a snapshot. */
async function restore({ db, closing }: Running, id: number): Promise<Running | undefined> {
  if (!(await restoreSnapshot(db, id))) return undefined;
  closing.abort();
  const next = new AbortController();
  return serve(db, next, createTabsLog(next.signal));
}

let server: Promise<Running> | undefined;

async function respond(request: Request): Promise<Response> {
  const clockAhead = Number(request.headers.get(clockHeader) ?? 0);
  try {
    const { pathname } = new URL(request.url);
    if (pathname === '/mocked/reset') {
      server = restart(server, clockAhead);
      await server;
      return new Response(null, { status: 204 });
    }
    server ??= start(clockAhead);
    const running = await server;
    if (pathname === '/mocked/restore') {
      const { id } = (await request.json()) as { id: number };
      const restored = await restore(running, id);
      if (!restored) return new Response(null, { status: 404 });
      server = Promise.resolve(restored);
      return new Response(null, { status: 204 });
    }
    // Streams end with the server that began them.
    return await running.backend(new Request(request, { signal: running.closing.signal }));
  } catch (error) {
    log.error({ err: error }, 'the mocked server cannot answer');
    const message = 'The mocked server cannot answer.';
    return Response.json({ success: false, message, data: null }, { status: 500 });
  }
}

self.onconnect = ({ ports: [port] }) => {
  if (port) serveRequests(port, respond);
};
