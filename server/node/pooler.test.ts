import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, assert, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createPool } from '#db/postgres.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { startDatabase } from './database.ts';
import { examine } from './doctor.ts';
import { freePort } from './free-port.ts';
import { takeAlone } from './in-use.ts';
import { createLog } from './log.ts';
import { startServer } from './main.ts';
import { runOperatorCommand } from './operator-command.ts';
import { readSettings } from './settings.ts';
import { findTested, startProgram } from './testing/program.ts';
import { leaveOutLists } from './testing/without-lists.ts';

// Servers are started.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const pgbouncer = findTested('pgbouncer');
const silent = createLog('silent');
const noApp = { page: undefined, respond: () => new Response() };

describe.skipIf(pgbouncer === undefined)('behind PgBouncer in transaction mode', () => {
  const opened = new AsyncDisposableStack();
  let database: TestDatabase;
  let direct: string;
  let pooled: string;

  beforeAll(async () => {
    assert(pgbouncer);
    database = await openTestDatabase();
    opened.defer(() => database.close());
    await leaveOutLists(database.db);
    assert(database.connectionString);
    direct = database.connectionString;
    pooled = await startPgbouncer(pgbouncer, new URL(direct));
  });
  afterAll(() => opened.disposeAsync());

  /** Starts PgBouncer as it is deployed, in front of another database, with three connections to it and some settings changed. */
  async function startPgbouncer(
    program: string,
    to: URL,
    changes: Record<string, string> = {},
  ): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'gatherwell-pooler-'));
    opened.defer(() => rm(folder, { recursive: true, force: true }));
    const port = await freePort();
    const users = join(folder, 'userlist.txt');
    const name = to.pathname.slice(1);
    const deployed = await readFile(new URL('deploy/pgbouncer.ini', import.meta.url), 'utf8');
    const adapted = deployed
      .replace(
        /^gatherwell = host=\S+ port=\S+ dbname=\S+/m,
        `${name} = host=127.0.0.1 port=${to.port} dbname=${name}`,
      )
      .replace(/^listen_port = .*/m, `listen_port = ${port}`)
      .replace(/^auth_file = .*/m, `auth_file = ${users}`)
      .replace(/^default_pool_size = .*/m, 'default_pool_size = 3')
      .replace(/^stats_users = .*/m, `stats_users = ${to.username}`);
    const settings = Object.entries(changes).reduce(
      (text, [key, value]) => text.replace(new RegExp(`^${key} = .*`, 'm'), `${key} = ${value}`),
      adapted,
    );
    const file = join(folder, 'pgbouncer.ini');
    await writeFile(file, settings);
    await writeFile(users, `"${to.username}" "${to.password}"\n`, { mode: 0o600 });
    const args = [file];
    if (process.getuid?.() === 0) {
      // It refuses to run as root.
      const { uid, gid } = await stat('/var/lib/postgresql').catch(() => ({ uid: 65_534, gid: 65_534 }));
      await chmod(folder, 0o711);
      await chown(users, uid, gid);
      args.unshift('-u', uid === 65_534 ? 'nobody' : 'postgres');
    }
    const running = startProgram(program, args);
    opened.use(running);
    const address = new URL(to);
    address.search = '';
    address.port = String(port);
    await vi.waitFor(
      async () => expect(await firstColumn(address.href, 'select 1'), running.output()).toBe(1),
      {
        timeout: 30_000,
        interval: 200,
      },
    );
    return address.href;
  }

  async function firstColumn(connectionString: string, statement: string): Promise<unknown> {
    const client = new pg.Client({ connectionString });
    await client.connect();
    try {
      const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
      return rows[0]?.[0];
    } finally {
      await client.end();
    }
  }

  const settingsOf = (env: NodeJS.ProcessEnv) =>
    readSettings({ SEED: 'none', ALLOW_UNSAFE_POSTGRES: '1', LOG_LEVEL: 'silent', ...env });
  const start = (env: NodeJS.ProcessEnv) => startDatabase(settingsOf(env), silent);

  it('starts where both addresses lead to one database, and not where one is missing or wrong', async () => {
    const given = inject('database');
    assert(given.engine === 'postgres');
    await expect(start({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct })).resolves.toMatchObject({
      connectionString: direct,
      pooled: { connectionString: pooled, isPooled: true },
    });
    await expect(start({ DATABASE_URL: pooled })).rejects.toThrow(
      'DATABASE_URL leads to a pooler. Set DATABASE_DIRECT_URL to the database itself',
    );
    await expect(start({ DATABASE_URL: direct, DATABASE_DIRECT_URL: pooled })).rejects.toThrow(
      'DATABASE_DIRECT_URL leads to a pooler. It must lead to the database itself.',
    );
    await expect(start({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: given.server })).rejects.toThrow(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.',
    );
  });

  describe('is looked at by the doctor', () => {
    const given = (env: NodeJS.ProcessEnv) => ({ SEED: 'none', ALLOW_UNSAFE_POSTGRES: '1', ...env });
    const start = (changes: Record<string, string>) => {
      assert(pgbouncer);
      return startPgbouncer(pgbouncer, new URL(direct), changes);
    };
    /** What is found of the pooler and of a start, with these addresses. */
    async function look(env: NodeJS.ProcessEnv) {
      const findings = await examine({ settings: settingsOf(env), db: database.db, now: new Date() });
      const [pooler, starting] = ['Pooler', 'Start'].map((name) =>
        findings.find(({ what }) => what === name),
      );
      return { pooler, starting };
    }

    it('which is content with it as it is deployed, and without it', async () => {
      expect(await look({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct })).toMatchObject({
        pooler: {
          state: 'good',
          found: expect.stringMatching(
            /^PgBouncer 1\.\d+\.\d+ in transaction mode, 3 connections for 1000 clients, of which the longest waits for 0 s$/,
          ),
        },
        starting: { state: 'good' },
      });
      expect(await look({ DATABASE_URL: direct })).toMatchObject({
        pooler: { state: 'good', found: 'none: DATABASE_URL leads to the database itself' },
        starting: { state: 'good' },
      });
    });

    it('which says what is wrong with two addresses', async () => {
      expect(await look({ DATABASE_URL: pooled })).toMatchObject({
        pooler: {
          state: 'bad',
          advice: expect.stringMatching(/^Set DATABASE_DIRECT_URL to the database itself/),
        },
        starting: { state: 'bad', advice: expect.stringContaining('DATABASE_URL leads to a pooler') },
      });
      expect(await look({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: pooled })).toMatchObject({
        pooler: { state: 'bad', advice: expect.stringContaining('no notification is heard') },
        starting: { state: 'bad' },
      });
      expect(await look({ DATABASE_URL: direct, DATABASE_DIRECT_URL: direct })).toMatchObject({
        pooler: {
          state: 'look',
          advice: expect.stringMatching(/^DATABASE_URL leads to the database itself/),
        },
        starting: { state: 'good' },
      });
      const tests = inject('database');
      assert(tests.engine === 'postgres');
      expect(await look({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: tests.server })).toMatchObject({
        pooler: { state: 'bad', advice: expect.stringContaining('different databases') },
        starting: { state: 'bad' },
      });
    });

    it('which knows how it shares connections, and what sessions lack behind it', async () => {
      const name = new URL(direct).pathname.slice(1);
      const bySession = await start({
        pool_mode: 'session',
        [name]: `host=127.0.0.1 port=${new URL(direct).port} dbname=${name}`,
      });
      const { pooler } = await look({ DATABASE_URL: bySession, DATABASE_DIRECT_URL: direct });
      expect(pooler).toMatchObject({ state: 'look', found: expect.stringContaining('in session mode') });
      for (const setting of ['pool_mode', 'statement_timeout', 'idle_in_transaction_session_timeout'])
        expect(pooler?.advice).toContain(setting);
      const byStatement = await start({ pool_mode: 'statement' });
      expect(await look({ DATABASE_URL: byStatement, DATABASE_DIRECT_URL: direct })).toMatchObject({
        pooler: {
          state: 'bad',
          found: expect.stringContaining('in statement mode'),
          advice: expect.stringMatching(/^Set pool_mode = transaction/),
        },
      });
    });

    it('which compares its sizes with what processes need and the database allows', async () => {
      const large = await start({ default_pool_size: '5000', max_client_conn: '12' });
      const { pooler } = await look({ DATABASE_URL: large, DATABASE_DIRECT_URL: direct });
      expect(pooler?.state).toBe('look');
      expect(pooler?.advice).toMatch(
        /^Raise max_connections or lower default_pool_size: 1 process may need 5012 connections, and the database allows \d+\. Raise max_client_conn: 1 process may open 13 /,
      );
      const silent = await start({ stats_users: 'somebody' });
      expect(await look({ DATABASE_URL: silent, DATABASE_DIRECT_URL: direct })).toMatchObject({
        pooler: {
          state: 'good',
          found: 'one in transaction mode, which does not show its sizes to this account (stats_users)',
        },
      });
    });

    it('also from the command line, where no server would start', async () => {
      const { stderr, stdin } = process;
      const line = { args: ['doctor'], env: given({ DATABASE_URL: pooled }), stdin, stderr };
      const { output, exitCode } = await runOperatorCommand(line);
      expect(exitCode).toBe(1);
      expect(output).toMatch(/^✗ Pooler +PgBouncer /m);
      expect(output).toMatch(/^✗ Start +no server starts on this database$/m);
      expect(output).toMatch(/^✓ Database +PostgreSQL /m);
    });
  });

  it('keeps time zone and timeout on every connection, and shares few among many', async () => {
    const pool = createPool({
      connectionString: pooled,
      isPooled: true,
      name: 'test',
      max: 12,
      timeoutMs: 20_000,
      onIdleError: () => {},
    });
    try {
      const text = `select pg_backend_pid() as pid, current_setting('TimeZone') as zone,
        current_setting('statement_timeout') as timeout, $1::int as n`;
      const all = await Promise.all(
        Array.from({ length: 300 }, async (_, n) => {
          const { rows } = await pool.query<{ pid: number; zone: string; timeout: string; n: number }>(text, [
            n,
          ]);
          return rows[0];
        }),
      );
      expect(all.map((row) => row?.n)).toEqual(Array.from({ length: 300 }, (_, n) => n));
      expect(new Set(all.map((row) => row?.zone))).toEqual(new Set(['UTC']));
      expect(new Set(all.map((row) => row?.timeout))).toEqual(new Set(['1600ms']));
      expect(new Set(all.map((row) => row?.pid)).size).toBeLessThanOrEqual(3);
      await expect(pool.query('select pg_sleep(10)')).rejects.toThrow('statement timeout');
    } finally {
      await pool.end();
    }
  });

  it('two servers serve many at once, tell each other, and leave the database to a restore', async () => {
    const ports = [await freePort(), await freePort()] as const;
    const servers = [];
    for (const port of ports) {
      const settings = settingsOf({
        PORT: String(port),
        DATA_DIR: await mkdtemp(join(tmpdir(), 'gatherwell-pooled-')),
        TRUST_PROXY: '1',
        DATABASE_URL: pooled,
        DATABASE_DIRECT_URL: direct,
      });
      opened.defer(() => rm(settings.dataDir, { recursive: true, force: true }));
      servers.push(await startServer(settings, noApp, silent));
    }
    try {
      type Answer = { token: string; user: { _id: string } };
      /** Calls a server, again where it says that the database is busy: three connections are few on a slow machine. */
      const call = async (port: number, path: string, n: number, token?: string, body?: () => object) => {
        for (let attempt = 1; ; attempt++) {
          const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
            method: body ? 'POST' : 'GET',
            headers: {
              'x-forwarded-for': `198.18.0.${n}`,
              ...(token !== undefined && { authorization: `Bearer ${token}` }),
              ...(body && { 'content-type': 'application/json' }),
            },
            ...(body && { body: JSON.stringify(body()) }),
          });
          const { data, message } = (await response.json()) as { data: Answer; message: string };
          if (response.status === 503 && attempt < 20) {
            await sleep(500);
            continue;
          }
          expect(response.status, message).toBe(200);
          return data;
        }
      };
      const signUp = (port: number, name: string, n: number, userType = 'individual') =>
        call(port, '/auth/sign-up', n, undefined, () => ({
          userType,
          email: `${name}-${crypto.randomUUID()}@example.org`,
          password: 'correct horse',
        }));
      const carol = await signUp(ports[0], 'carol', 1, 'organization');
      const people = await Promise.all(
        Array.from({ length: 6 }, (_, n) => signUp(ports[n % 2 === 0 ? 0 : 1], `alice-${n}`, n + 2)),
      );

      // A stream on the one server hears what is written through the other.
      const head = await fetch(`http://127.0.0.1:${ports[1]}/api/trpc/events.head`, {
        headers: { authorization: `Bearer ${carol.token}` },
      });
      const { result } = (await head.json()) as { result: { data: { seq: number; epoch: string } } };
      const { seq: since, epoch } = result.data;
      const input = encodeURIComponent(JSON.stringify({ since, epoch }));
      const closing = new AbortController();
      const stream = await fetch(`http://127.0.0.1:${ports[1]}/api/trpc/events.stream?input=${input}`, {
        headers: {
          authorization: `Bearer ${carol.token}`,
          accept: 'text/event-stream',
          'x-forwarded-for': '198.18.0.1',
        },
        signal: closing.signal,
      });
      let heard = '';
      const reading = (async () => {
        const decoder = new TextDecoder();
        if (stream.body)
          for await (const bytes of stream.body) heard += decoder.decode(bytes, { stream: true });
      })().catch(() => {});
      await Promise.all(
        people.map(({ token, user }, n) =>
          call(ports[0], '/follows/follow', n + 2, token, () => ({
            followerId: user._id,
            followingId: carol.user._id,
          })),
        ),
      );
      for (let round = 0; round < 8; round++)
        await Promise.all(
          people.map(({ token }, n) =>
            call(ports[(n + round) % 2 === 0 ? 0 : 1], '/posts/feed?limit=5', n + 2, token),
          ),
        );
      for (const { user } of people)
        await vi.waitFor(() => expect(heard).toContain(user._id), { timeout: 20_000 });
      closing.abort();
      await reading;
    } finally {
      for (const server of servers) await server.stop();
    }
    const client = new pg.Client({ connectionString: direct });
    await client.connect();
    try {
      expect(await takeAlone(client)).toBe(true);
    } finally {
      await client.end();
    }
  });
});
