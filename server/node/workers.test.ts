import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, assert, beforeAll, expect, test, vi } from 'vitest';
import type { Deps } from '#server/context.ts';
import type { Job } from '#server/jobs.ts';
import { setUpWorld } from '#server/testing/cast.ts';
import { write } from '#server/write.ts';
import { createJobs } from './ports/jobs.ts';
import { openDatabaseLine } from './testing/database-line.ts';
import { migrateJobs, startWorkers } from './workers.ts';

const world = setUpWorld();
let deps: Deps;
beforeAll(async () => {
  deps = { ...world.deps, ports: { ...world.ports, jobs: createJobs() } };
  await migrateJobs(connectionString(), world.ports.log);
});

let opened = new AsyncDisposableStack();
afterEach(async () => {
  await opened.disposeAsync();
  opened = new AsyncDisposableStack();
});

function connectionString(): string {
  assert(world.database.connectionString);
  return world.database.connectionString;
}

async function work() {
  const workers = await startWorkers({ deps, connectionString: connectionString() });
  opened.defer(() => workers.stop());
}

const add = (job: Job) => write(deps, async (_, effects) => effects.job(job));

async function countJobs() {
  return (await world.database.pool?.query('select from graphile_worker.jobs'))?.rowCount;
}

const mailsTo = (email: string) => world.ports.mailbox.filter((mail) => mail.to === email).length;

test('a job that was added while no worker ran is done when one does', async () => {
  const alice = await world.individual('alice');
  await add({ name: 'recover-password', payload: { email: alice.email } });
  expect(await countJobs()).toBe(1);
  await work();
  await vi.waitFor(() => expect(mailsTo(alice.email)).toBe(1), { timeout: 5_000 });
  await vi.waitFor(async () => expect(await countJobs()).toBe(0));
});

test('several processes share the work: each job is done once', async () => {
  await Promise.all([work(), work(), work()]);
  const people = await Promise.all(Array.from({ length: 20 }, () => world.individual('bob')));
  await Promise.all(people.map(({ email }) => add({ name: 'recover-password', payload: { email } })));
  await vi.waitFor(async () => expect(await countJobs()).toBe(0), { timeout: 5_000 });
  expect(people.map(({ email }) => mailsTo(email))).toEqual(people.map(() => 1));
});

test('work goes on after every connection of the workers was killed', async () => {
  await work();
  const killed = await world.database.pool?.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'gatherwell-worker' and datname = current_database()`,
  );
  expect(killed?.rowCount).toBeGreaterThan(0);
  const carol = await world.individual('carol');
  await add({ name: 'recover-password', payload: { email: carol.email } });
  await vi.waitFor(() => expect(mailsTo(carol.email)).toBe(1), { timeout: 10_000 });
});

test('a start outlasts that the database shuts down just when the tables of the queue are there', async () => {
  const uncaught = vi.fn();
  process.once('uncaughtException', uncaught);
  opened.defer(() => void process.removeListener('uncaughtException', uncaught));
  const line = await openDatabaseLine(new URL(connectionString()), { shutsDownAtClose: true });
  opened.defer(() => line.close());
  await migrateJobs(line.address, world.ports.log);
  await vi.waitFor(() => expect(line.shutdowns()).toBeGreaterThan(0));
  // The error is on its way.
  await sleep(200);
  expect(uncaught).not.toHaveBeenCalled();
});

test('what a job throws is logged with the job and without what it was about', async () => {
  await work();
  const dan = await world.individual('dan');
  vi.spyOn(world.ports.mailer, 'send').mockRejectedValueOnce(new Error('no mail today'));
  await add({ name: 'recover-password', payload: { email: dan.email } });
  const failures = () => world.ports.logged.filter(({ fields }) => fields['job'] === 'recover-password');
  await vi.waitFor(() => expect(failures()).not.toEqual([]), { timeout: 5_000 });
  expect(failures()).toMatchObject([
    { level: 'warn', fields: { attempt: 1, err: expect.objectContaining({ message: 'no mail today' }) } },
  ]);
  expect(JSON.stringify(failures())).not.toContain(dan.email);
});

test('the database is swept at fixed times, each time once for all processes', async () => {
  await Promise.all([work(), work()]);
  const known = await world.database.pool?.query<{ identifier: string }>(
    'select identifier from graphile_worker._private_known_crontabs order by 1',
  );
  expect(known?.rows.map(({ identifier }) => identifier)).toEqual(
    expect.arrayContaining(['sweep-events', 'sweep-sessions']),
  );
});
