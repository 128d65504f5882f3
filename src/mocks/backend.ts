import { Hono } from 'hono';
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
import { clockHeader, type KnownAccount } from './protocol.ts';
import { takeSnapshot } from './snapshots.ts';
import { withMockedTables } from './tables.ts';

interface BackendOptions {
  /** Migrated and filled. */
  db: Db;
  /** Where the product is served, without a trailing slash. */
  publicUrl: string;
  log: LogPort;
  /** For how many seconds publishing a post can be undone; the usual time where it is not set. */
  publishUndoSeconds?: number | undefined;
  /** When the database is about to be closed: nothing is begun any more. */
  closing: AbortSignal;
}

/** What seals the secrets of webhooks: they guard nothing, and have to open after a reload. */
const tokenKeys = [new Uint8Array(32)];

/**
 * The product's server for one browser: the same `createApi` over the given database, and under `/mocked` what
 * testers need besides.
 */
export function createBackend({
  db,
  publicUrl,
  log,
  publishUndoSeconds,
  closing,
}: BackendOptions): (request: Request) => Promise<Response> {
  const shared = createSharedPorts(db, log);
  const queue = createJobQueue({
    db,
    log,
    perform: ({ name, payload }, clockAhead) => runJob(depsByClock(clockAhead), name, payload),
  });
  const depsByClock = (clockAhead: number): Deps => ({
    db,
    ports: portsByClock(shared, queue, clockAhead),
    settings: { publicUrl, publishUndoSeconds, tokenKeys },
  });
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

  const tools = createTools((request) => depsByClock(clockAheadOf(request)), queue);
  return async (request) =>
    new URL(request.url).pathname.startsWith('/mocked/')
      ? tools.fetch(request)
      : apiByClock(clockAheadOf(request))(request, {
          requestId: crypto.randomUUID(),
          clientAddress: 'this browser',
        });
}

const clockAheadOf = (request: Request) => Number(request.headers.get(clockHeader) ?? 0);

/** Does a piece of work again and again, with a second of rest in between. */
function keepDoing(work: () => Promise<void>, log: LogPort, stop: AbortSignal): void {
  const round = () => {
    if (stop.aborted) return;
    void work()
      .catch((error: unknown) => {
        if (!stop.aborted) log.warn({ err: error }, 'what is due could not be done');
      })
      .finally(() => setTimeout(round, 1_000));
  };
  round();
}

/** What testers need beside the product: its mailbox, everybody's account, and a database that is as they want it. */
function createTools(depsOf: (request: Request) => Deps, queue: JobQueue): Hono {
  const app = new Hono();
  app.get('/mocked/mails', async (c) => {
    const tables = withMockedTables(depsOf(c.req.raw).db);
    return c.json(await tables.selectFrom('mocked.mails').selectAll().orderBy('id', 'desc').execute());
  });
  app.get('/mocked/accounts', async (c) => c.json(await findAccounts(depsOf(c.req.raw).db)));
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

/** Everybody who has an account, by name. */
function findAccounts(db: Db): Promise<KnownAccount[]> {
  return db
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
    .orderBy('name')
    .orderBy('u.email')
    .execute();
}
