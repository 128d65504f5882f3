import { on, once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, assert, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { executeTogether } from '#db/batch.ts';
import type { Db } from '#db/database.ts';
import { migrations } from '#db/migrations/index.ts';
import { createPool, createPostgresDb } from '#db/postgres.ts';
import { setUpWorld } from '#server/testing/cast.ts';
import { databaseAt } from '#server/testing/database.ts';
import { png } from '#server/testing/pictures.ts';
import { addLookups, fullPosts } from '#server/testing/posts.ts';
import { type Person, password } from '#server/testing/world.ts';
import { freePort } from '../free-port.ts';
import { createLog } from '../log.ts';
import { startServer } from '../main.ts';
import { createDoorbell } from '../ports/doorbell.ts';
import { createJobs } from '../ports/jobs.ts';
import { createMedia } from '../ports/media.ts';
import { createPictureStorage } from '../ports/picture-storage.ts';
import { Problem } from '../problem.ts';
import { readSettings } from '../settings.ts';
import { migrateJobs } from '../workers.ts';
import { backUp, restore } from './backup.ts';
import { writeBackupFile } from './backup-file.ts';

// A server is started, and databases are made and filled.
vi.setConfig({ testTimeout: 60_000 });

const world = setUpWorld();
let source: string;
let folder: string;
let carol: Person;
const opened = new AsyncDisposableStack();
const silent = createLog('silent');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatherwell-backup-'));
  await chmod(folder, 0o711);
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  assert(world.database.connectionString !== undefined);
  source = world.database.connectionString;
  await migrateJobs(source, world.ports.log);
  await addLookups(world);
  carol = await world.organization('carol');
});
afterAll(() => opened.disposeAsync());

const mediaOf = (name: string) => createPictureStorage({ kind: 'folder', folder: join(folder, name) });
const fileNamed = (name: string) => join(folder, name);

/** Makes a database on the test server that has nothing at all. */
async function makeEmptyDatabase(): Promise<{ connectionString: string; db: Db }> {
  const given = inject('database');
  assert(given.engine === 'postgres');
  const name = `restored_${process.pid}_${crypto.randomUUID().slice(0, 8)}`;
  await statement(given.server, `create database ${name}`);
  opened.defer(() => statement(given.server, `drop database ${name} with (force)`));
  const connectionString = databaseAt(given.server, name);
  return { connectionString, db: openDb(connectionString) };
}

function openDb(connectionString: string): Db {
  const pool = createPool({
    connectionString,
    name: 'test',
    max: 2,
    timeoutMs: undefined,
    onIdleError: () => {},
  });
  opened.defer(() => pool.end());
  return createPostgresDb(pool);
}

async function statement(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(text);
  await client.end();
}

/** Every row of every table, as text in an order of its own. */
async function readEverything(db: Db): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by name`.execute(
    db,
  );
  const everything: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(name)} t order by 1`.execute(db);
    everything[name] = rows.map(({ row }) => row);
  }
  return everything;
}

const filesIn = async (name: string) => {
  const names = await readdir(fileNamed(name), { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(
    files.sort().map(async (path) => [path.slice(fileNamed(name).length), await readFile(path, 'base64')]),
  );
  return Object.fromEntries(contents) as Record<string, string>;
};

const publish = (title: string) =>
  world.as(carol).posts.create({ ...fullPosts.general, title, impactAreas: ['education'] });

describe('a backup', () => {
  it('taken while people write restores every row and file as they were at its moment', async () => {
    const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
    for (const each of [alice, bob])
      await world.as(each).follows.follow({ followerId: each._id, followingId: carol._id });
    const media = createMedia(mediaOf('media'));
    const picture = await media.store(await png(40, 30), carol._id);
    await publish('Soup night');
    const awkward = 'Tab\there, line\nthere, \\N, \\., "quotes", é, 🍲 and \u2028';
    const { _id: awkwardId } = await publish('Awkward');
    await world.db.updateTable('posts').set({ description: awkward }).where('id', '=', awkwardId).execute();
    const scheduled = await world.as(carol).posts.create({
      ...fullPosts.general,
      title: 'Scheduled',
      isActive: false,
      scheduledPublish: true,
      scheduledPublishDateTime: new Date(Date.now() + 3_600_000).toISOString(),
    });
    // It comes due while no server runs.
    await world.db
      .updateTable('posts')
      .set({ scheduled_publish_at: new Date(Date.now() - 1_000) })
      .where('id', '=', scheduled._id)
      .execute();
    await world.db.transaction().execute((trx) =>
      executeTogether(trx, [
        createJobs().enqueue(trx, [
          { name: 'announce-post', payload: { postId: scheduled._id, after: null } },
          { name: 'recover-password', payload: { email: alice.email } },
        ]),
      ]),
    );
    // A login under way belongs to a session, which no backup holds.
    const session = await world.db.selectFrom('sessions').select('id').executeTakeFirstOrThrow();
    const login = { session_id: session.id, network: 'twitter', state_hash: 'hash', return_to: '/' } as const;
    await world.db
      .insertInto('social_authorizations')
      .values({ ...login, created_at: new Date() })
      .execute();
    const device = await world.as(alice).events.head();

    let isWriting = true;
    let written = 0;
    const writing = (async () => {
      for (; isWriting; written++) {
        await publish(`Written meanwhile ${written}`);
        await media.store(await png(20, 10 + (written % 50)), carol._id);
      }
    })();
    await vi.waitFor(() => expect(written).toBeGreaterThan(2), { timeout: 10_000 });
    const moment = openDb(source);
    const before = await moment
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(trx);
        assert(rows[0]);
        const known = written;
        await vi.waitFor(() => expect(written).toBeGreaterThan(known), { timeout: 10_000 });
        await backUp({
          path: fileNamed('whole.backup'),
          connectionString: source,
          storage: mediaOf('media'),
          snapshot: rows[0].id,
        });
        return readEverything(trx);
      });
    isWriting = false;
    await writing;
    expect((await stat(fileNamed('whole.backup'))).mode & 0o777).toBe(0o600);

    const target = await makeEmptyDatabase();
    const restored = await restore({
      path: fileNamed('whole.backup'),
      connectionString: target.connectionString,
      storage: mediaOf('restored'),
      replace: false,
      log: world.ports.log,
    });
    const after = await readEverything(target.db);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    const leftOut = [
      'sessions',
      'access_tokens',
      'social_authorizations',
      'password_resets',
      'rate_limits',
      'webhook_deliveries',
      'user_events',
    ];
    for (const table of leftOut) expect(after[table]).toEqual([]);
    const differs = new Set(leftOut);
    differs.add('event_epoch').add('kysely_migration').add('audit_entries');
    for (const [table, rows] of Object.entries(before))
      if (!differs.has(table)) expect(after[table], table).toEqual(rows);
    // The log comes along, with the restore as its newest entry.
    const isRestore = (row: string) => row.includes('"database-restored"');
    expect(after['audit_entries']?.filter((row) => !isRestore(row))).toEqual(before['audit_entries']);
    expect(after['audit_entries']?.filter(isRestore)).toHaveLength(1);
    expect(after['event_epoch']).not.toEqual(before['event_epoch']);
    const found = await target.db
      .selectFrom('posts')
      .select('description')
      .where('id', '=', awkwardId)
      .executeTakeFirst();
    expect(found).toEqual({ description: awkward });
    expect(before['user_events']).not.toEqual([]);
    expect(restored.rows).toBeGreaterThan(20);

    const filesAfter = await filesIn('restored');
    expect(Object.keys(filesAfter).some((name) => name.includes(picture.path.slice(2)))).toBe(true);
    expect(await filesIn('media')).toMatchObject(filesAfter);
    const jobs = await sql<{ name: string }>`
      select task_identifier as name from graphile_worker.jobs`.execute(target.db);
    expect(jobs.rows).toEqual([{ name: 'announce-post' }]);

    // The server takes it up.
    const port = await freePort();
    const settings = readSettings({
      PORT: String(port),
      DATABASE_URL: target.connectionString,
      DATA_DIR: fileNamed('data'),
      MEDIA_DIR: fileNamed('restored'),
      SEED: 'none',
      PUBLISH_UNDO_SECONDS: '1',
      ALLOW_UNSAFE_POSTGRES: '1',
    });
    const noApp = { page: undefined, respond: () => new Response('', { status: 404 }) };
    const server = await startServer(settings, noApp, silent);
    opened.defer(() => server.stop());
    const base = `http://127.0.0.1:${port}`;
    const me = (token: string) =>
      fetch(`${base}/api/trpc/events.head`, { headers: { authorization: `Bearer ${token}` } }).then(
        ({ status }) => status,
      );
    expect(await me(alice.token)).toBe(401);
    const signedIn = await fetch(`${base}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: alice.email, password }),
    });
    const { token } = ((await signedIn.json()) as { data: { token: string } }).data;
    expect(await me(token)).toBe(200);
    expect(await firstMessage(port, token, device)).toEqual({ kind: 'reset' });

    // What came due is published once; what was published before stays as it was.
    const published = () =>
      target.db
        .selectFrom('posts')
        .select(['is_active', 'scheduled_publish'])
        .where('id', '=', scheduled._id)
        .executeTakeFirst();
    await vi.waitFor(
      async () => expect(await published()).toEqual({ is_active: true, scheduled_publish: false }),
      { timeout: 10_000 },
    );
    const told = (db: Db) =>
      db
        .selectFrom('notifications')
        .select(['user_id', 'post_id', 'type'])
        .orderBy('post_id')
        .orderBy('user_id')
        .execute();
    await vi.waitFor(
      async () => {
        const now = await told(target.db);
        expect(now.filter(({ post_id }) => post_id === scheduled._id)).toHaveLength(2);
      },
      { timeout: 10_000 },
    );
    const all = (await told(target.db)).map((row) => JSON.stringify(row));
    expect(new Set(all).size).toBe(all.length);
    await server.stop();
  });

  it('of an older version is restored and brought up to date', async () => {
    // As a database looked before the latest migration: made from nothing, by a backup with that version.
    const older = Object.keys(migrations).slice(0, -1);
    const path = fileNamed('older.backup');
    await writeBackupFile(
      path,
      { createdAt: new Date().toISOString(), migrations: older, media: 'included' },
      (async function* () {
        const { sectionFrame, dataFrames } = await import('./backup-file.ts');
        yield sectionFrame({ kind: 'table', table: 'event_epoch', columns: ['epoch'] });
        yield* dataFrames(Buffer.from(`${crypto.randomUUID()}\n`));
        yield sectionFrame({ kind: 'end', rows: { event_epoch: 1 }, jobs: 0, files: 0 });
      })(),
    );
    const { connectionString, db } = await makeEmptyDatabase();
    await restore({
      path,
      connectionString,
      storage: mediaOf('older'),
      replace: false,
      log: world.ports.log,
    });
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations));
  });

  it('has nothing to carry that it does not know of', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind not in ('r', 'p', 'i', 'I', 'v', 't')
      union all
      select attrelid::regclass || '.' || attname from pg_attribute
      where attidentity <> '' and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`.execute(
      world.db,
    );
    expect(rows).toEqual([]);
  });

  it('leaves no file behind where it fails, and replaces no file that is none', async () => {
    const path = fileNamed('notes.txt');
    await writeFile(path, 'My notes.');
    await expect(backUp({ path, connectionString: source, storage: mediaOf('media') })).rejects.toThrow(
      `${path} is there already and is no backup.`,
    );
    expect(await readFile(path, 'utf8')).toBe('My notes.');

    const away = fileNamed('away.backup');
    const storage = {
      ...mediaOf('media'),
      keys: () => {
        throw new Error('The disk is away.');
      },
    };
    await expect(backUp({ path: away, connectionString: source, storage })).rejects.toThrow(
      'The disk is away.',
    );
    expect((await readdir(folder)).filter((name) => name.startsWith('away'))).toEqual([]);
  });
});

describe('a restore', () => {
  let path: string;
  let target: Awaited<ReturnType<typeof makeEmptyDatabase>>;
  beforeAll(async () => {
    path = fileNamed('small.backup');
    await publish('Small');
    await backUp({ path, connectionString: source, storage: mediaOf('none-yet') });
    target = await makeEmptyDatabase();
  });

  const into = (from: string, replace = false) =>
    restore({
      path: from,
      connectionString: target.connectionString,
      storage: mediaOf('small'),
      replace,
      log: world.ports.log,
    });
  const posts = async () => (await target.db.selectFrom('posts').select('title').execute()).length;
  const epoch = async () => (await target.db.selectFrom('event_epoch').select('epoch').execute())[0]?.epoch;

  it('fills an empty database, and one that is not only where that is wanted', async () => {
    await into(path);
    const [count, first] = [await posts(), await epoch()];
    expect(count).toBeGreaterThan(0);
    await target.db.deleteFrom('posts').execute();
    await expect(into(path)).rejects.toThrow(/^The database is not empty: it has \d+ users\./);
    expect(await posts()).toBe(0);
    await into(path, true);
    expect(await posts()).toBe(count);
    expect(await epoch()).not.toBe(first);
  });

  it('leaves everything as it was where the file is damaged, cut short or newer', async () => {
    const bytes = await readFile(path);
    const damaged = Buffer.from(bytes);
    damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 1;
    const files: Record<string, [Buffer, RegExp]> = {
      damaged: [damaged, /is damaged or cut short/],
      short: [bytes.subarray(0, -200), /is damaged or cut short/],
      empty: [Buffer.alloc(0), /is no backup of Gatherwell/],
      foreign: [Buffer.from('{"format":"other"}\n'), /is no backup of Gatherwell/],
    };
    const before = await epoch();
    for (const [name, [content, message]] of Object.entries(files)) {
      await writeFile(fileNamed(name), content);
      await expect(into(fileNamed(name), true), name).rejects.toThrow(message);
    }
    await writeBackupFile(
      fileNamed('newer.backup'),
      {
        createdAt: '',
        migrations: [...Object.keys(migrations), '2099-01-01-later'],
        media: 'included',
      },
      (async function* () {})(),
    );
    await expect(into(fileNamed('newer.backup'), true)).rejects.toThrow(/by a newer version/);
    await expect(into(fileNamed('absent.backup'), true)).rejects.toThrow(/cannot be read/);
    expect(await epoch()).toBe(before);
  });

  it('is undone where it fails half-way', async () => {
    const before = await epoch();
    const storage = {
      ...mediaOf('small'),
      put: async () => {
        throw new Problem('There is no room left.');
      },
    };
    await createMedia(mediaOf('one-picture')).store(await png(8, 8), carol._id);
    await backUp({
      path: fileNamed('picture.backup'),
      connectionString: source,
      storage: mediaOf('one-picture'),
    });
    await expect(
      restore({
        path: fileNamed('picture.backup'),
        connectionString: target.connectionString,
        storage,
        replace: true,
        log: world.ports.log,
      }),
    ).rejects.toThrow('There is no room left.');
    expect(await epoch()).toBe(before);
    expect(await posts()).toBeGreaterThan(0);
  });

  it('rejects while a server runs on the database', async () => {
    const pool = new pg.Pool({ connectionString: target.connectionString, max: 1 });
    const { connectionString } = target;
    const doorbell = createDoorbell({ pool, connectionString, log: world.ports.log });
    try {
      await doorbell.listening;
      await expect(into(path, true)).rejects.toThrow('A server runs on this database.');
    } finally {
      await doorbell.close();
      await pool.end();
    }
    await expect(into(fileNamed('older.backup'), true)).resolves.toMatchObject({ rows: 1 });
  });
});

/** Returns the first message of a stream that a device resumes at a cursor. */
async function firstMessage(port: number, token: string, cursor: { seq: number; epoch: string }) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/socket`, {
    headers: { authorization: `Bearer ${token}` },
  });
  // From the beginning: several messages may arrive at once.
  const messages = on(socket, 'message');
  await once(socket, 'open');
  const input = { since: cursor.seq, epoch: cursor.epoch };
  socket.send(JSON.stringify({ id: 1, method: 'subscription', params: { path: 'events.stream', input } }));
  for await (const [bytes] of messages) {
    // The server sends pings between messages.
    if (String(bytes) === 'PING') continue;
    const { result } = JSON.parse(String(bytes)) as { result: { type: string; data?: { data: unknown } } };
    if (result.type !== 'data') continue;
    socket.terminate();
    return result.data?.data;
  }
  throw new Error('The stream ended without a message.');
}
