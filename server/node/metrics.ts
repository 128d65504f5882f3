import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Db } from '#db/database.ts';
import type { LogPort, Ports } from '#server/ports.ts';
import { readQueue } from './job-queue.ts';
import { close, listenOn } from './listen.ts';
import type { NodeReplicas } from './replicas.ts';
import type { Settings } from './settings.ts';
import type { Sockets } from './sockets.ts';

/** Upper ends of the ranges in which durations are counted, in seconds. */
const quick = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];
const slow = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];

/** A request that has ended. */
export interface EndedRequest {
  method: string;
  /** Its pattern, as the log names it. */
  route: string;
  status: number;
  /** Milliseconds from its head until all was sent. */
  ms: number;
  /** Whether it was a retry of a write that was done before, and got the result of that. */
  isReplay: boolean;
}

/** What a pool of connections reports. */
interface CountedPool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * What a process counts and measures for Prometheus. Labels have few values: routes by their pattern, procedures by
 * their name, never what people typed or who they are.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'gatherwell_request_seconds',
    help: 'Time from the head of a request until its response was sent; calls that travel together are one "batch".',
    labelNames: ['method', 'route', 'status'],
    buckets: quick,
    registers,
  });
  const calls = new Counter({
    name: 'gatherwell_procedure_calls_total',
    help: 'Calls of procedures over tRPC, each of a batch by itself.',
    labelNames: ['procedure'],
    registers,
  });
  const replays = new Counter({
    name: 'gatherwell_replayed_writes_total',
    help: 'Writes that a client sent again, and that got the result of the first time.',
    registers,
  });
  const jobs = new Histogram({
    name: 'gatherwell_job_seconds',
    help: 'Time that jobs took, by whether they were done.',
    labelNames: ['job', 'outcome'],
    buckets: slow,
    registers,
  });
  const mails = new Histogram({
    name: 'gatherwell_mail_seconds',
    help: 'Time until a mail was handed over, or was not taken.',
    labelNames: ['outcome'],
    buckets: slow,
    registers,
  });
  const limited = new Counter({
    name: 'gatherwell_limited_total',
    help: 'Attempts beyond a limit.',
    labelNames: ['limit'],
    registers,
  });
  const doorbell = new Histogram({
    name: 'gatherwell_doorbell_seconds',
    help: 'Time from a notification through the database, or Redis, until this process heard it, measured every ten seconds.',
    buckets: quick,
    registers,
  });

  const replicaReads = new Counter({
    name: 'gatherwell_replica_reads_total',
    help: 'Reads that a replica was asked for; "repeated" are those that the primary was asked for again.',
    labelNames: ['replica', 'outcome'],
    registers,
  });

  const pools = new Map<string, CountedPool>();
  new Gauge({
    name: 'gatherwell_database_connections',
    help: 'Connections by pool; "waiting" are those who wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        this.set({ pool, state: 'busy' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
  const scrapes: (() => Promise<void>)[] = [];

  return {
    /** Counts a request that has ended. */
    requestEnded({ method, route, status, ms, isReplay }: EndedRequest): void {
      const procedures = /^\/api\/trpc\/(?<names>[^*]+)$/.exec(route)?.groups?.['names']?.split(',') ?? [];
      for (const procedure of procedures) calls.inc({ procedure });
      const name = procedures.length > 1 ? '/api/trpc/batch' : route;
      requests.observe({ method, route: name, status: `${Math.floor(status / 100)}xx` }, ms / 1000);
      if (isReplay) replays.inc();
    },

    /** Counts a job that has ended, after so many milliseconds. */
    jobEnded(job: string, outcome: 'done' | 'failed', ms: number): void {
      jobs.observe({ job, outcome }, ms / 1000);
    },

    /** Counts a notification that this process sent to itself through the database, and heard. */
    doorbellHeard(ms: number): void {
      doorbell.observe(ms / 1000);
    },

    /** Returns the same ports, of which mails and limits are counted. */
    countPorts<Counted extends Pick<Ports, 'mailer' | 'limits'>>(ports: Counted): Counted {
      const { mailer, limits } = ports;
      return {
        ...ports,
        mailer: {
          async send(mail) {
            const sent = mails.startTimer();
            try {
              await mailer.send(mail);
              sent({ outcome: 'sent' });
            } catch (error) {
              sent({ outcome: 'failed' });
              throw error;
            }
          },
        },
        limits: {
          forget: (name, key) => limits.forget(name, key),
          async consume(name, key, points) {
            const wait = await limits.consume(name, key, points);
            // That one rejects nobody: it only keeps the audit log short.
            if (wait > 0 && name !== 'sign-in-audit') limited.inc({ limit: name });
            return wait;
          },
        },
      } satisfies Counted;
    },

    /** Reports a pool's connections with each scrape. */
    watchPool(name: string, pool: CountedPool): void {
      pools.set(name, pool);
    },

    /** Counts a read that a replica was asked for. */
    replicaRead(replica: string, outcome: 'done' | 'repeated'): void {
      replicaReads.inc({ replica, outcome });
    },

    /** Reports with each scrape which replicas are in use, and how far behind each is. */
    watchReplicas(replicas: Pick<NodeReplicas, 'states'>): void {
      new Gauge({
        name: 'gatherwell_replica_in_use',
        help: '1 where reads are served from the replica, 0 where it is left out.',
        labelNames: ['replica'],
        registers,
        collect() {
          for (const { name, isInUse } of replicas.states()) this.set({ replica: name }, isInUse ? 1 : 0);
        },
      });
      new Gauge({
        name: 'gatherwell_replica_lag_seconds',
        help: 'How far the replica was behind the primary at the last look; absent where that is not known.',
        labelNames: ['replica'],
        registers,
        collect() {
          this.reset();
          for (const { name, lagMs } of replicas.states())
            if (lagMs !== undefined) this.set({ replica: name }, lagMs / 1000);
        },
      });
    },

    /** Reports the open sockets with each scrape. */
    watchSockets(sockets: Pick<Sockets, 'count' | 'buffered'>): void {
      const report = (gauge: string, help: string, read: () => number) =>
        new Gauge({
          name: gauge,
          help,
          registers,
          collect() {
            this.set(read());
          },
        });
      report('gatherwell_sockets', 'Open sockets, each of which carries the streams of a browser.', () =>
        sockets.count(),
      );
      report('gatherwell_sockets_buffered_bytes', 'Bytes that clients have not read yet.', () =>
        sockets.buffered(),
      );
    },

    /** Reports with each scrape whether the database responds, and what waits in the job queue. */
    watchDatabase(db: Db): void {
      const isUp = new Gauge({
        name: 'gatherwell_database_up',
        help: '1 where the database responded to this scrape, else 0.',
        registers,
      });
      const due = new Gauge({
        name: 'gatherwell_jobs_due',
        help: 'Jobs that nobody works on although their time has come.',
        registers,
      });
      const age = new Gauge({
        name: 'gatherwell_jobs_due_seconds',
        help: 'How long the oldest of them has waited.',
        registers,
      });
      const lost = new Gauge({
        name: 'gatherwell_jobs_lost',
        help: 'Jobs that failed for the last time, and wait for somebody to look.',
        registers,
      });
      const all = [due, age, lost];
      scrapes.push(async () => {
        try {
          const queue = await readQueue(db);
          due.set(queue.due);
          age.set(queue.age);
          lost.set(queue.lost);
          isUp.set(1);
        } catch {
          // What is not known is not reported: a zero would look like an empty queue.
          for (const gauge of all) gauge.remove();
          isUp.set(0);
        }
      });
    },

    /** Resolves to everything in Prometheus’ text format. */
    async text(): Promise<string> {
      await Promise.all(scrapes.map((scrape) => scrape()));
      return registry.metrics();
    },

    contentType: registry.contentType,
  };
}

/** What serves the figures. */
export interface MetricsServer {
  close(): Promise<void>;
}

/**
 * Serves the figures at `/metrics` on an address of their own: they say how much the product is used, which is nobody's
 * business, and who scrapes must not be in the way of others. Throws `Problem` where the address cannot be had.
 */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { host, port }: NonNullable<Settings['metrics']>,
  log: Pick<LogPort, 'warn'>,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end();
    return metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error: unknown) => {
        log.warn({ err: error }, 'metrics could not be read');
        response.writeHead(500).end();
      },
    );
  });
  await listenOn(server, { host, port }, { setting: 'METRICS_PORT' });
  return {
    async close() {
      server.closeAllConnections();
      await close(server);
    },
  };
}
