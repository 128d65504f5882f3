import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, assert, beforeAll, expect, test, vi } from 'vitest';
import { readEvents } from '#server/events/events.queries.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { runOperatorCommand } from './operator-command.ts';
import { createPasswords } from './ports/passwords.ts';
import { Problem } from './problem.ts';
import { program } from './program.ts';

// Some commands start a database of their own.
vi.setConfig({ testTimeout: 60_000 });

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const environment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  assert(database.connectionString !== undefined);
  return { DATABASE_URL: database.connectionString, ALLOW_UNSAFE_POSTGRES: '1', ...env };
};

interface RunOptions {
  input?: string;
  env?: NodeJS.ProcessEnv;
}

/** Runs a command as a process, as operators do. */
async function runProcess(args: string[], { input = '', env = {} }: RunOptions = {}) {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'cli.ts'), ...args], {
    env: { ...program.env, PATH: process.env['PATH'], ...environment(env) },
  });
  child.stdin.end(input);
  const closed = once(child, 'close');
  const [output, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  return { exitCode: child.exitCode, output, stderr };
}

/** Runs a command in this process, which is what the process does and takes a tenth of its time. */
async function run(args: string[], { input = '', env = {} }: RunOptions = {}) {
  const stderr = new PassThrough();
  const line = { args, env: environment(env), stdin: Readable.from([input]), stderr };
  const { output, exitCode, problem } = await runOperatorCommand(line).then(
    (done) => ({ ...done, output: `${done.output}\n`, problem: '' }),
    (error: unknown) => {
      assert(error instanceof Problem);
      return { output: '', exitCode: 1, problem: `${error.message}\n` };
    },
  );
  stderr.end();
  return { exitCode, output, stderr: (await text(stderr)) + problem };
}

const findAccount = (email: string) =>
  database.db
    .selectFrom('users')
    .select(['id', 'user_type', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst();

test('an administrator is made, with a password that no list of processes shows', async () => {
  const args = ['create-account', '--type', 'admin', '--email', 'Alice@Example.org'];
  expect(await runProcess(args, { input: 'correct horse\n' })).toEqual({
    exitCode: 0,
    output: 'The admin alice@example.org can sign in now.\n',
    stderr: '',
  });
  const alice = await findAccount('alice@example.org');
  assert(alice);
  expect(alice.user_type).toBe('admin');
  expect(await createPasswords().verify(alice.password_hash, 'correct horse')).toBe(true);

  const again = await runProcess(args, { env: { ACCOUNT_PASSWORD: 'battery staple' } });
  expect(again).toMatchObject({
    exitCode: 1,
    stderr: 'There is an account with this address already.\n',
  });
  expect(await findAccount('alice@example.org')).toEqual(alice);
});

test('coins are granted to who has an account', async () => {
  const args = ['create-account', '--type', 'individual', '--email', 'dan@example.org'];
  await run(args, { env: { ACCOUNT_PASSWORD: 'correct horse', COINS_AT_START: '5' } });
  const grant = ['grant-coins', '--email', 'Dan@Example.org', '--coins'];
  expect(await run([...grant, '20'])).toEqual({
    exitCode: 0,
    output: 'dan@example.org has 25 coins now.\n',
    stderr: '',
  });
  for (const wrong of ['0', '-3', '1.5', 'many'])
    expect(await run([...grant, wrong])).toMatchObject({ exitCode: 1, output: '' });
  expect(await run(['grant-coins', '--email', 'nobody@example.org', '--coins', '1'])).toMatchObject({
    exitCode: 1,
    stderr: 'There is no account with this address.\n',
  });
  const { id } = (await findAccount('dan@example.org')) ?? {};
  const coins = await database.db
    .selectFrom('wallet_entries')
    .select(['coins', 'reason'])
    .where('user_id', '=', id ?? '')
    .orderBy('id')
    .execute();
  expect(coins).toEqual([
    { coins: 5, reason: 'start' },
    { coins: 20, reason: 'grant' },
  ]);
  expect(await readEvents(database.db, id ?? '', 0)).toMatchObject([
    { type: 'wallet-changed', payload: { walletCoin: 25 } },
  ]);
});

test('a password is held to the same rules as on the screens', async () => {
  const args = ['create-account', '--type', 'individual', '--email', 'bob@example.org'];
  expect(await run(args, { env: { ACCOUNT_PASSWORD: 'short' } })).toMatchObject({
    exitCode: 1,
    stderr: 'Password: Enter minimum (6) characters\n',
  });
  expect(await run(args)).toMatchObject({ exitCode: 1, stderr: 'Password: This field is required\n' });
  expect(await findAccount('bob@example.org')).toBeUndefined();
});

test.each([
  [],
  ['drop-everything'],
  ['backup'],
  ['restore', 'one', 'two'],
  ['create-account', '--type', 'owner', '--email', 'carol@example.org'],
  ['create-account', '--type', 'admin', '--email', 'carol'],
  ['create-account', '--type', 'admin', '--email', 'carol@example.org', '--password', 'correct horse'],
])('%j is answered with what there is', async (...args) => {
  const { exitCode, stderr } = await run(args, { env: { ACCOUNT_PASSWORD: 'correct horse' } });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^Usage: npm run cli -- COMMAND\n/);
});

test('the audit log lists what was done, and filters it', async () => {
  const email = 'frank@example.org';
  await run(['create-account', '--type', 'organization', '--email', email], {
    env: { ACCOUNT_PASSWORD: 'battery staple' },
  });
  await run(['grant-coins', '--email', email, '--coins', '7']);
  const { id } = (await findAccount(email)) ?? {};
  assert(id !== undefined);
  const list = async (...args: string[]) => {
    const { exitCode, output, stderr } = await run(['audit', '--json', ...args]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    return output
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const both = await list('--user', 'Frank@Example.org');
  const byCli = { actorId: null, subjectId: id, subjectEmail: email, ipAddress: null, requestId: null };
  expect(both).toMatchObject([
    { ...byCli, action: 'coins-granted', details: { coins: 7, operator: expect.any(String) } },
    { ...byCli, action: 'account-created', details: { userType: 'organization' } },
  ]);
  expect(JSON.stringify(both)).not.toContain('battery staple');
  expect(await list('--user', id, '--limit', '1')).toEqual(both.slice(0, 1));
  expect(await list('--user', id, '--action', 'account-created', '--since', '7d')).toEqual(both.slice(1));
  expect(await list('--user', id, '--since', '2026-01-01T00:00:00Z')).toHaveLength(2);
  expect(await list('--since', '2999-01-01')).toEqual([]);
  expect(await list('--user', crypto.randomUUID())).toEqual([]);

  const shown = await run(['audit', '--user', email, '--limit', '1']);
  expect(shown.output).toMatch(
    /^AT +ACTION +ACTOR +SUBJECT +ADDRESS +REQUEST +DETAILS\n\S+Z +coins-granted +- +frank@example\.org +- +- +\{.*"coins": ?7.*\}\n$/,
  );
  expect(await run(['audit', '--since', '2999-01-01'])).toMatchObject({
    exitCode: 0,
    output: 'There are no such entries.\n',
  });
});

test.each([
  ['--action', 'dance', /^--action must be one of account-created, signed-in, /],
  ['--since', 'yesterday', /^--since must be an instant such as /],
  ['--limit', '0', /^--limit must be a whole number from 1 to 10000\.\n$/],
  ['--user', 'frank', /^--user must be a mail address or the id of an account\.\n$/],
  ['--user', 'nobody@example.org', /^There is no account with this address\.\n$/],
])('the audit log rejects %s %s with what is possible', async (option, value, expected) => {
  expect(await run(['audit', option, value])).toMatchObject({
    exitCode: 1,
    output: '',
    stderr: expect.stringMatching(expected),
  });
});

test('a database is brought up to date, and only an empty one is filled', async () => {
  expect(await run(['migrate'])).toEqual({
    exitCode: 0,
    output: 'The database is up to date.\n',
    stderr: '',
  });
  // There is alice.
  expect(await run(['seed'])).toEqual({
    exitCode: 0,
    output: 'The database has users already; nothing was added.\n',
    stderr: '',
  });
});

test('backup writes a file that restore fills a database from, and an embedded one too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatherwell-cli-'));
  await chmod(folder, 0o711);
  const env = { DATA_DIR: join(folder, 'data') };
  try {
    const file = join(folder, 'gatherwell.backup');
    await database.db
      .insertInto('users')
      .values({
        id: crypto.randomUUID(),
        user_type: 'individual',
        email: 'erin@example.org',
        password_hash: '',
        created_at: new Date(),
      })
      .execute();
    const made = await run(['backup', file], { env });
    expect(made).toMatchObject({ exitCode: 0, stderr: '' });
    expect(made.output).toMatch(
      / holds \d+ rows of \d+ tables and 0 files, in \d+\.\d MB\.\nIt holds private data/,
    );
    expect(await run(['restore', file], { env })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^The database is not empty: it has \d+ users\./),
    });
    const looked = await runProcess(['doctor'], { env });
    expect(looked.output).toMatch(/^✓ Backup +\S+, less than a day old$/m);
    expect(looked.stderr).toBe('');
    const restored = await run(['restore', file], { env: { ...env, DATABASE_URL: '' } });
    expect(restored).toMatchObject({ exitCode: 0, stderr: '' });
    const rows = /holds (\d+) rows/.exec(made.output)?.[1];
    expect(restored.output).toMatch(new RegExp(`^Restored ${rows} rows .*\\nEverybody signs in again, `));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
