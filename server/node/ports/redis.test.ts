import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, assert, beforeAll, describe, expect, it, vi } from 'vitest';
import { limits } from '#server/ports.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { describeLimits } from '#server/testing/limits-contract.ts';
import { findProgram } from '../find-program.ts';
import { freePort } from '../free-port.ts';
import { startServer } from '../main.ts';
import { readSettings } from '../settings.ts';
import { describeDoorbell } from '../testing/doorbell-contract.ts';
import {
  type RedisServer,
  redisNote,
  redisServerPath,
  startRedisServer,
  withoutRedis,
} from '../testing/redis-server.ts';
import { describeSharedLimits } from '../testing/shared-limits-contract.ts';
import { createRedisLimits } from './limits.ts';
import { connectRedis, openRedis, type RedisOptions } from './redis.ts';
import { createRedisDoorbell, type RedisDoorbellOptions } from './redis-doorbell.ts';
import { createRedisPresence } from './redis-presence.ts';

if (redisServerPath === undefined) console.warn(withoutRedis);

/** Milliseconds that a busy machine may take. */
const patient = { timeout: 20_000, interval: 20 };

/** As long as a busy machine may take to respond, where the test is not about a server that does not. */
const usual = { commandMs: 10_000 };

describe.skipIf(redisServerPath === undefined)(`over Redis${redisNote}`, () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.close());

  let opened = new AsyncDisposableStack();
  afterEach(async () => {
    server.thaw();
    await opened.disposeAsync();
    opened = new AsyncDisposableStack();
  });

  const createLog = () => ({ info: vi.fn(), warn: vi.fn(), error: vi.fn() });

  /** The connection of another process. */
  function connect(options: Partial<RedisOptions> = {}) {
    const log = createLog();
    const redis = connectRedis({ url: server.url, log, ...usual, ...options });
    opened.defer(() => redis.close());
    return { ...redis, log };
  }

  /** The doorbell of another process. */
  async function openDoorbell(
    options: Partial<RedisDoorbellOptions> = {},
    connection: Partial<RedisOptions> = {},
  ) {
    const redis = connect(connection);
    const log = createLog();
    await redis.tried;
    const doorbell = createRedisDoorbell({ redis, log, ...options });
    opened.defer(() => doorbell.close());
    await doorbell.tried;
    return { ...doorbell, log, redis };
  }

  const quick = {
    doorbell: { proveEvery: 50, timeoutMs: 500 },
    connection: { proveEvery: 50, commandMs: 500 },
  };
  const openQuick = () => openDoorbell(quick.doorbell, quick.connection);

  describe('the doorbell', () => {
    describeDoorbell(openDoorbell);

    it('measures how long its own notifications take', async () => {
      const onHeard = vi.fn();
      await openDoorbell({ proveEvery: 20, onHeard });
      await vi.waitFor(() => expect(onHeard).toHaveBeenCalledWith(expect.any(Number)), patient);
    });

    it.each(['is killed and started again', 'stands still and goes on'])(
      'heals by itself when Redis %s, notifies everybody, and logs it once',
      async (fault) => {
        const [one, two] = [await openQuick(), await openQuick()];
        const alice = uuid();
        const [own, heard] = [vi.fn(), vi.fn()];
        one.listen(alice, own);
        two.listen(alice, heard);
        if (fault.startsWith('is killed')) await server.kill();
        else server.freeze();
        for (let count = 0; count < 50; count++) {
          one.notify([alice]);
          await sleep(30);
        }
        // Nothing fails, and listeners of the same process are still called.
        expect(own).toHaveBeenCalledTimes(50);
        await vi.waitFor(() => expect(one.log.warn).toHaveBeenCalled(), patient);
        await vi.waitFor(() => expect(one.redis.log.warn).toHaveBeenCalled(), patient);
        for (const { log } of [one, one.redis]) expect(log.warn).toHaveBeenCalledOnce();

        heard.mockClear();
        if (fault.startsWith('is killed')) await server.restart();
        else server.thaw();
        await vi.waitFor(() => expect(heard).toHaveBeenCalled(), patient);
        for (const { log } of [one, two, one.redis])
          await vi.waitFor(() => expect(log.info).toHaveBeenCalledOnce(), patient);
        heard.mockClear();
        one.notify([alice]);
        await vi.waitFor(() => expect(heard).toHaveBeenCalled(), patient);
      },
      60_000,
    );
  });

  describe('limits', () => {
    const shared = () => createRedisLimits(connect());
    let alone: ReturnType<typeof shared> | undefined;
    describeLimits(
      () => (alone ??= createRedisLimits(keptRedis())),
      async (milliseconds) => {
        const { client, close } = await openRedis({ url: server.url });
        for (const key of await client.keys('*'))
          await client.pExpire(key, Math.max(1, (await client.pTTL(key)) - milliseconds));
        await sleep(5);
        close();
      },
    );

    let kept: ReturnType<typeof connectRedis> | undefined;
    const keptRedis = () => (kept ??= connectRedis({ url: server.url, log: createLog(), ...usual }));
    beforeAll(() => keptRedis().connected);
    afterAll(() => kept?.close());

    describeSharedLimits(() => createRedisLimits(keptRedis()));

    /** Sign-in attempts with one key; resolves to how many passed, and to the milliseconds that they took. */
    async function attempt(port: ReturnType<typeof shared>, times: number) {
      const key = uuid();
      const began = performance.now();
      const waits: number[] = [];
      for (let count = 0; count < times; count++) waits.push(await port.consume('sign-in', key));
      return { passed: waits.filter((wait) => wait === 0).length, ms: performance.now() - began };
    }

    it.each(['is killed', 'stands still'])(
      'are counted by each process while Redis %s, without waiting for it, and together again afterwards',
      async (fault) => {
        const [one, two] = [connect(quick.connection), connect(quick.connection)];
        const [ofOne, ofTwo] = [createRedisLimits(one), createRedisLimits(two)];
        await Promise.all([one.connected, two.connected]);
        if (fault === 'is killed') await server.kill();
        else server.freeze();
        for (const port of [ofOne, ofTwo]) {
          const { passed, ms } = await attempt(port, 2 * limits['sign-in'].points);
          expect(passed).toBe(limits['sign-in'].points);
          // One attempt may wait for the server, not each of them.
          expect(ms).toBeLessThan(5_000);
        }
        await vi.waitFor(() => expect(one.log.warn).toHaveBeenCalledOnce(), patient);
        if (fault === 'is killed') await server.restart();
        else server.thaw();
        for (const { log } of [one, two])
          await vi.waitFor(() => expect(log.info).toHaveBeenCalledOnce(), patient);
        const key = uuid();
        for (let count = 0; count < limits['sign-in'].points; count++)
          expect(await (count % 2 ? ofOne : ofTwo).consume('sign-in', key)).toBe(0);
        expect(await ofOne.consume('sign-in', key)).toBeGreaterThan(0);
        expect(await ofTwo.consume('sign-in', key)).toBeGreaterThan(0);
      },
      60_000,
    );

    it('hold while Redis has no room, which is logged once', async () => {
      const full = await startRedisServer({ maxmemory: '1', 'maxmemory-policy': 'noeviction' });
      opened.defer(() => full.close());
      const redis = connect({ url: full.url });
      await redis.connected;
      const { passed } = await attempt(createRedisLimits(redis), 2 * limits['sign-in'].points);
      expect(passed).toBe(limits['sign-in'].points);
      expect(redis.log.warn.mock.calls).toEqual([
        [{ code: 'OOM' }, 'Redis rejects commands; each process goes on by itself'],
      ]);
    });

    it('are stored under keys from which no mail address can be read, and all of them expire', async () => {
      await createRedisLimits(keptRedis()).consume('sign-in', 'account:alice@example.org');
      const { client, close } = await openRedis({ url: server.url });
      const keys = await client.keys('*');
      expect(keys.length).toBeGreaterThan(0);
      expect(keys.join(' ')).not.toContain('alice');
      for (const key of keys) expect(await client.pTTL(key)).not.toBe(-1);
      close();
    });
  });

  describe('a password', () => {
    it('is used, and a wrong one is reported once and never logged', async () => {
      const secret = 'hunter2-%/secret';
      const guarded = await startRedisServer(
        { requirepass: secret },
        { login: `:${encodeURIComponent(secret)}@` },
      );
      opened.defer(() => guarded.close());
      const right = connect({ url: guarded.url });
      await right.connected;
      expect(await right.run((client) => client.ping())).toBe('PONG');

      const wrong = connect({
        url: `redis://:${encodeURIComponent(`${secret}-wrong`)}@127.0.0.1:${guarded.port}`,
      });
      await wrong.tried;
      await sleep(500);
      expect(wrong.log.warn).toHaveBeenCalledOnce();
      const err = wrong.log.warn.mock.calls[0]?.[0].err;
      assert(err instanceof Error);
      expect(err.message).toContain('WRONGPASS');
      for (const word of [secret, encodeURIComponent(secret)])
        expect(`${err.message} ${err.stack} ${JSON.stringify(err)}`).not.toContain(word);
    });
  });

  describe('the settings in deploy/redis.conf', () => {
    it('allow all that is asked of Redis, and nothing else', async () => {
      const file = join(import.meta.dirname, '../deploy/redis.conf');
      const deployed = await startRedisServer({}, { file, login: 'gatherwell:REPLACE-ME@' });
      opened.defer(() => deployed.close());
      const { url } = deployed;
      const [one, two] = [await openDoorbell({}, { url }), await openDoorbell({}, { url })];
      const [alice, processId] = [uuid(), uuid()];
      const heard = vi.fn();
      two.listen(alice, heard);
      one.notify([alice]);
      await vi.waitFor(() => expect(heard).toHaveBeenCalled(), patient);

      const counts = createRedisLimits(one.redis);
      expect(await counts.consume('sign-in', alice)).toBe(0);
      await counts.forget('sign-in', alice);

      const presence = createRedisPresence(one.redis);
      expect(await presence.keepAlive(processId, 10_000)).toBe(false);
      expect(await presence.save({ processId, entered: [alice], left: [uuid()] })).toBe(true);
      expect(await presence.connectedAmong([alice, uuid()])).toEqual([alice]);
      expect(await presence.keepAlive(processId, 1)).toBe(true);
      await sleep(10);
      expect(await presence.connectedAmong([alice])).toEqual([]);
      expect(await presence.sweep()).toEqual([alice]);
      await presence.remove(processId);
      expect(await one.redis.run((client) => client.info())).toContain('maxmemory_policy:noeviction');
      expect(one.redis.log.warn).not.toHaveBeenCalled();

      for (const command of [['FLUSHALL'], ['KEYS', '*'], ['CONFIG', 'GET', '*'], ['SET', 'other', '1']])
        await expect(one.redis.run((client) => client.sendCommand(command))).rejects.toMatchObject({
          cause: { message: expect.stringContaining('NOPERM') },
        });
      await expect(openRedis({ url: url.replace('gatherwell:REPLACE-ME@', '') })).rejects.toThrow();
    });
  });

  describe('TLS', () => {
    const openssl = findProgram('openssl');

    it.skipIf(openssl === undefined)(
      `is used for rediss, with a certificate that this process trusts${openssl ? '' : ' (Skipped: needs openssl.)'}`,
      async () => {
        const folder = await mkdtemp(join(tmpdir(), 'gatherwell-redis-tls-'));
        opened.defer(() => rm(folder, { recursive: true }));
        const [key, certificate] = [join(folder, 'redis.key'), join(folder, 'redis.crt')];
        const asked = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2
          -keyout ${key} -out ${certificate} -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1`;
        await promisify(execFile)(openssl ?? '', asked.split(/\s+/));
        const trusted = getCACertificates();
        setDefaultCACertificates([...trusted, await readFile(certificate, 'utf8')]);
        opened.defer(() => setDefaultCACertificates(trusted));
        const encrypted = await startRedisServer(
          {
            'tls-cert-file': certificate,
            'tls-key-file': key,
            'tls-ca-cert-file': certificate,
            'tls-auth-clients': 'no',
          },
          { scheme: 'rediss' },
        );
        opened.defer(() => encrypted.close());
        const { url } = encrypted;
        const [one, two] = [await openDoorbell({}, { url }), await openDoorbell({}, { url })];
        const alice = uuid();
        const heard = vi.fn();
        two.listen(alice, heard);
        one.notify([alice]);
        await vi.waitFor(() => expect(heard).toHaveBeenCalled(), patient);

        setDefaultCACertificates(trusted);
        await expect(openRedis({ url })).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
        await expect(openRedis({ url: url.replace('rediss', 'redis') })).rejects.toThrow();
      },
    );
  });

  describe('a server', () => {
    it('starts and serves without its Redis, and stays quick when that stands still', async () => {
      const database = await openTestDatabase();
      opened.defer(() => database.close());
      const folder = await mkdtemp(join(tmpdir(), 'gatherwell-redis-server-'));
      opened.defer(() => rm(folder, { recursive: true }));
      const port = await freePort();
      const lines: string[] = [];
      await server.kill();
      const running = await startServer(
        readSettings({
          PORT: String(port),
          DATABASE_URL: database.connectionString,
          DATA_DIR: folder,
          SEED: 'none',
          ALLOW_UNSAFE_POSTGRES: '1',
          REDIS_URL: server.url,
        }),
        { page: undefined, respond: () => new Response('The app.') },
        pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
      );
      opened.defer(() => running.stop());
      const signIn = async () => {
        const began = performance.now();
        const response = await fetch(`http://127.0.0.1:${port}/api/auth/sign-in`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'nobody@example.org', password: 'correct horse' }),
        });
        await response.arrayBuffer();
        return { status: response.status, ms: performance.now() - began };
      };
      expect(await signIn()).toMatchObject({ status: 401 });
      expect(lines.filter((line) => line.includes('Redis does not respond'))).toHaveLength(1);

      await server.restart();
      const connections = async () => {
        const { client, close } = await openRedis({ url: server.url });
        const list = await client.clientList();
        close();
        return list.filter(({ name }) => name === 'gatherwell').length - 1;
      };
      await vi.waitFor(async () => expect(await connections()).toBe(2), patient);
      expect(await signIn()).toMatchObject({ status: 401 });
      server.freeze();
      for (let count = 0; count < 5; count++) {
        const { status, ms } = await signIn();
        expect(status).toBe(401);
        expect(ms).toBeLessThan(10_000);
      }
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    }, 120_000);
  });
});
