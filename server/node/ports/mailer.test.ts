import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, assert, expect, test, vi } from 'vitest';
import { createWorld } from '#server/testing/world.ts';
import { write } from '#server/write.ts';
import { migrateJobs, startWorkers } from '../workers.ts';
import { createJobs } from './jobs.ts';
import { createMailer } from './mailer.ts';

const from = 'Gatherwell <no-reply@gatherwell.test>';
const mail = { to: 'alice@example.org', subject: 'Grüße', text: 'Dear Alice,\n\n.\nyours' };
const silent = { info: () => {}, warn: () => {}, error: () => {} };

let opened = new AsyncDisposableStack();
afterEach(async () => {
  await opened.disposeAsync();
  opened = new AsyncDisposableStack();
});

/** A mail server that rejects a given number of mails, and keeps the others. */
async function startMailServer({ refusals = 0 } = {}) {
  const taken: { receivers: string[]; text: string }[] = [];
  let asked = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _, callback) {
      asked++;
      if (asked > refusals) return callback();
      callback(Object.assign(new Error(`<${address}> is not wanted now`), { responseCode: 450 }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const receivers = session.envelope.rcptTo.map(({ address }) => address);
        taken.push({ receivers, text: Buffer.concat(chunks).toString() });
        callback();
      });
    },
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  opened.defer(() => new Promise((resolve) => server.close(() => resolve())));
  const mailer = createMailer(
    { kind: 'smtp', url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`, from },
    silent,
  );
  opened.defer(async () => mailer.close());
  return { mailer, taken, asked: () => asked };
}

test('a mail server gets the mail as it was written', async () => {
  const { mailer, taken } = await startMailServer();
  await mailer.send(mail);
  expect(taken).toHaveLength(1);
  expect(taken[0]?.receivers).toEqual(['alice@example.org']);
  expect(taken[0]?.text).toMatch(/^From: Gatherwell <no-reply@gatherwell\.test>\r$/m);
  expect(taken[0]?.text).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(taken[0]?.text).toMatch(/Dear Alice,\r\n\r\n\.\r\nyours/);
});

test('an address that looks like a list reaches nobody else', async () => {
  const { mailer, taken } = await startMailServer();
  await mailer.send({ ...mail, to: 'alice@example.org, mallory@example.org' }).catch(() => {});
  expect(taken.flatMap(({ receivers }) => receivers)).not.toContain('mallory@example.org');
});

test('a mail that was not taken rejects, with the reason and without the address', async () => {
  const { mailer } = await startMailServer({ refusals: 1 });
  const refusal = mailer.send(mail);
  await expect(refusal).rejects.toThrow('The mail server did not take a mail: EENVELOPE 450');
  await expect(refusal).rejects.not.toThrow('alice@example.org');
  await mailer.send(mail);
});

test('retries a mail that its server rejects at first until it is accepted, once', async () => {
  const { mailer, taken, asked } = await startMailServer({ refusals: 2 });
  const world = await createWorld();
  opened.defer(() => world.close());
  const { connectionString } = world.database;
  assert(connectionString);
  const deps = { ...world.deps, ports: { ...world.ports, mailer, jobs: createJobs() } };
  await migrateJobs(connectionString, silent);
  const workers = await startWorkers({ deps, connectionString, lookEvery: 100 });
  opened.defer(() => workers.stop());
  const alice = await world.individual('alice');
  await write(deps, async (_, effects) =>
    effects.job({ name: 'recover-password', payload: { email: alice.email } }),
  );
  // The next attempts are seconds away: they are brought forward.
  for (const rejected of [1, 2]) {
    await vi.waitFor(() => expect(asked()).toBe(rejected));
    await vi.waitFor(async () => expect((await bringForward())?.rowCount).toBe(1));
  }
  await vi.waitFor(() => expect(taken).toHaveLength(1), { timeout: 5_000 });
  expect(taken[0]?.receivers).toEqual([alice.email]);
  // Long lines are broken on the way with `=`.
  expect(taken[0]?.text.replaceAll('=\r\n', '')).toContain('https://gatherwell.test/user/reset-password/');
  await vi.waitFor(async () => {
    const jobs = await world.database.pool?.query('select from graphile_worker.jobs');
    expect(jobs?.rowCount).toBe(0);
  });
  expect(taken).toHaveLength(1);
  const logged = JSON.stringify(
    world.ports.logged.map(({ fields, message }) => [String(fields['err']), message]),
  );
  expect(logged).toContain('did not take a mail');
  expect(logged).not.toContain(alice.email);

  function bringForward() {
    return world.database.pool?.query(
      'update graphile_worker._private_jobs set run_at = now() where locked_at is null and attempts > 0 and run_at > now()',
    );
  }
});

test('without a mail server a mail becomes a file that only its owner reads, and its path is logged', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'gatherwell-mail-')), 'mailbox');
  opened.defer(() => rm(folder, { recursive: true }));
  const log = { ...silent, info: vi.fn() };
  const mailer = createMailer({ kind: 'mailbox', folder, from }, log);
  await mailer.send(mail);
  await mailer.send({ ...mail, to: 'bob@example.org' });
  const files = (await readdir(folder)).map((name) => join(folder, name)).sort();
  expect(files).toHaveLength(2);
  expect(files.every((file) => file.endsWith('.eml'))).toBe(true);
  expect(await readFile(files[0] ?? '', 'utf8')).toContain('To: alice@example.org');
  expect(log.info.mock.calls.map(([{ file }]) => file).sort()).toEqual(files);
  expect(JSON.stringify(log.info.mock.calls)).not.toContain('alice@example.org');
});
