import { createTabsLog } from './log.ts';
import { postgresParts } from './postgres-parts.ts';
import { storeNameOf, usualFolder } from './protocol.ts';
import { serveRequests } from './request-port.ts';

/**
 * The server of the mocked mode: one shared worker for all tabs, with the one Postgres that it keeps in IndexedDB.
 * Compiling Postgres takes the browser as long as everything else, so it begins before the server's own code is here.
 */
declare const self: { onconnect: (event: MessageEvent) => void };

const log = createTabsLog();

const server = import('./lifecycle.ts');
// What fails here is tried again, and told, where it is used.
const early: Promise<unknown>[] = [
  server,
  postgresParts.module(),
  postgresParts.files(),
  fetchSnapshotIfNew(),
];
for (const part of early) part.catch(() => undefined);

/** A browser that keeps a database goes on with that. */
async function fetchSnapshotIfNew(): Promise<void> {
  const known = await indexedDB.databases();
  if (!known.some(({ name }) => name?.startsWith(storeNameOf(usualFolder)))) await postgresParts.snapshot();
}

self.onconnect = ({ ports: [port] }) => {
  if (port) serveRequests(port, respond);
};

async function respond(request: Request): Promise<Response> {
  try {
    const { respond: respondToTab } = await server;
    return await respondToTab(request);
  } catch (error) {
    log.error({ err: error }, 'the mocked server cannot start');
    const message = 'The mocked server cannot start.';
    return Response.json({ success: false, message, data: null }, { status: 500 });
  }
}
