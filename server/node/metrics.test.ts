import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { afterAll, assert, beforeAll, describe, expect, it, vi } from 'vitest';
import { setUpWorld } from '#server/testing/cast.ts';
import type { Person } from '#server/testing/world.ts';
import { freePort } from './free-port.ts';
import { type RunningServer, startServer } from './main.ts';
import { readSettings } from './settings.ts';

const world = setUpWorld();
let carol: Person;
let bob: Person;
let server: RunningServer;
let folder: string;
let base: string;
let metricsAddress: string;

const files = { page: undefined, respond: () => new Response('The app.') };

async function settings(more: NodeJS.ProcessEnv = {}) {
  return readSettings({
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
    DATABASE_URL: world.database.connectionString,
    DATA_DIR: folder,
    SEED: 'none',
    ALLOW_UNSAFE_POSTGRES: '1',
    ...more,
  });
}

beforeAll(async () => {
  [carol, bob] = [await world.organization('carol'), await world.individual('bob')];
  folder = await mkdtemp(join(tmpdir(), 'gatherwell-metrics-'));
  const given = await settings();
  assert(given.metrics);
  base = `http://127.0.0.1:${given.port}`;
  metricsAddress = `http://127.0.0.1:${given.metrics.port}/metrics`;
  server = await startServer(given, files, pino({ level: 'silent' }));
}, 60_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** What a scrape reports, by name and labels as Prometheus writes them. */
async function scrape(): Promise<Map<string, number>> {
  const text = await (await fetch(metricsAddress)).text();
  return new Map(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^([^#\s]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, Number(value)] as const];
    }),
  );
}

describe('the metrics of a process', () => {
  it('count requests by route, and each procedure of a batch', async () => {
    const input = encodeURIComponent('{"0":{},"1":{}}');
    const response = await fetch(`${base}/api/trpc/accounts.me,notifications.count?batch=1&input=${input}`, {
      headers: { authorization: `Bearer ${bob.token}` },
    });
    await response.arrayBuffer();
    await vi.waitFor(async () => {
      const found = await scrape();
      expect(found.get('gatherwell_procedure_calls_total{procedure="accounts.me"}')).toBe(1);
      expect(found.get('gatherwell_procedure_calls_total{procedure="notifications.count"}')).toBe(1);
      const labels = 'method="GET",route="/api/trpc/batch",status="2xx"';
      expect(found.get(`gatherwell_request_seconds_count{${labels}}`)).toBe(1);
    });
  });

  it('count a write that was sent again, and not the first time', async () => {
    const follow = () =>
      post(
        '/api/follows/follow',
        { followerId: bob._id, followingId: carol._id },
        { authorization: `Bearer ${bob.token}`, 'idempotency-key': key },
      );
    const key = uuid();
    const first = await follow();
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null]);
    await first.arrayBuffer();
    expect((await scrape()).get('gatherwell_replayed_writes_total')).toBe(0);
    const second = await follow();
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    await second.arrayBuffer();
    await vi.waitFor(async () => expect((await scrape()).get('gatherwell_replayed_writes_total')).toBe(1));
  });

  it('count jobs, mails and attempts beyond a limit', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1)
      statuses.push((await post('/api/auth/recover-password', { email: bob.email })).status);
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(statuses.at(-1)).toBe(429);
    await vi.waitFor(
      async () => {
        const found = await scrape();
        expect(found.get('gatherwell_limited_total{limit="recover-password"}')).toBe(1);
        expect(found.get('gatherwell_job_seconds_count{job="recover-password",outcome="done"}')).toBe(10);
        expect(found.get('gatherwell_mail_seconds_count{outcome="sent"}')).toBe(10);
        expect(found.get('gatherwell_jobs_due')).toBe(0);
      },
      { timeout: 20_000 },
    );
  });

  it('are served at their own port alone, and nothing else is', async () => {
    const text = await (await fetch(`${base}/metrics`)).text();
    expect(text).toBe('The app.');
    expect((await fetch(metricsAddress.replace(/metrics$/, 'readyz'))).status).toBe(404);
    expect((await fetch(metricsAddress, { method: 'POST' })).status).toBe(404);
  });

  it('hold no name, address or id of anybody', async () => {
    const text = await (await fetch(metricsAddress)).text();
    for (const secret of [carol._id, bob._id, bob.email, bob.token]) expect(text).not.toContain(secret);
    expect(text).toContain('gatherwell_database_up 1');
  });

  it.each(['grafana.json', 'alerts.yml'])('have all that %s asks for', async (name) => {
    const asked = await readFile(join(import.meta.dirname, 'deploy', name), 'utf8');
    const names = new Set(asked.match(/\b(?:gatherwell|nodejs|process)_[a-z_]+\b/g));
    expect(names.size).toBeGreaterThan(5);
    const found = [...(await scrape()).keys()].map((full) => full.replace(/\{.*/, ''));
    const known = new Set([...found, 'gatherwell_doorbell_seconds_bucket']);
    expect([...names].filter((one) => !known.has(one))).toEqual([]);
  });
});

describe('a metrics port', () => {
  it('that is taken is reported by the name of its setting', async () => {
    const port = await freePort();
    const taken = createServer().listen(port, '127.0.0.1');
    await once(taken, 'listening');
    const given = await settings({ METRICS_PORT: String(port) });
    await expect(startServer(given, files, pino({ level: 'silent' }))).rejects.toThrow(
      `Port ${port} is in use. Stop what listens there, or set METRICS_PORT to another one.`,
    );
    taken.close();
  });
});
