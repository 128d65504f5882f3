import type { Db } from '#db/database.ts';
import { demoPassword } from '#db/seeds/demo.ts';
import type { LogPort } from '#server/ports.ts';
import { createBackend, plantSeed } from './backend.ts';
import { deleteDatabase, openDatabase } from './database.ts';
import { exportState, importState } from './database-state.ts';
import { createTabsLog } from './log.ts';
import { createPasswords } from './ports.ts';
import { clockHeader, type DatabaseState, usualSeedHeader } from './protocol.ts';
import { findSeedName, type SeedName, usualSeed } from './seed-names.ts';
import { findFirstSnapshot, forgetLaterSnapshots, restoreSnapshot } from './snapshots.ts';

const log = createTabsLog();

interface Running {
  seed: SeedName;
  db: Db;
  backend: (request: Request) => Promise<Response>;
  closing: AbortController;
}

const publicUrl = location.origin;

async function start(seed: SeedName, clockAhead: number): Promise<Running> {
  const closing = new AbortController();
  const whileOpen = createTabsLog(closing.signal);
  const db = await openDatabase(seed, new Date(Date.now() + clockAhead), whileOpen, (opened) =>
    plantSeed(seed, clockAhead, { publicUrl, db: opened, log: whileOpen }),
  );
  return serve(seed, db, closing, whileOpen);
}

function serve(seed: SeedName, db: Db, closing: AbortController, whileOpen: LogPort): Running {
  const backend = createBackend({ publicUrl, seed, db, log: whileOpen, closing: closing.signal });
  return { seed, db, backend, closing };
}

/** The server with everything from the beginning again. */
async function restart(last: typeof server, seed: SeedName, clockAhead: number): Promise<Running> {
  // Where it could not be opened there is nothing to close.
  const running = await last?.catch(() => undefined);
  const restored = await restoreFirst(running, new Date(Date.now() + clockAhead));
  if (restored) return restored;
  await close(running);
  await deleteDatabase(seed);
  return start(seed, clockAhead);
}

async function close(running: Running | undefined): Promise<void> {
  running?.closing.abort();
  await running?.db.destroy();
}

/** The server with another seed. What was done with the one before is kept. */
async function change(last: typeof server, seed: SeedName, clockAhead: number): Promise<Running> {
  await close(await last?.catch(() => undefined));
  return start(seed, clockAhead);
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
async function restore({ seed, db, closing }: Running, id: number): Promise<Running | undefined> {
  if (!(await restoreSnapshot(db, id))) return undefined;
  closing.abort();
  const next = new AbortController();
  return serve(seed, db, next, createTabsLog(next.signal));
}

/** Which seed was chosen in this browser: it holds after a restart, too. */
const chosenSeed = {
  cacheName: 'gatherwell-mocked',
  key: '/mocked/seed',
  async get(): Promise<SeedName | undefined> {
    const cache = await caches.open(this.cacheName);
    const kept = await cache.match(this.key);
    return kept && findSeedName(await kept.text());
  },
  async set(seed: SeedName): Promise<void> {
    const cache = await caches.open(this.cacheName);
    await cache.put(this.key, new Response(seed));
  },
};

/** Goes over to another seed. Resolves to false where it is that already. */
async function goOverTo(seed: SeedName, next: SeedName, clockAhead: number): Promise<boolean> {
  if (next === seed) return false;
  const changed = change(server, next, clockAhead);
  seedInForce = Promise.resolve(next);
  server = changed.catch(() => {
    seedInForce = Promise.resolve(seed);
    return start(seed, clockAhead);
  });
  await changed;
  await chosenSeed.set(next);
  return true;
}

/** The server on a database with a state that was exported. */
async function load({ seed, db, closing }: Running, database: string): Promise<Running> {
  closing.abort();
  await importState(db, database, await createPasswords().hash(demoPassword));
  const next = new AbortController();
  return serve(seed, db, next, createTabsLog(next.signal));
}

let server: Promise<Running> | undefined;
/** Of the server, also of one that could not be started. */
let seedInForce: Promise<SeedName> | undefined;

/** Responds to a request of any tab. Starts the server with the first one. */
export async function respond(request: Request): Promise<Response> {
  const clockAhead = Number(request.headers.get(clockHeader) ?? 0);
  try {
    const { pathname } = new URL(request.url);
    seedInForce ??= chosenSeed
      .get()
      .then((chosen) => chosen ?? findSeedName(request.headers.get(usualSeedHeader)) ?? usualSeed);
    const seed = await seedInForce;
    if (pathname === '/mocked/reset') {
      server = restart(server, seed, clockAhead);
      await server;
      return new Response(null, { status: 204 });
    }
    if (pathname === '/mocked/use-seed') {
      const { name } = (await request.json()) as { name: SeedName };
      return Response.json({ isChanged: await goOverTo(seed, name, clockAhead) });
    }
    if (pathname === '/mocked/open-state') {
      const state = (await request.json()) as DatabaseState;
      await goOverTo(seed, state.seed, clockAhead);
      server = restart(server, state.seed, clockAhead);
      const { database } = state;
      if (database !== null) server = load(await server, database);
      await server;
      return new Response(null, { status: 204 });
    }
    server ??= start(seed, clockAhead);
    const running = await server;
    if (pathname === '/mocked/state')
      return Response.json({
        seed,
        database: (await exportState(running.db)) ?? null,
      } satisfies DatabaseState);
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
