import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startEmbeddedPostgres } from '#server/node/embedded-postgres/embedded-postgres.ts';
import { freePort } from '#server/node/free-port.ts';
import { Problem } from '#server/node/problem.ts';
import { program } from '#server/node/program.ts';
import { root } from '#server/node/tools/tools.ts';
import { largePng } from '#server/testing/large-png.ts';
import type { MeterData, Readings } from './load-meter.ts';
import { callApi, follow, type Person, publish, signUp } from './people.ts';

export interface LoadOptions {
  /** How long each attack goes on, in seconds. */
  seconds: number;
  /** How long it is waited for connections to be closed, in seconds since they were opened. */
  timeoutSeconds: number;
  signal: AbortSignal;
  tell: (line: string) => void;
  /** The program under attack, and the folder that it is in; this project's own by default. */
  program?: { folder: string; script: string };
}

/** What an ordinary client and the process went through while an attack ran. */
export interface Figures {
  attack: string;
  healthz: number[];
  feed: number[];
  /** Bytes of memory before the first attack, and at most during this one. */
  memory: { before: number; most: number };
  /** Latency of the slowest hostile request, in milliseconds. */
  slowest: number;
  /** Bytes of the longest error response to a hostile request. */
  longestError: number;
  /** What the server's event loop watch logged. */
  held: string[];
}

/** What must hold while any attack runs. */
export const goals = {
  healthz: 250,
  feed: 1_000,
  memory: 200 * 1024 * 1024,
  error: 16 * 1024,
  /** Seconds after which what does not move has to be gone: a body that stops, and a response that nobody reads. */
  body: 30,
  reader: 60,
};

/** What became of connections on which nothing moves. */
export interface Closing {
  siege: string;
  /** How many should have been closed and were not. */
  leftOpen: number;
}

export interface LoadOutcome {
  figures: Figures[];
  closings: Closing[];
  findings: Record<string, string[]>;
}

/** A server that has been attacked, and still has connections on which nothing moves. */
export interface Load extends AsyncDisposable {
  /** Resolves when the time is over after which they have to be closed, and the server is gone. */
  end(): Promise<LoadOutcome>;
}

/** How many readings it takes for a 99th percentile to be meaningful. */
const telling = 300;

/** The attacks that were measured long enough, and all of them taken together. */
function latenciesOf(figures: readonly Figures[], name: keyof Readings): [attack: string, p99: number][] {
  const each = figures.map((one): [string, number[]] => [one.attack, one[name]]);
  const judged = each.filter(([, readings]) => readings.length === 0 || readings.length >= telling);
  const all: [string, number[]] = ['all attacks together', each.flatMap(([, readings]) => readings)];
  return [...judged, all].map(([attack, readings]) => [attack, percentile(readings, 0.99)]);
}

const slowIn = (name: keyof Readings) => (figures: readonly Figures[]) =>
  latenciesOf(figures, name).flatMap(([attack, p99]) =>
    p99 < goals[name] ? [] : [`${attack}: 99 in 100 took ${p99.toFixed(0)} ms at most.`],
  );

const among = (isWrong: (figures: Figures) => boolean) => (figures: readonly Figures[]) =>
  figures.filter(isWrong).map((each) => describe(each));

const checks: Record<string, (figures: readonly Figures[]) => string[]> = {
  'under attack, 99 in 100 liveness checks take less than 250 ms': slowIn('healthz'),
  'under attack, 99 in 100 feeds take less than 1 s': slowIn('feed'),
  'under attack, memory grows by less than 200 MB': among(
    ({ memory }) => memory.most - memory.before >= goals.memory,
  ),
  'responses to hostile requests have at most 16 KB': among(({ longestError }) => longestError > goals.error),
};

/** The check of what `Closing` says. */
const closed = 'connections on which nothing moves are closed';

/** The check of the checks. */
const awake = 'every check of the load notices a planted fault';

/** What each check finds in the figures, and in what became of connections. */
export function judgeLoad(
  figures: readonly Figures[],
  closings: readonly Closing[],
): Record<string, string[]> {
  return {
    ...Object.fromEntries(Object.entries(checks).map(([name, find]) => [name, find(figures)])),
    [closed]: closings
      .filter(({ leftOpen }) => leftOpen > 0)
      .map(({ siege, leftOpen }) => `${leftOpen} of ${siege} are open.`),
  };
}

/**
 * Runs every attack against a server of its own; the end judges what an ordinary client noticed of it. Until then the
 * machine has to be the server's alone: what is measured are times. For the end nothing is measured but what it plants.
 */
export async function beginLoad(options: LoadOptions): Promise<Load> {
  await using opened = new AsyncDisposableStack();
  const site = opened.use(await openSite(options.program ?? { folder: root, script: program.script }));
  const judge = await attack(site, options);
  const kept = opened.move();
  return {
    async end() {
      try {
        return await judge();
      } finally {
        await kept.disposeAsync();
      }
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Runs every attack. What is returned waits for connections to be closed, and judges. */
async function attack(
  site: Site,
  { seconds, timeoutSeconds, signal, tell }: LoadOptions,
): Promise<Load['end']> {
  const figures: Figures[] = [];
  const note = async (name: string, run: () => Promise<Damage>) => {
    if (signal.aborted) throw new Problem('Stopped before its end.');
    const measured = await measure(site, name, run);
    tell(describe(measured));
    for (const line of measured.held.slice(0, 5)) tell(`  ${line}`);
    figures.push(measured);
  };
  const ends: [Siege, (signal: AbortSignal) => Promise<number>][] = [];
  for (const siege of sieges)
    await note(`${siege.name}, begun`, async () => {
      ends.push([siege, await begin(site, siege)]);
      await sleep(1_000);
      return harmless;
    });
  for (const { name, prepare } of attacks) await note(name, prepare(site, seconds * 1000));
  return async () => {
    const closings: Closing[] = [];
    for (const [{ name, longest }, countLeft] of ends)
      if (longest <= timeoutSeconds) closings.push({ siege: name, leftOpen: await countLeft(signal) });
    if (signal.aborted) throw new Problem('Stopped before its end.');
    return { figures, closings, findings: { ...judgeLoad(figures, closings), ...(await plantIn(site)) } };
  };
}

/** Has a server stand still and swell. Resolves to what the check of the checks finds. */
async function plantIn(site: Site): Promise<Record<string, string[]>> {
  const planted = await measure(site, 'planted', async () => {
    site.process.kill('SIGSTOP');
    await sleep(2_000);
    site.process.kill('SIGCONT');
    return { slowest: 2_000, longestError: goals.error + 1 };
  });
  // Memory may have fallen below what it was at first.
  planted.memory.most = planted.memory.before + goals.memory;
  const asleep = Object.entries(judgeLoad([planted], [{ siege: 'planted', leftOpen: 1 }]))
    .filter(([, found]) => found.length === 0)
    .map(([name]) => `Nothing was said by: ${name}.`);
  return { [awake]: asleep };
}

/** The figures as a table for people, and what was found in them. */
export function loadReportOf({ figures, closings, findings }: LoadOutcome): string {
  return [
    '',
    ...figures.map((each) => `  ${describe(each)}`),
    ...closings.map(({ siege, leftOpen }) => `  ${siege}, in time: ${leftOpen} left open`),
    '',
    ...Object.entries(findings).flatMap(([name, found]) => [
      `  ${found.length === 0 ? 'ok  ' : 'FAIL'}  ${name}`,
      ...found.map((finding) => `          ${finding}`),
    ]),
    '',
  ].join('\n');
}

function describe({ attack, healthz, feed, memory, slowest, longestError, held }: Figures): string {
  const of = (readings: number[]) =>
    `p99 ${percentile(readings, 0.99).toFixed(0)} ms, max ${percentile(readings, 1).toFixed(0)} ms`;
  const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(0);
  return [
    `${attack}: healthz ${of(healthz)}`,
    `feed ${of(feed)}`,
    `memory +${megabytes(memory.most - memory.before)} to ${megabytes(memory.most)} MB`,
    `hostile responses after at most ${(slowest / 1000).toFixed(1)} s, errors of at most ${longestError} bytes`,
    `event loop held ${held.length} times`,
  ].join('; ');
}

/** The value below which that share of the readings lies. */
function percentile(readings: readonly number[], share: number): number {
  const sorted = readings.toSorted((a, b) => a - b);
  // Where nothing could be measured nothing is well.
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Infinity;
}

/** A server with a little community, and an ordinary client that measures it. */
interface Site extends AsyncDisposable {
  process: ChildProcess;
  port: number;
  /** The organization that attacks. */
  mallory: Person;
  before: number;
  /** What the server logged of its event loop since the last call. */
  held: string[];
  /** Readings since the last time. */
  read(): Promise<Readings>;
}

type Damage = Pick<Figures, 'slowest' | 'longestError'>;

async function measure(site: Site, attack: string, run: () => Promise<Damage>): Promise<Figures> {
  let most = await memoryOf(site.process);
  const sampler = setInterval(async () => {
    most = Math.max(most, await memoryOf(site.process));
  }, 100);
  await site.read();
  site.held.length = 0;
  try {
    const damage = await run();
    const { healthz, feed } = await site.read();
    return { attack, healthz, feed, memory: { before: site.before, most }, held: [...site.held], ...damage };
  } finally {
    clearInterval(sampler);
  }
}

/** Bytes that a process has in memory. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

async function openSite({ folder: cwd, script }: { folder: string; script: string }): Promise<Site> {
  const started = new AsyncDisposableStack();
  try {
    const folder = await mkdtemp(join(tmpdir(), 'gatherwell-load-'));
    await chmod(folder, 0o711);
    const data = join(folder, 'postgres');
    started.defer(async () => {
      await rm(await realpath(data).catch(() => data), { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    });
    const quiet = { info: () => {}, warn: () => {}, error: () => {} };
    const postgres = await startEmbeddedPostgres({ folder: data, log: quiet });
    started.defer(() => postgres.stop());
    const port = await freePort();
    const child = spawn(process.execPath, [...program.flags, script], {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...program.env,
        PATH: process.env['PATH'],
        PORT: String(port),
        DATABASE_URL: postgres.connectionString,
        DATA_DIR: join(folder, 'data'),
        SEED: 'none',
        LOG_LEVEL: 'warn',
      },
    });
    const held: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('the event loop was held')) held.push(line);
    });
    started.defer(async () => {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    });
    const origin = `http://127.0.0.1:${port}`;
    for (const deadline = Date.now() + 120_000; ; await sleep(200)) {
      const response = await fetch(`${origin}/readyz`).catch(() => undefined);
      if (response?.ok) break;
      if (child.exitCode !== null || Date.now() > deadline) throw new Problem('The server does not start.');
    }
    const alice = await signUp(origin, 'alice', 'individual');
    const mallory = await signUp(origin, 'mallory', 'organization');
    const carol = await signUp(origin, 'carol', 'organization');
    await follow(origin, alice, carol);
    await publish(callApi(origin, carol), 'Carol', 20);

    const meter = new Worker(new URL('./load-meter.ts', import.meta.url), {
      workerData: { port, token: alice.token } satisfies MeterData,
    });
    started.defer(async () => void (await meter.terminate()));
    const read = async () => {
      meter.postMessage('read');
      const [readings] = await once(meter, 'message');
      return readings as Readings;
    };
    // Until code is compiled and pools are filled, memory grows by itself.
    for (let round = 0; round < 20; round++)
      await Promise.all(
        Array.from({ length: 10 }, () => callApi(origin, alice).feeds.home.query({ limit: 30 })),
      );
    for (const path of ['/api/openapi.json', '/api/docs']) await (await fetch(origin + path)).arrayBuffer();
    await read();
    const before = await memoryOf(child);
    return {
      process: child,
      port,
      mallory,
      before,
      held,
      read,
      [Symbol.asyncDispose]: () => started.disposeAsync(),
    };
  } catch (error) {
    await started.disposeAsync();
    throw error;
  }
}

/** Attackers call from an address of their own, as they do: limits by address do not meet the ordinary client. */
const localAddress = '127.0.0.2';

interface Attack {
  name: string;
  /** Makes what is sent, and returns how to send it: making it takes time, too, which is not the server's. */
  prepare(site: Site, milliseconds: number): () => Promise<Damage>;
}

const harmless: Damage = { slowest: 0, longestError: 0 };

const attacks: readonly Attack[] = [
  {
    name: 'a batch with a million keys',
    prepare(site, milliseconds) {
      const body = Buffer.from(`{"0":${keys(1_000_000)}}`);
      const path = '/api/trpc/accounts.signIn,profiles.saveBasicInfo?batch=1';
      return () => sendAgain(site, milliseconds, 2, () => ({ method: 'POST', path, body }));
    },
  },
  {
    name: '3,000,000 keys of somebody signed in',
    prepare(site, milliseconds) {
      const body = Buffer.from(keys(3_000_000));
      const path = `/api/users/${site.mallory.user._id}/basic-info`;
      return () =>
        sendAgain(site, milliseconds, 1, () => ({
          method: 'PUT',
          path,
          body,
          token: site.mallory.token,
        }));
    },
  },
  {
    name: '20 connections with 200 requests each, unread',
    prepare:
      ({ port }, milliseconds) =>
      async () => {
        const crowd = await openSockets(port, 20);
        const text = requestFor('/api/openapi.json').repeat(200);
        for (const socket of crowd) socket.pause().write(text);
        await sleep(milliseconds);
        for (const socket of crowd) socket.destroy();
        return harmless;
      },
  },
  {
    name: '10 posts with 10 pictures of 25 megapixels',
    prepare(site, milliseconds) {
      const bodies = Array.from({ length: 10 }, (_, nth) =>
        Buffer.from(
          JSON.stringify({
            postType: 'general',
            title: 'Large',
            description: '',
            isActive: false,
            images: Array.from({ length: 10 }, (_unused, index) => ({ path: dataUrl(`${nth} ${index}`) })),
          }),
        ),
      );
      const { token } = site.mallory;
      return () =>
        sendAgain(site, milliseconds, 10, (nth) => ({
          method: 'POST',
          path: '/api/posts/',
          token,
          body: bodies[nth % bodies.length] ?? Buffer.alloc(0),
        }));
    },
  },
];

/** What is begun before the other attacks, and looked at after them. */
interface Siege {
  name: string;
  connections: number;
  text: string;
  reads: boolean;
  /** The address that they come from, by which they are counted. */
  from: string;
  /** Seconds after which none may be open any more. */
  longest: number;
}

const sieges: readonly Siege[] = [
  {
    name: '200 half-sent bodies',
    connections: 200,
    text: requestFor('/api/auth/sign-in', 'POST', ['Content-Type: application/json', 'Content-Length: 1000']),
    reads: true,
    from: '127.0.0.3',
    longest: goals.body,
  },
  {
    name: '200 half-sent heads',
    connections: 200,
    text: 'GET /healthz HTTP/1.1\r\nHost: ',
    reads: true,
    from: '127.0.0.5',
    longest: goals.body,
  },
  {
    name: '100 readers that stall',
    connections: 100,
    // More than fits between the two systems, so that some of it waits in the server.
    text: requestFor('/api/openapi.json').repeat(20),
    reads: false,
    from: '127.0.0.4',
    longest: goals.reader,
  },
];

/** Begins a siege; what is returned waits for its end, and resolves to how many are open when none may be. */
async function begin({ port }: Site, { connections, text, reads, from, longest }: Siege) {
  const crowd = await openSockets(port, connections, from);
  const openedAt = performance.now();
  for (const socket of crowd) {
    if (reads) socket.resume();
    else socket.pause();
    socket.write(text);
  }
  return async (signal: AbortSignal) => {
    let leftOpen = await countOpen(port, from);
    while (leftOpen > 0 && !signal.aborted && performance.now() - openedAt < longest * 1000) {
      await sleep(500);
      leftOpen = await countOpen(port, from);
    }
    for (const socket of crowd) socket.destroy();
    return leftOpen;
  };
}

/** How many connections the system counts as open at a port: a client that does not read does not notice the end. */
async function countOpen(port: number, from: string): Promise<number> {
  const hex = (number: number, digits: number) => number.toString(16).toUpperCase().padStart(digits, '0');
  const address = from
    .split('.')
    .toReversed()
    .map((part) => hex(Number(part), 2))
    .join('');
  const isOpen = new RegExp(`^ *\\d+: [0-9A-F]{8}:${hex(port, 4)} ${address}:[0-9A-F]{4} 01 `);
  const table = await readFile('/proc/net/tcp', 'utf8').catch(() => '');
  return table.split('\n').filter((line) => isOpen.test(line)).length;
}

function requestFor(path: string, method = 'GET', headers: string[] = []): string {
  return `${[`${method} ${path} HTTP/1.1`, 'Host: gatherwell', ...headers].join('\r\n')}\r\n\r\n`;
}

/** An object with so many keys, as JSON. */
const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;

const dataUrl = (label: string) => `data:image/png;base64,${Buffer.from(largePng(label)).toString('base64')}`;

async function openSockets(port: number, count: number, from = localAddress): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from });
      await once(socket, 'connect');
      // How it ends is looked at elsewhere.
      return socket.on('error', () => {});
    }),
  );
}

interface Hostile {
  method: string;
  path: string;
  body: Buffer;
  token?: string;
}

/** Sends requests one after the other, several at a time, for so long; waits for the responses to the last. */
async function sendAgain(
  { port }: Site,
  milliseconds: number,
  atOnce: number,
  hostile: (nth: number) => Hostile,
): Promise<Damage> {
  const agent = new Agent({ keepAlive: true });
  const until = performance.now() + milliseconds;
  const damage = { ...harmless };
  let nth = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      do {
        const start = performance.now();
        const { status, length } = await send(port, agent, hostile(nth++));
        damage.slowest = Math.max(damage.slowest, performance.now() - start);
        // Attackers have a network before them, too, and here one machine is all.
        await sleep(50);
        if (status >= 400) damage.longestError = Math.max(damage.longestError, length);
      } while (performance.now() < until);
    }),
  );
  agent.destroy();
  return damage;
}

/** Sends a request and reads the response; status 0 where the connection broke. */
function send(port: number, agent: Agent, { method, path, body, token }: Hostile) {
  return new Promise<{ status: number; length: number }>((resolve) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const outgoing = request({ host: '127.0.0.1', port, localAddress, agent, method, path, headers });
    outgoing.once('response', (response) => {
      let length = 0;
      response.on('data', (data: Buffer) => (length += data.length));
      response.once('close', () => resolve({ status: response.statusCode ?? 0, length }));
    });
    outgoing.once('error', () => resolve({ status: 0, length: 0 }));
    outgoing.end(body);
  });
}
