import { Hono } from 'hono';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { createApi } from '#server/api.ts';
import type { Deps } from '#server/context.ts';
import { keepListsUp } from '#server/cultivations/keep-up.ts';
import { doDueWork } from '#server/due-work.ts';
import { runJob } from '#server/job-handlers.ts';
import type { LogPort } from '#server/ports.ts';
import { deliverDue } from '#server/webhooks/deliver.ts';
import { addSeed, findByHandle, SeedError } from './factories.ts';
import { createJobQueue, type JobQueue } from './jobs.ts';
import { createSharedPorts, portsByClock } from './ports.ts';
import { addressHeader, clockHeader, type KnownAccounts } from './protocol.ts';
import { firstAccounts, type SeedName } from './seed-names.ts';
import { removeCommunity } from './seeds/empty.ts';
import { takeSnapshot } from './snapshots.ts';
import { withMockedTables } from './tables.ts';

interface ServerOptions {
  /** Migrated and filled. */
  db: Db;
  /** Where the product is served, without a trailing slash. */
  publicUrl: string;
  log: LogPort;
}

interface BackendOptions extends ServerOptions {
  /** What the database began with. */
  seed: SeedName;
  /** When the database is about to be closed: nothing is begun any more. */
  closing: AbortSignal;
}

/** What seals the secrets of webhooks: they guard nothing, and have to open after a reload. */
const tokenKeys = [new Uint8Array(32)];

interface Server {
  /** By a clock that is this far ahead. */
  depsByClock: (clockAhead: number) => Deps;
  queue: JobQueue;
}

/** The product's ports over a database, and the queue of its jobs. */
function createServer({ db, publicUrl, log }: ServerOptions): Server {
  const shared = createSharedPorts(db, log);
  const queue = createJobQueue({
    db,
    log,
    perform: ({ name, payload }, clockAhead) => runJob(depsByClock(clockAhead), name, payload),
  });
  const depsByClock = (clockAhead: number): Deps => ({
    db,
    ports: portsByClock(shared, queue, clockAhead),
    settings: { publicUrl, tokenKeys },
  });
  return { depsByClock, queue };
}

/** Makes a seed of the demo community, in a database that holds it as it was made. */
export async function plantSeed(seed: SeedName, clockAhead: number, options: ServerOptions): Promise<void> {
  const { db } = options;
  const { depsByClock, queue } = createServer(options);
  const deps = depsByClock(clockAhead);
  const now = deps.ports.clock.now();
  if (seed === 'large') {
    const { addVolume } = await import('./seeds/large.ts');
    await addVolume(db, { now, hashPassword: deps.ports.passwords.hash });
  }
  if (seed === 'empty' || seed === 'edge-cases') await removeCommunity(db);
  if (seed === 'edge-cases') {
    const { edgeCases } = await import('./seeds/edge-cases.ts');
    await addSeed(deps, edgeCases(now));
    // What follows from it, such as notifications, is there, too.
    await queue.run();
  }
}

/**
 * The product's server for one browser: the same `createApi` over the given database, and under `/mocked` what
 * testers need besides.
 */
export function createBackend({
  seed,
  closing,
  ...options
}: BackendOptions): (request: Request) => Promise<Response> {
  const { log } = options;
  const { depsByClock, queue } = createServer(options);
  // What was committed when the browser was closed.
  void queue.run();

  /** How far the clock is ahead that is furthest ahead of all tabs': by it, things become due. */
  let furthestAhead = 0;
  keepDoing(() => doDueWork(depsByClock(furthestAhead)), log, closing);
  keepDoing(() => keepListsUp(depsByClock(furthestAhead)), log, closing);
  keepDoing(() => deliverDue(depsByClock(furthestAhead)), log, closing);

  /** One server for each clock that a tab goes by. */
  const apis = new Map<number, ReturnType<typeof createApi>>();
  function apiByClock(clockAhead: number) {
    furthestAhead = Math.max(furthestAhead, clockAhead);
    const api = apis.get(clockAhead) ?? createApi(depsByClock(clockAhead));
    apis.set(clockAhead, api);
    return api;
  }

  const tools = createTools((request) => depsByClock(clockAheadOf(request)), queue, seed);
  return async (request) =>
    new URL(request.url).pathname.startsWith('/mocked/')
      ? tools.fetch(request)
      : apiByClock(clockAheadOf(request))(request, {
          requestId: crypto.randomUUID(),
          clientAddress: request.headers.get(addressHeader) ?? 'this browser',
        });
}

const clockAheadOf = (request: Request) => Number(request.headers.get(clockHeader) ?? 0);

/** Does a piece of work again and again, with a second of rest before, in which the first screen has the database. */
function keepDoing(work: () => Promise<void>, log: LogPort, stop: AbortSignal): void {
  const round = () => {
    if (stop.aborted) return;
    void work()
      .catch((error: unknown) => {
        if (!stop.aborted) log.warn({ err: error }, 'what is due could not be done');
      })
      .finally(rest);
  };
  const rest = () => setTimeout(round, 1_000);
  rest();
}

/** What testers need beside the product: its mailbox, everybody's account, and a database that is as they want it. */
function createTools(depsOf: (request: Request) => Deps, queue: JobQueue, seed: SeedName): Hono {
  const app = new Hono();
  app.get('/mocked/mails', async (c) => {
    const tables = withMockedTables(depsOf(c.req.raw).db);
    return c.json(await tables.selectFrom('mocked.mails').selectAll().orderBy('id', 'desc').execute());
  });
  app.get('/mocked/accounts', async (c) => c.json(await findAccounts(depsOf(c.req.raw).db, seed)));
  app.post('/mocked/sign-in', async (c) => {
    const { db, ports } = depsOf(c.req.raw);
    const { name } = await c.req.json<{ name: string }>();
    const account = await findByHandle(db, name);
    if (!account) return c.json(null, 404);
    const { token } = await ports.sessions.start(db, account.id);
    return c.json({ token });
  });
  app.post('/mocked/seed', async (c) => {
    try {
      const seeded = await addSeed(depsOf(c.req.raw), await c.req.json());
      // What follows from it, such as notifications, is there, too.
      await queue.run();
      return c.json(seeded);
    } catch (error) {
      if (!(error instanceof SeedError)) throw error;
      return c.json({ message: error.message }, 400);
    }
  });
  app.post('/mocked/snapshots', async (c) => {
    const { db, ports } = depsOf(c.req.raw);
    return c.json({ id: await takeSnapshot(db, ports.clock.now()) });
  });
  return app;
}

/** So many accounts fit into a list to choose from. */
const mostListed = 100;

/** Who has an account: those to begin with, then by name. */
async function findAccounts(db: Db, seed: SeedName): Promise<KnownAccounts> {
  const first = await Promise.all(firstAccounts[seed].map((handle) => findByHandle(db, handle)));
  const ids = first.flatMap((account) => (account ? [account.id] : []));
  const accounts = await db
    .selectFrom('users as u')
    .leftJoin('individuals as i', 'i.user_id', 'u.id')
    .leftJoin('organizations as o', 'o.user_id', 'u.id')
    .select(({ fn, ref, val }) => [
      'u.email',
      'u.user_type as userType',
      fn
        .coalesce('o.name', fn<string>('concat_ws', [val(' '), ref('i.first_name'), ref('i.last_name')]))
        .as('name'),
    ])
    .orderBy(sql`array_position(${ids}::uuid[], u.id)`, (order) => order.asc().nullsLast())
    // Everybody of the demo community comes before those who are many.
    .orderBy(sql`u.email like '%@volume.gatherwell.example'`)
    .orderBy('name')
    .orderBy('u.email')
    .limit(mostListed)
    .execute();
  const { total } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { seed, accounts, total: Number(total) };
}
