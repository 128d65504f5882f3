import { sql } from 'kysely';
import { afterEach, assert, beforeEach, describe, expect, it, vi } from 'vitest';
import { withDatabaseDeadline } from '#db/deadline.ts';
import { createPool, createPostgresDb } from '#db/postgres.ts';
import { createApi } from '#server/api.ts';
import { setUpWorld } from '#server/testing/cast.ts';
import { type Person, password } from '#server/testing/world.ts';
import { createSharedLimits } from './ports/limits.ts';
import { openDatabaseLine } from './testing/database-line.ts';

const world = setUpWorld();
let carol: Person;
let opened: AsyncDisposableStack;
beforeEach(async () => {
  opened = new AsyncDisposableStack();
  carol = await world.organization('carol');
});
afterEach(() => opened.disposeAsync());

/** The server as a process runs it, over a line to the database. `timeoutMs` applies to each statement alone. */
async function openServer({ timeoutMs = 60_000 } = {}) {
  const { connectionString } = world.database;
  assert(connectionString !== undefined);
  const line = await openDatabaseLine(new URL(connectionString));
  const pool = createPool({
    connectionString: line.address,
    name: 'test',
    max: 3,
    timeoutMs,
    onIdleError: () => {},
  });
  opened.defer(async () => {
    await line.close();
    await pool.end();
  });
  const ports = { ...world.ports, limits: createSharedLimits(pool) };
  const db = createPostgresDb(pool);
  const api = createApi({ ...world.deps, db, ports });
  const call = (path: string, init: RequestInit = {}, deadlineMs = 60_000) =>
    withDatabaseDeadline(deadlineMs, () =>
      api(new Request(new URL(path, world.deps.settings.publicUrl), init), {
        requestId: 'test',
        clientAddress: '192.0.2.1',
      }),
    );
  return { line, call, db };
}

const json = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const asCarol = () => ({ authorization: `Bearer ${carol.token}` });
const signIn = () => json({ email: carol.email, password });

describe('a request over a silent database', () => {
  const calls: [what: string, path: () => string, init?: () => RequestInit][] = [
    ['sign-in', () => '/api/auth/sign-in', signIn],
    ['recovery', () => '/api/auth/recover-password', () => json({ email: carol.email })],
    ['the feed', () => '/api/posts/feed', () => ({ headers: asCarol() })],
    ['a typed call', () => '/api/trpc/accounts.me', () => ({ headers: asCarol() })],
    ['the CSV export', () => '/api/posts/all-posts.csv', () => ({ headers: asCarol() })],
    ['the calendar file of an organization', () => `/api/calendars/organization/${carol._id}.ics`],
    ['the calendar file of a post', () => `/api/posts/${carol._id}/calendar.ics`],
    ['a private calendar file', () => '/api/calendars/private/abcdefghijklmnopqrstuvwxyz.ics'],
    ['an area file', () => `/media/areas/${carol._id}/county.kml`],
  ];

  // Without the deadline each would wait for a minute, and longer than the test may take.
  it.each(calls)('returns 503 with Retry-After at its deadline: %s', async (_what, path, init) => {
    const { line, call } = await openServer();
    expect((await call(path(), init?.())).status).toBeLessThan(500);
    line.setSilent(true);
    const responses = await Promise.all(Array.from({ length: 5 }, () => call(path(), init?.(), 300)));
    for (const response of responses) {
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('2');
    }
  });

  it('leaves the connections usable once the database responds again', async () => {
    const { line, call } = await openServer({ timeoutMs: 500 });
    line.setSilent(true);
    await Promise.all(Array.from({ length: 5 }, () => call('/api/auth/sign-in', signIn(), 500)));
    line.setSilent(false);
    await expect.poll(async () => (await call('/api/auth/sign-in', signIn())).status).toBe(200);
  });

  it('cuts off a CSV export that has begun', async () => {
    await world.as(carol).posts.create({ postType: 'general', title: 'We have moved', isActive: true });
    const { line, call } = await openServer({ timeoutMs: 300 });
    const whole = await call('/api/posts/all-posts.csv', { headers: asCarol() });
    expect(await whole.text()).toContain('We have moved');
    const cut = await call('/api/posts/all-posts.csv', { headers: asCarol() });
    expect(cut.status).toBe(200);
    line.setSilent(true);
    await expect(cut.text()).rejects.toThrow();
  });
});

describe('a request over a slow database', () => {
  it('returns 503 when its statements take too long together, though each alone does not', async () => {
    const { line, call } = await openServer();
    expect((await call('/api/auth/sign-in', signIn())).status).toBe(200);
    line.setDelay(100);
    expect((await call('/api/auth/sign-in', signIn(), 250)).status).toBe(503);
  });

  it('succeeds within its deadline', async () => {
    const { line, call } = await openServer();
    line.setDelay(100);
    expect((await call('/api/auth/sign-in', signIn())).status).toBe(200);
  });

  it('says why a transaction was given up, not that its connection was closed', async () => {
    const { db } = await openServer();
    const giveUp = (deadlineMs: number, seconds: number) =>
      withDatabaseDeadline(deadlineMs, () =>
        db.transaction().execute(async (trx) => {
          await sql`select 1`.execute(trx);
          return sql`select 'done' as slept from pg_sleep(${seconds})`.execute(trx);
        }),
      );
    await expect(giveUp(200, 2)).rejects.toThrow('Query read timeout');
    expect((await giveUp(10_000, 0)).rows).toEqual([{ slept: 'done' }]);
  });

  it('leaves no transaction open behind a write that was given up', async () => {
    const { line, call } = await openServer();
    const save = (deadlineMs?: number) =>
      call(
        '/api/posts/',
        json({ postType: 'general', title: 'We have moved', isActive: true }, asCarol()),
        deadlineMs,
      );
    expect((await save()).status).toBe(200);
    line.setDelay(60);
    expect((await save(250)).status).toBe(503);
    line.setDelay(0);
    const findOpen = () =>
      world.database.pool?.query(
        `select 1 from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%'`,
      );
    // Postgres notices a moment after the connection was closed.
    await vi.waitFor(async () => expect((await findOpen())?.rows).toEqual([]), { timeout: 5_000 });
    expect((await world.as(carol).posts.list({ filters: { creatorId: carol._id } })).items).toHaveLength(1);
    expect((await save()).status).toBe(200);
  });
});
