import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, assert, beforeAll, describe, expect, it } from 'vitest';
import { createPool, createPostgresDb } from '#db/postgres.ts';
import { setUpWorld } from '#server/testing/cast.ts';
import { describeFindings, type Examined, examine, type Finding, noteBackup } from './doctor.ts';
import { readSettings } from './settings.ts';
import { redisNote, redisServerPath, startRedisServer } from './testing/redis-server.ts';
import { migrateJobs } from './workers.ts';

const day = 24 * 60 * 60 * 1000;

const world = setUpWorld();
let folder: string;
beforeAll(async () => {
  assert(world.database.connectionString !== undefined);
  await migrateJobs(world.database.connectionString, world.ports.log);
  folder = await mkdtemp(join(tmpdir(), 'gatherwell-doctor-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const forPeople = {
  PUBLIC_URL: 'https://gatherwell.example',
  TRUST_PROXY: '1',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'hello@gatherwell.example',
  SEED: 'none',
};

/** What is found of an installation for people, with some settings and circumstances of its own. */
async function look(env: NodeJS.ProcessEnv = {}, more: Partial<Examined> = {}) {
  const findings = await examine({
    settings: readSettings({ DATA_DIR: folder, ...forPeople, ...env }),
    db: world.db,
    now: new Date(),
    certificateEnd: async () => new Date(Date.now() + 60 * day),
    spaceAt: async () => ({ free: 5e9, share: 0.5 }),
    ...more,
  });
  return new Map(findings.map((finding) => [finding.what, finding]));
}

const notGood = (findings: Map<string, Finding>) =>
  [...findings.values()].filter(({ state }) => state !== 'good').map(({ what }) => what);

describe('an installation', () => {
  it('that has all it needs is good, once a backup was made', async () => {
    const before = await look();
    expect(notGood(before)).toEqual(['Backup']);
    await noteBackup({ dataDir: folder }, '/backups/monday.backup', new Date());
    const findings = await look();
    expect(notGood(findings)).toEqual([]);
    expect(findings.get('Backup')?.found).toBe('/backups/monday.backup, less than a day old');
    expect(findings.get('Database')?.found).toMatch(/^PostgreSQL \d+/);
    const lines = describeFindings([...findings.values()]).split('\n');
    expect(lines).toHaveLength(findings.size);
    expect(lines.every((line) => line.startsWith('✓ '))).toBe(true);
  });

  it('is warned of settings that endanger people, each by its name', async () => {
    const found = await look({
      PUBLIC_URL: 'http://gatherwell.example',
      SEED: 'demo',
      SMTP_URL: '',
      MAIL_FROM: '',
    });
    const { state, advice } = found.get('Settings') ?? {};
    expect(state).toBe('bad');
    for (const name of ['PUBLIC_URL', 'SMTP_URL', 'SEED=none']) expect(advice).toContain(name);
    const behindProxy = await look({ TRUST_PROXY: '0' });
    expect(behindProxy.get('Settings')?.advice).toMatch(/^Set TRUST_PROXY/);
    const local = await look({
      PUBLIC_URL: 'http://localhost:3000',
      SEED: 'demo',
      SMTP_URL: '',
      MAIL_FROM: '',
    });
    expect(local.get('Settings')?.state).toBe('good');
  });

  it.each([
    [60, 'good'],
    [10, 'look'],
    [-1, 'bad'],
  ])('whose certificate ends in %i days is %s', async (days, state) => {
    const certificateEnd = async () => new Date(Date.now() + days * day + 1000);
    expect((await look({}, { certificateEnd })).get('Certificate')?.state).toBe(state);
  });

  it('needs a backup that is two days old at most', async () => {
    await noteBackup({ dataDir: folder }, 'old.backup', new Date(Date.now() - 3.5 * day));
    expect((await look()).get('Backup')).toMatchObject({ state: 'look', found: 'old.backup, 3 days old' });
    await noteBackup({ dataDir: folder }, 'new.backup', new Date(Date.now() - 1.5 * day));
    expect((await look()).get('Backup')).toMatchObject({ state: 'good', found: 'new.backup, 1 day old' });
  });

  it.each([
    [0.5, 'good'],
    [0.05, 'look'],
    [0.01, 'bad'],
  ])('with %d of its disk left is %s', async (share, state) => {
    const found = await look({}, { spaceAt: async () => ({ free: 1e9, share }) });
    expect(found.get('Disk')).toMatchObject({ state, found: expect.stringContaining(`free at ${folder}`) });
  });

  it('whose clock is wrong is reported', async () => {
    const later = new Date(Date.now() + 60_000);
    expect((await look({}, { now: later })).get('Clock')?.state).toBe('bad');
  });

  it('whose jobs were given up or wait too long is reported', async () => {
    const { pool } = world.database;
    assert(pool);
    await pool.query(
      `select graphile_worker.add_job('sweep-events', run_at => now() - interval '5 minutes')`,
    );
    expect((await look()).get('Queue')).toMatchObject({
      state: 'bad',
      found: expect.stringMatching(/^1 due, the oldest for 30\d s$/),
    });
    await pool.query('update graphile_worker._private_jobs set attempts = max_attempts');
    expect((await look()).get('Queue')).toMatchObject({ state: 'bad', found: 'empty; 1 given up' });
    await pool.query('delete from graphile_worker._private_jobs');
    expect((await look()).get('Queue')).toMatchObject({ state: 'good', found: 'empty' });
  });

  it('without Redis needs none, and with one that cannot be reached is reported without its password', async () => {
    expect((await look()).get('Redis')).toMatchObject({
      state: 'good',
      found: expect.stringContaining('not used'),
    });
    const found = (await look({ REDIS_URL: 'redis://:hunter2@127.0.0.1:1' })).get('Redis');
    expect(found).toMatchObject({ state: 'bad', found: expect.stringContaining('ECONNREFUSED') });
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });

  it.skipIf(redisServerPath === undefined)(
    `with Redis is told its version and how quickly it responds${redisNote}`,
    async () => {
      const [good, evicting] = [
        await startRedisServer({ maxmemory: '128mb', 'maxmemory-policy': 'noeviction' }),
        await startRedisServer({ maxmemory: '128mb', 'maxmemory-policy': 'allkeys-lru' }),
      ];
      try {
        expect((await look({ REDIS_URL: good.url })).get('Redis')).toMatchObject({
          state: 'good',
          found: expect.stringMatching(
            /^(?:Redis|Valkey) \d+\.\d+.*, [\d.]+ MB of [\d.]+ MB used, responds in [\d.]+ ms$/,
          ),
        });
        expect((await look({ REDIS_URL: evicting.url })).get('Redis')).toMatchObject({
          state: 'look',
          advice: expect.stringContaining('noeviction'),
        });
      } finally {
        await good.close();
        await evicting.close();
      }
    },
  );

  it('is looked at as far as that is possible without its database', async () => {
    const pool = createPool({
      connectionString: 'postgres://nobody@127.0.0.1:1/nothing',
      name: 'test',
      max: 1,
      timeoutMs: 1_000,
      onIdleError: () => {},
    });
    const found = await look({}, { db: createPostgresDb(pool) });
    expect(found.get('Database')).toMatchObject({
      state: 'bad',
      found: expect.stringContaining('ECONNREFUSED'),
    });
    expect(found.get('Disk')?.state).toBe('good');
    await pool.end();
  });
});
