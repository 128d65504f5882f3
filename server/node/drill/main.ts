import { createHash } from 'node:crypto';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { type MediaPort, pictureWidths } from '#server/ports.ts';
import { onMigratedDatabase } from '../database.ts';
import { waitFor } from '../embedded-postgres/processes.ts';
import { freePort } from '../free-port.ts';
import { createLog } from '../log.ts';
import { startServer } from '../main.ts';
import { createMedia } from '../ports/media.ts';
import { createPictureStorage } from '../ports/picture-storage.ts';
import { command, Problem } from '../problem.ts';
import { readSettings } from '../settings.ts';
import { leaveOutLists } from '../testing/without-lists.ts';
import { findInstallation, type Installation, type Running, runProgram, startPostgres } from './postgres.ts';

/** A post that the server acknowledged. Times are the database's and this process's, on one machine. */
interface Written {
  id: string;
  sentAt: number;
  acknowledgedAt: number;
  /** Its picture. */
  paths: readonly string[];
  /** The sizes of that, with their hashes when it was acknowledged. */
  files: ReadonlyMap<string, string>;
}

const writers = 4;
const mediaIn = (folder: string) => createMedia(createPictureStorage({ kind: 'folder', folder }));
const noApp = { page: undefined, respond: () => new Response('', { status: 404 }) };

/**
 * Restores a database that people write to, from a base backup and the archive of its log, to a moment in the past, and
 * checks what is there. Ends with 1 where anything is lost, or too much.
 */
await command(async () => {
  const { values } = parseArgs({ options: { 'lose-segment': { type: 'boolean', default: false } } });
  const installation = await findInstallation();
  const opened = new AsyncDisposableStack();
  try {
    const folder = await mkdtemp(join(tmpdir(), 'gatherwell-drill-'));
    opened.defer(() => rm(folder, { recursive: true, force: true }));
    await chmod(folder, 0o711);
    const inside = async (name: string) => {
      const path = join(folder, name);
      await mkdir(path, { mode: 0o700 });
      if (installation.account) await chown(path, installation.account.uid, installation.account.gid);
      return path;
    };
    const [data, archive, base, sockets] = [
      await inside('primary'),
      await inside('archive'),
      await inside('base'),
      await inside('sockets'),
    ];
    const media = { kind: 'folder' as const, folder: join(folder, 'media') };

    say('a database starts, and a server on it');
    const primary = opened.use(await startPrimary(installation, { data, archive, sockets }));
    await onMigratedDatabase(primary.connectionString, 'drill', leaveOutLists);
    const port = await freePort();
    const settings = readSettings({
      PORT: String(port),
      DATA_DIR: join(folder, 'server'),
      MEDIA_DIR: media.folder,
      DATABASE_URL: primary.connectionString,
      SEED: 'none',
      TRUST_PROXY: '1',
    });
    const server = await startServer(settings, noApp, createLog('silent'));
    let isServing = true;
    const stopServer = async () => {
      if (isServing) await server.stop();
      isServing = false;
    };
    opened.defer(stopServer);

    say(`${writers} organizations publish, with pictures`);
    const load = await startLoad(`http://127.0.0.1:${port}`, mediaIn(media.folder));
    opened.defer(async () => void (await load.stop().catch(() => {})));
    await sleep(1_000);
    say('a base backup is taken meanwhile');
    const from = ['-h', sockets, '-p', new URL(primary.connectionString).port, '-U', 'gatherwell'];
    await runProgram(installation, 'pg_basebackup', [
      ...from,
      '-D',
      base,
      '-X',
      'none',
      '-c',
      'fast',
      '--no-manifest',
    ]);
    await primary.query('select pg_switch_wal()');
    await sleep(3_000);
    const moment = await timeOf(primary);
    await sleep(3_000);
    const written = await load.stop();
    await stopServer();
    const before = written.filter(({ acknowledgedAt }) => acknowledgedAt < moment);
    const after = written.filter(({ sentAt }) => sentAt > moment);
    if (before.length < 5 || after.length < 5)
      throw new Problem(
        `The load was too thin to tell: ${before.length} posts before the moment, ${after.length} after.`,
      );
    await archiveAll(primary);
    await cp(media.folder, join(folder, 'media-copy'), { recursive: true });
    await primary[Symbol.asyncDispose]();

    if (values['lose-segment']) await loseSegment(archive);
    say(`it is restored elsewhere, as it was at ${new Date(moment).toISOString()}`);
    const restored = opened.use(await startRestored(installation, { base, archive, sockets, moment }));
    await check(restored, mediaIn(join(folder, 'media-copy')), {
      written,
      before,
      after,
    });
  } finally {
    await opened.disposeAsync();
  }
});

async function startPrimary(
  installation: Installation,
  { data, archive, sockets }: { data: string; archive: string; sockets: string },
): Promise<Running> {
  await runProgram(installation, 'initdb', [
    '-D',
    data,
    '-U',
    'gatherwell',
    '--auth=trust',
    '--encoding=UTF8',
  ]);
  const options = {
    wal_level: 'replica',
    archive_mode: 'on',
    // Never over a segment that is there.
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  };
  const primary = await startPostgres(installation, { data, sockets, port: await freePort(), options });
  await createDatabase(primary);
  return primary;
}

async function createDatabase(primary: Running): Promise<void> {
  await primary.query('create database gatherwell', 'postgres');
}

/** Begins to publish posts, every other one with a picture of its own, until stopped. */
async function startLoad(base: string, media: MediaPort) {
  const written: Written[] = [];
  let refused = 0;
  let lastRefusal: unknown;
  let isOn = true;
  const tokens: string[] = [];
  for (let writer = 0; writer < writers; writer++) tokens.push(await signUp(base, writer));
  const writing = tokens.map(async (token, writer) => {
    for (let n = 0; isOn; n++) {
      const images = n % 2 === 0 ? [{ path: await pictureOf(writer, n), description: 'A colour.' }] : [];
      const sentAt = Date.now();
      try {
        const post = await call<{ _id: string; images: { path: string }[] }>(
          base,
          '/posts/',
          writer,
          {
            postType: 'general',
            title: `Post ${writer} ${n}`,
            description: 'Come and see us.',
            isActive: true,
            images,
          },
          token,
        );
        const acknowledgedAt = Date.now();
        const paths = post.images.map(({ path }) => path);
        // What is not there now is found to be wrong below.
        const files = await hashesOf(media, paths).catch(() => new Map([['missing', 'missing']]));
        written.push({ id: post._id, sentAt, acknowledgedAt, files, paths });
      } catch (error) {
        // What was not acknowledged may be there or not. A busy machine refuses some.
        refused++;
        lastRefusal = error;
      }
      await sleep(150);
    }
  });
  return {
    async stop() {
      isOn = false;
      await Promise.all(writing);
      if (refused > written.length) throw lastRefusal;
      if (refused > 0) say(`${refused} writes were not acknowledged and do not count`);
      return written;
    },
  };
}

/** Calls the server from a writer's own address. Throws `Problem` where it does not acknowledge. */
async function call<Data>(
  base: string,
  path: string,
  writer: number,
  body: object,
  token?: string,
): Promise<Data> {
  const response = await fetch(`${base}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `198.18.1.${writer + 1}`,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const { data, message } = (await response.json()) as { data: Data; message: string };
  if (!response.ok) throw new Problem(`${path} was answered with ${response.status}: ${message}`);
  return data;
}

/** Makes an organization that can publish, and returns its token. A machine that is busy gets several attempts. */
async function signUp(base: string, writer: number, attempt = 1): Promise<string> {
  try {
    const email = `carol-${writer}-${attempt}@example.org`;
    const account = { userType: 'organization', email, password: 'correct horse' };
    const { token, user } = await call<{ token: string; user: { _id: string } }>(
      base,
      '/auth/sign-up',
      writer,
      account,
    );
    const name = { id: user._id, name: `Carol ${writer} Center` };
    await call(base, '/trpc/profiles.saveBasicInfo', writer, name, token);
    return token;
  } catch (error) {
    if (attempt === 10) throw error;
    await sleep(1_000);
    return signUp(base, writer, attempt + 1);
  }
}

async function pictureOf(writer: number, n: number): Promise<string> {
  const background = { r: writer * 40, g: n % 256, b: (n >> 8) % 256 };
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

/** Returns the stored sizes of some pictures with their hashes. */
async function hashesOf(media: MediaPort, paths: readonly string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const path of paths) {
    for (const width of pictureWidths) {
      const stored = await media.read(path, width);
      if (stored) hashes.set(`${path} ${width}`, createHash('sha256').update(stored.body).digest('hex'));
    }
    if (hashes.size === 0) throw new Problem('A picture was acknowledged and is not stored.');
  }
  return hashes;
}

async function timeOf(database: Running): Promise<number> {
  const [row] = await database.query<{ at: Date }>('select clock_timestamp() as at');
  return row?.at.getTime() ?? Date.now();
}

/** Resolves when the log that was written is in the archive. */
async function archiveAll(primary: Running): Promise<void> {
  const [last] = await primary.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
  const isArchived = async () => {
    const [row] = await primary.query<{ name: string | null }>(
      'select last_archived_wal as name from pg_stat_archiver',
    );
    return (row?.name ?? '') >= (last?.name ?? '');
  };
  if (!(await waitFor(isArchived, 30_000))) throw new Problem('The log does not get into the archive.');
}

/** Plants a fault: the last segment that the restore needs is gone. */
async function loseSegment(archive: string): Promise<void> {
  const segments = (await readdir(archive)).filter((name) => /^[0-9A-F]{24}$/.test(name)).toSorted();
  const lost = segments.at(-1);
  if (lost === undefined) throw new Problem('There is no segment to lose.');
  await rm(join(archive, lost));
  say(`segment ${lost} is taken out of the archive`);
}

async function startRestored(
  installation: Installation,
  { base, archive, sockets, moment }: { base: string; archive: string; sockets: string; moment: number },
): Promise<Running> {
  await writeFile(join(base, 'recovery.signal'), '');
  if (installation.account)
    await chown(join(base, 'recovery.signal'), installation.account.uid, installation.account.gid);
  const options = {
    archive_mode: 'off',
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: new Date(moment).toISOString().replace('Z', '+00'),
    recovery_target_action: 'promote',
  };
  return startPostgres(installation, { data: base, sockets, port: await freePort(), options });
}

/** Throws `Problem` where a post or a file is missing, or is there and should not be. */
async function check(
  restored: Running,
  media: MediaPort,
  { written, before, after }: Record<'written' | 'before' | 'after', readonly Written[]>,
): Promise<void> {
  const rows = await restored.query<{ id: string }>('select id from posts');
  const there = new Set(rows.map(({ id }) => id));
  const lost = before.filter(({ id }) => !there.has(id));
  const tooMuch = after.filter(({ id }) => there.has(id));
  let files = 0;
  const spoilt: string[] = [];
  for (const post of written) {
    if (!there.has(post.id)) continue;
    const found = await hashesOf(media, post.paths).catch(() => new Map<string, string>());
    for (const [key, hash] of post.files) {
      files++;
      if (found.get(key) !== hash) spoilt.push(key);
    }
  }
  if (files === 0) throw new Problem('No file was checked.');
  const found = `${before.length} posts acknowledged before the moment: ${lost.length} lost; ${after.length} sent after it: ${tooMuch.length} there; ${files} files: ${spoilt.length} wrong`;
  if (lost.length + tooMuch.length + spoilt.length > 0) throw new Problem(`The drill failed. ${found}.`);
  console.log(`The drill succeeded. ${found}.`);
}

function say(what: string): void {
  console.log(`… ${what}`);
}
