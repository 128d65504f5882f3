import { mkdir } from 'node:fs/promises';
import type { Server as HttpServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { withDatabaseDeadline } from '#db/deadline.ts';
import { createPool, createPostgresDb } from '#db/postgres.ts';
import type { DemoAccount } from '#db/seeds/demo.ts';
import { isDatabaseUnavailable } from '#db/unavailable.ts';
import { createApi } from '#server/api.ts';
import { presenceOf } from '#server/connectivities/presence.ts';
import type { Deps } from '#server/context.ts';
import { createAppShell } from '#server/public-pages/page-head.ts';
import { createPublicPages } from '#server/public-pages/public-pages.ts';
import { appRouter } from '#server/router.ts';
import type { AppFiles } from './app-files.ts';
import { startDatabase } from './database.ts';
import { giveBackMemoryOnceIdle } from './give-back-memory.ts';
import { createHealth } from './health.ts';
import { createHost } from './http.ts';
import { type Listening, listen } from './listen.ts';
import { createMetrics, serveMetrics } from './metrics.ts';
import { createNodePorts } from './ports/index.ts';
import { Problem } from './problem.ts';
import { watchReplicas } from './replicas.ts';
import { createRouteNames } from './route-names.ts';
import { setUpDatabase } from './set-up.ts';
import type { Settings } from './settings.ts';
import { attachSockets } from './sockets.ts';
import { startTracing } from './tracing.ts';
import { startWorkers } from './workers.ts';

/** Milliseconds of the time for the database that one statement leaves for what follows it in a request. */
const afterStatementMs = 200;

/** Milliseconds that requests under way get to finish when the server stops. */
const grace = 3000;

/** A server that accepts requests. */
export interface RunningServer {
  /** Of the demo community, to look around with. */
  accounts: readonly DemoAccount[];
  /**
   * Reports that it is not ready, serves on for as long as is set, then takes no more requests, finishes those under way
   * and running jobs, and stops the embedded database.
   */
  stop(): Promise<void>;
}

/**
 * Starts everything on one port, in the order in which one needs the other. The app is needed last, and may be made until
 * then. Throws `Problem`.
 */
export async function startServer(
  settings: Settings,
  givenFiles: AppFiles | Promise<AppFiles>,
  givenLog: Logger,
): Promise<RunningServer> {
  await makeFolders(settings);
  // What has started, to be stopped in the opposite order, also where a later start fails.
  const started = new AsyncDisposableStack();
  try {
    const tracing = settings.tracing && (await startTracing(settings.tracing, givenLog));
    if (tracing) started.defer(() => tracing.close());
    const log = tracing ? tracing.inLog(givenLog) : givenLog;
    const database = await startDatabase(settings, log);
    started.defer(() => database.stop());
    const { connectionString, pooled } = database;

    const pool = createPool({
      ...pooled,
      name: 'requests',
      max: 10,
      timeoutMs: settings.databaseTimeoutMs - afterStatementMs,
      onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
    });
    const db = createPostgresDb(pool, tracing?.noteStatement);
    started.defer(() => pool.end());
    const metrics = settings.metrics && createMetrics();
    const nodePorts = await createNodePorts({
      settings,
      pool,
      connectionString,
      pooled,
      log,
      onDoorbellHeard: metrics?.doorbellHeard,
      tracing,
    });
    started.defer(() => nodePorts.close());
    const ports = metrics?.countPorts(nodePorts) ?? nodePorts;
    if (metrics && settings.metrics) {
      metrics.watchPool('requests', pool);
      metrics.watchDatabase(db);
      const served = await serveMetrics(metrics, settings.metrics, log);
      started.defer(() => served.close());
    }
    const accounts = await setUpDatabase({ connectionString, seed: settings.seed, ports, log });

    // After the migrations: a replica is used only where it has them.
    const replicas =
      settings.databaseReadUrls.length > 0
        ? watchReplicas({
            connectionString,
            replicaStrings: settings.databaseReadUrls,
            log,
            onPool: (name, replicaPool) => metrics?.watchPool(name, replicaPool),
            onRead: metrics?.replicaRead,
            onStatement: tracing?.noteStatement,
          })
        : undefined;
    if (replicas) {
      started.defer(() => replicas.close());
      metrics?.watchReplicas(replicas);
    }

    const deps: Deps = { db, ports, settings, replicas };
    const workers = await startWorkers({
      deps,
      connectionString,
      onJobEnded: metrics?.jobEnded,
      onPool: (workerPool) => metrics?.watchPool('workers', workerPool),
      tracing,
    });
    const health = createHealth(db);
    const api = createApi(deps);
    const appFiles = await givenFiles;
    const publicPages = createPublicPages(
      deps,
      appFiles.page ? createAppShell(appFiles.page) : undefined,
      appFiles.render,
    );
    const { addresses } = ports.media;
    // Signed for nothing but its origin, which depends on the kind of store.
    const storeOrigin = addresses && new URL(await addresses.picture('0'.repeat(64), 96)).origin;
    const host = createHost({
      settings,
      storeOrigin,
      api: (request, info) => withDatabaseDeadline(settings.databaseTimeoutMs, () => api(request, info)),
      publicPages: (request, page) =>
        withDatabaseDeadline(settings.databaseTimeoutMs, () => publicPages(request, page)),
      appFiles,
      routeName: createRouteNames(appRouter),
      health,
      limits: ports.limits,
      log,
      onEnded: metrics?.requestEnded,
      tracing,
    });
    const sockets = attachSockets(host, { deps, settings });
    metrics?.watchSockets(sockets);
    let listening: Listening | undefined;
    started.defer(async () => {
      health.leave();
      if (listening) await delay(1000 * settings.drainSeconds);
      await Promise.all([closeHost(host, listening), sockets.close(), workers.stop()]);
      await presenceOf(deps).end();
    });
    listening = await listen(host, settings, log);
    started.defer(giveBackMemoryOnceIdle());
    return { accounts, stop: () => started.disposeAsync() };
  } catch (error) {
    await started.disposeAsync();
    if (isDatabaseUnavailable(error))
      throw new Problem(
        `The database went away during the start: ${error.message.replace(/\.$/, '')}. Start again when it is back.`,
      );
    throw error;
  }
}

async function closeHost(host: HttpServer, listening: Listening | undefined): Promise<void> {
  host.closeIdleConnections();
  await Promise.race([listening?.close(), delay(grace, undefined, { ref: false })]);
  host.closeAllConnections();
}

/** What is kept is for us alone; the embedded database, which may have an account of its own, passes through. */
async function makeFolders({ dataDir, mail, media }: Settings): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    for (const kept of [mail, media])
      if ('folder' in kept) await mkdir(kept.folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^(\w+): /, '') : String(error);
    throw new Problem(`The data folder cannot be used: ${reason}.`);
  }
}
