import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Logger } from 'pino';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { executeAlone } from '#db/batch.ts';
import { areMigrationsCurrent, type Db, databaseTime } from '#db/database.ts';
import { findAccountByEmail, insertAccount } from '#server/accounts/accounts.queries.ts';
import { userType } from '#server/accounts/accounts.schema.ts';
import { appendEvents } from '#server/events/events.queries.ts';
import { email, password } from '#server/validation.schema.ts';
import { grantCoins } from '#server/wallet/wallet.queries.ts';
import { type AuditOptions, auditOperator, printAuditLog } from './audit-log.ts';
import { backUp, restore } from './backup/backup.ts';
import {
  borrowAnyDatabase,
  borrowDatabase,
  type DatabaseServer,
  onDatabase,
  onMigratedDatabase,
} from './database.ts';
import { describeFindings, examine, noteBackup } from './doctor.ts';
import { createLog } from './log.ts';
import { createMedia } from './ports/media.ts';
import { createPasswords } from './ports/passwords.ts';
import { createPictureStorage } from './ports/picture-storage.ts';
import { Problem } from './problem.ts';
import { setUpDatabase } from './set-up.ts';
import { readSettings, type Settings } from './settings.ts';

const help = `Usage: npm run cli -- COMMAND

  migrate                                        bring the database up to date
  seed                                           and fill an empty one with the demo community
  create-account --type TYPE --email ADDRESS     make an account; TYPE is individual, organization or admin
  grant-coins --email ADDRESS --coins NUMBER     add so many coins to the wallet of an account
  backup FILE                                    write all data and pictures to a file; servers may run
  restore FILE [--replace]                       fill an empty database from it, or any with --replace
  audit [--user ADDRESS-OR-ID] [--action ACTION] [--since INSTANT-OR-7d] [--limit NUMBER] [--json]
                                                 list who did what to accounts and the database, newest first
  doctor                                         look at all that an installation needs, and say what to do

The database is the one of DATABASE_URL, or else the embedded one in DATA_DIR, whether or not the server runs.
The password of a new account is asked for, or read from standard input or from ACCOUNT_PASSWORD.`;

/** A command as it was typed, and what it runs in. */
export interface CommandLine {
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Where a password is read from that the environment does not have. */
  stdin: Readable & { isTTY?: boolean };
  /** Warnings, and the question for a password. */
  stderr: Writable;
}

interface Work extends CommandLine {
  database: DatabaseServer;
  settings: Settings;
  log: Logger;
}

/**
 * Runs a command of the operator on the database. Resolves to what to print, and the exit code: 1 where the doctor found
 * something bad. Throws `Problem` where the command cannot be understood or done.
 */
export async function runOperatorCommand(line: CommandLine): Promise<{ output: string; exitCode: number }> {
  const { positionals, values } = parseArguments(line.args);
  const [name, path] = positionals;
  const commands: Record<string, (work: Work) => Promise<string | { output: string; exitCode: number }>> = {
    migrate: (work) => setUp(work, 'none'),
    seed: (work) => setUp(work, 'demo'),
    'create-account': (work) => createAccount(work, values),
    'grant-coins': (work) => grant(work, values),
    audit: (work) => readAuditLog(work, values),
    doctor: lookAround,
  };
  const withFile: typeof commands = {
    backup: (work) => makeBackup(work, path ?? ''),
    restore: (work) => restoreBackup(work, path ?? '', values),
  };
  const run = path === undefined ? commands[name ?? ''] : withFile[name ?? ''];
  if (!run || positionals.length > 2) throw new Problem(help);
  const settings = readSettings(line.env);
  const log = createLog('warn', line.stderr);
  const borrow = run === lookAround ? borrowAnyDatabase : borrowDatabase;
  const database = await borrow(settings, log);
  try {
    const done = await run({ ...line, database, settings, log });
    return typeof done === 'string' ? { output: done, exitCode: 0 } : done;
  } finally {
    await database.stop();
  }
}

function parseArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        type: { type: 'string' },
        email: { type: 'string' },
        coins: { type: 'string' },
        replace: { type: 'boolean', default: false },
        user: { type: 'string' },
        action: { type: 'string' },
        since: { type: 'string' },
        limit: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
  } catch {
    throw new Problem(help);
  }
}

async function setUp({ database, settings, log }: Work, seed: 'demo' | 'none'): Promise<string> {
  const { connectionString } = database;
  const ports = {
    passwords: createPasswords(),
    media: createMedia(createPictureStorage(settings.media)),
    clock: { now: () => new Date(), shared: databaseTime },
  };
  const accounts = await setUpDatabase({ connectionString, seed, ports, log });
  if (seed === 'none') return 'The database is up to date.';
  return accounts.length > 0
    ? accounts.map((account) => `${account.email} with ${account.password}: ${account.about}`).join('\n')
    : 'The database has users already; nothing was added.';
}

async function createAccount(
  { database: { connectionString }, settings, ...line }: Work,
  options: { type?: string; email?: string },
): Promise<string> {
  const account = z.object({ type: userType, email }).safeParse(options);
  if (!account.success) throw new Problem(help);
  const secret = password.safeParse(await readPassword(line));
  if (!secret.success) throw new Problem(`Password: ${secret.error.issues[0]?.message}`);
  const passwordHash = await createPasswords().hash(secret.data);
  const isNew = await onMigratedDatabase(connectionString, 'cli', (db) =>
    db.transaction().execute(async (trx) => {
      const userId = uuid();
      const isNew = await insertAccount(trx, {
        id: userId,
        userType: account.data.type,
        email: account.data.email,
        passwordHash,
        createdAt: new Date(),
        coins: settings.coins.atStart,
      });
      const details = { userType: account.data.type };
      if (isNew) await auditOperator(trx, { action: 'account-created', subjectId: userId, details });
      return isNew;
    }),
  );
  if (!isNew) throw new Problem('There is an account with this address already.');
  return `The ${account.data.type} ${account.data.email} can sign in now.`;
}

async function grant(
  { database: { connectionString } }: Work,
  options: { email?: string; coins?: string },
): Promise<string> {
  // More than a million is hardly meant, and a wallet holds two thousand times as much.
  const coins = z.coerce.number().int().min(1).max(1_000_000);
  const asked = z.object({ email, coins }).safeParse(options);
  if (!asked.success) throw new Problem(help);
  const balance = await onMigratedDatabase(connectionString, 'cli', (db) =>
    db.transaction().execute(async (trx) => {
      const account = await findAccountByEmail(trx, asked.data.email);
      if (!account) return undefined;
      const { id: userId } = account;
      const now = new Date();
      const entry = { id: uuid(), userId, reason: 'grant', coins: asked.data.coins, now } as const;
      const walletCoin = await grantCoins(trx, entry);
      const event = { type: 'wallet-changed', payload: { walletCoin } } as const;
      await executeAlone(trx, appendEvents([{ userId, event }], now));
      const details = { coins: asked.data.coins };
      await auditOperator(trx, { action: 'coins-granted', subjectId: userId, details });
      return walletCoin;
    }),
  );
  if (balance === undefined) throw new Problem('There is no account with this address.');
  return `${asked.data.email} has ${balance} coins now.`;
}

/** Ends with 1 where something is bad, so that a timer can report it. */
function lookAround({ database, settings }: Work): Promise<{ output: string; exitCode: number }> {
  const { connectionString } = database;
  // Nothing is prepared, as for a pooler: there may be one where there should be none.
  return lookOn({ connectionString, isPooled: true }, 'doctor', async (db) => {
    const findings = await examine({ settings, db, now: new Date() });
    const isBad = findings.some(({ state }) => state === 'bad');
    return { output: describeFindings(findings), exitCode: isBad ? 1 : 0 };
  });
}

function readAuditLog({ database }: Work, options: AuditOptions): Promise<string> {
  return lookOn(database, 'audit', async (db) => {
    if (!(await areMigrationsCurrent(db)))
      throw new Problem('The database is not up to date. Run `npm run cli -- migrate` first.');
    return printAuditLog(db, options, new Date());
  });
}

/** For work that changes nothing, not even the migrations that were run. */
function lookOn<T>(database: DatabaseServer['pooled'], name: string, work: (db: Db) => Promise<T>) {
  const { connectionString, isPooled = false } = database;
  return onDatabase({ connectionString, isPooled, name, max: 1, timeoutMs: 10_000 }, work);
}

async function makeBackup({ database, settings }: Work, path: string): Promise<string> {
  const { connectionString } = database;
  const { media } = settings;
  const storage = createPictureStorage(media);
  const { tables, rows, files, bytes } = await backUp({ path, connectionString, storage });
  await noteBackup(settings, path, new Date());
  return [
    `${path} holds ${rows} rows of ${tables} tables and ${files} files, in ${megabytes(bytes)} MB.`,
    'It holds private data, and only your account can read it: keep it that way.',
    ...(media.kind === 's3' ? [`Pictures stay in the bucket ${media.bucket}: keep versions of that.`] : []),
  ].join('\n');
}

async function restoreBackup(
  { database: { connectionString }, settings, log }: Work,
  path: string,
  { replace }: { replace: boolean },
): Promise<string> {
  const storage = createPictureStorage(settings.media);
  const restored = await restore({ path, connectionString, storage, replace, log });
  return [
    `Restored ${restored.rows} rows of ${restored.tables} tables and ${restored.files} files as they were at ${restored.createdAt}.`,
    'Everybody signs in again, and devices fetch everything anew.',
    ...(restored.hasMedia ? [] : ['Pictures are not in this file: they were kept in a bucket.']),
  ].join('\n');
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

/** Never an argument: those are in the shell's history and in everybody's list of processes. */
async function readPassword({ env, stdin, stderr }: CommandLine): Promise<string> {
  const given = env['ACCOUNT_PASSWORD'];
  if (given) return given;
  // What is typed is not shown.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY === true });
  try {
    if (stdin.isTTY) stderr.write('Password: ');
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (stdin.isTTY) stderr.write('\n');
  }
}
