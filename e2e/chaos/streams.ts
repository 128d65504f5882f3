import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { randomToken, sha256 } from '#server/crypto.ts';
import { findEpoch } from '#server/events/events.queries.ts';
import { Problem } from '#server/node/problem.ts';
import { type ServerProcess, type Servers, startServers } from './servers.ts';
import type { ClientsOrder, ClientsReport } from './stream-clients.ts';

/** Seconds in which every stream has to be back, from the moment the process is started again. */
const goalSeconds = 30;

/** Timeout in seconds. */
const longestSeconds = 120;

/** Processes that hold the clients. */
const clientProcesses = 2;

export interface StreamsOutcome {
  retry: ClientsOrder['retry'];
  streams: number;
  /** Seconds from the restart until the server responds, and until half, 99 % and all streams have what they missed. */
  ready: number;
  half: number;
  most: number;
  all: number;
  /** Handshakes that it took. */
  attempts: number;
  /** Streams that are not back, events that were lost or came twice, streams that were rejected. */
  missing: number;
  gaps: number;
  refused: number;
  /** Connections that the kernel dropped because the listen queue was full. */
  overflows: number;
  /** Longest and median latency of `/healthz` while they came back, in milliseconds. */
  health: { middle: number; longest: number };
  /** Of the server afterwards: memory in MiB, and seconds of processor time since it was started. */
  resident: number;
  processor: number;
}

/**
 * Kills the only server process under many event streams, writes something for everybody while it is away, starts it
 * again, and measures how long it takes until everybody has it.
 */
export async function measureStreams(
  streams: number,
  tell: (line: string) => void,
): Promise<StreamsOutcome[]> {
  const servers = await startServers(['one']);
  try {
    const [server] = servers.processes;
    if (!server) throw new Problem('There is no server.');
    const users = await addUsers(servers.db, streams);
    const outcomes: StreamsOutcome[] = [];
    for (const retry of ['backoff', 'at once'] as const) {
      const outcome = await comeBack(servers, server, users, retry);
      tell(describe(outcome));
      outcomes.push(outcome);
    }
    return outcomes;
  } finally {
    await servers.close();
  }
}

/** What was found wrong. */
export function findingsOf(outcomes: readonly StreamsOutcome[]): string[] {
  return outcomes.flatMap(({ retry, all, missing, gaps }) => [
    ...(missing > 0 ? [`${missing} streams that retry ${wordsOf[retry]} did not come back.`] : []),
    ...(all > goalSeconds
      ? [`Streams that retry ${wordsOf[retry]} took ${all.toFixed(1)} s to come back.`]
      : []),
    ...(gaps > 0 ? [`${gaps} events were missed or came twice.`] : []),
  ]);
}

const wordsOf = { backoff: 'as the app does', 'at once': 'at once' };

function describe(outcome: StreamsOutcome): string {
  const { retry, streams, ready, half, most, all, attempts, missing, gaps, refused, overflows } = outcome;
  const { health, resident, processor } = outcome;
  return [
    `${streams} streams, retrying ${wordsOf[retry]}, after their process was killed:`,
    `  seconds after its restart: it responds ${ready.toFixed(1)}, half are back ${half.toFixed(1)}, 99 in 100 ${most.toFixed(1)}, all ${all.toFixed(1)} (goal: ${goalSeconds})`,
    `  not back ${missing}, events missed or doubled ${gaps}, refused ${refused}, handshakes ${attempts}, overflows of the listen queue ${overflows}`,
    `  /healthz meanwhile ${health.middle.toFixed(0)} ms in the middle, ${health.longest.toFixed(0)} ms at most; the server took ${processor.toFixed(1)} s of processor time and has ${resident.toFixed(0)} MiB`,
  ].join('\n');
}

async function comeBack(
  { db }: Servers,
  server: ServerProcess,
  users: readonly User[],
  retry: ClientsOrder['retry'],
): Promise<StreamsOutcome> {
  await sql`delete from user_events`.execute(db);
  await sql`update user_heads set seq = 0`.execute(db);
  const epoch = await findEpoch(db);
  await using clients = await startClients(users, { port: server.port, epoch, retry });
  await clients.until(({ open }) => open === users.length, longestSeconds);
  await appendForAll(db, 1);
  await clients.until(({ reached }) => reached(1) === users.length, longestSeconds);

  const before = { ...clients.state(), overflows: await listenOverflows() };
  await server.end('SIGKILL');
  await appendForAll(db, 2);
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  const watch = new AbortController();
  const health = watchHealth(server.port, watch.signal);
  await server.start();
  const ready = seconds();
  const back = (share: number) =>
    clients
      .until(({ reached }) => reached(2) >= share * users.length, longestSeconds - seconds())
      .then(seconds, () => Infinity);
  const [half, most, all] = await Promise.all([back(0.5), back(0.99), back(1)]);
  watch.abort();
  // What is written from now on comes over the new streams.
  await appendForAll(db, 3);
  await clients.until(({ reached }) => reached(3) === users.length, 60).catch(() => {});
  const after = clients.state();
  return {
    retry,
    streams: users.length,
    ready,
    half,
    most,
    all,
    attempts: after.attempts - before.attempts,
    missing: users.length - after.reached(3),
    gaps: after.gaps,
    refused: after.refused - before.refused,
    overflows: (await listenOverflows()) - before.overflows,
    health: await health,
    ...(await server.usage()),
  };
}

interface User {
  token: string;
  address: string;
}

async function addUsers(db: Db, count: number): Promise<User[]> {
  const tokens = Array.from({ length: count }, () => randomToken());
  const bearerHashes = tokens.map((token) => sha256(token));
  await db.transaction().execute(async (trx) => {
    await sql`create temporary table crowd on commit drop as
      select gen_random_uuid() as id, bearer_hash from unnest(${bearerHashes}::text[]) as bearer_hash`.execute(
      trx,
    );
    await sql`insert into users (id, user_type, email, password_hash, created_at)
      select id, 'individual', id || '@crowd.gatherwell.example', '', now() from crowd`.execute(trx);
    await sql`insert into user_heads (user_id, seq) select id, 0 from crowd`.execute(trx);
    await sql`insert into sessions (id, bearer_hash, user_id, expires_at, created_at)
      select gen_random_uuid(), bearer_hash, id, now() + interval '13 days', now() from crowd`.execute(trx);
  });
  await sql`vacuum (analyze)`.execute(db);
  // Every address of 127/8 is this machine.
  return tokens.map((token, n) => ({ token, address: `127.18.${n >> 8}.${n & 255}` }));
}

/** Writes one event for everybody, and notifies. */
async function appendForAll(db: Db, seq: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`update user_heads set seq = ${seq}`.execute(trx);
    await sql`insert into user_events (user_id, seq, type, payload, bytes, op_id, created_at)
      select user_id, ${seq}, 'followers-changed', '{}', 2, null, now() from user_heads`.execute(trx);
  });
}

/** The clients, in processes of their own. */
async function startClients(users: readonly User[], order: Omit<ClientsOrder, 'clients'>) {
  const share = Math.ceil(users.length / clientProcesses);
  const reports: (ClientsReport | undefined)[] = [];
  const waiting = new Set<() => void>();
  let trouble: Problem | undefined;
  const children = Array.from({ length: clientProcesses }, (_, n): ChildProcess => {
    const child = fork(join(import.meta.dirname, 'stream-clients.ts'));
    child.send({ ...order, clients: users.slice(n * share, (n + 1) * share) } satisfies ClientsOrder);
    child.on('message', (report: ClientsReport) => {
      reports[n] = report;
      for (const look of waiting) look();
    });
    child.on('exit', (code, signal) => {
      trouble = new Problem(`A process with clients ended with ${signal ?? code}.`);
      for (const look of waiting) look();
    });
    return child;
  });
  const sum = (of: (report: ClientsReport) => number) =>
    reports.reduce((total, report) => total + (report ? of(report) : 0), 0);
  const state = () => ({
    open: sum(({ open }) => open),
    attempts: sum(({ attempts }) => attempts),
    gaps: sum(({ gaps }) => gaps),
    refused: sum(({ refused }) => refused),
    /** How many clients have that event. */
    reached: (seq: number) =>
      sum(({ reached }) => reached.slice(seq).reduce((total, count) => total + (count ?? 0), 0)),
  });
  return {
    state,
    /** Resolves when that is so; rejects with `Problem` where it is not in time. */
    async until(isSo: (now: ReturnType<typeof state>) => boolean, withinSeconds: number): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const look = () => {
        if (trouble) reject(trouble);
        else if (isSo(state())) resolve();
      };
      const timer = setTimeout(
        () => reject(new Problem(`Only ${state().open} streams are open.`)),
        1000 * withinSeconds,
      );
      waiting.add(look);
      look();
      try {
        await promise;
      } finally {
        waiting.delete(look);
        clearTimeout(timer);
      }
    },
    [Symbol.asyncDispose]: async () => {
      for (const child of children) {
        child.removeAllListeners('exit');
        child.kill('SIGKILL');
      }
    },
  };
}

/** Sends a small request five times a second, as a load balancer would, and returns the latencies. */
async function watchHealth(port: number, signal: AbortSignal) {
  const times: number[] = [];
  while (!signal.aborted) {
    const start = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, {
      signal: AbortSignal.timeout(30_000),
    }).catch(() => undefined);
    await response?.arrayBuffer().catch(() => {});
    if (response) times.push(performance.now() - start);
    await sleep(200);
  }
  times.sort((a, b) => a - b);
  return { middle: times[times.length >> 1] ?? Number.NaN, longest: times.at(-1) ?? Number.NaN };
}

/** How often the kernel found a listen queue full since the machine started; 0 where it does not report it. */
async function listenOverflows(): Promise<number> {
  const lines = (await readFile('/proc/net/netstat', 'utf8').catch(() => '')).split('\n');
  const [names = [], values = []] = lines
    .filter((line) => line.startsWith('TcpExt:'))
    .map((line) => line.split(' '));
  return Number(values[names.indexOf('ListenOverflows')] ?? 0);
}
