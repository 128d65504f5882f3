import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, assert, expect, it, vi } from 'vitest';
import { keepProcessAlive } from '#server/connectivities/connectivities.queries.ts';
import { presenceOf } from '#server/connectivities/presence.ts';
import { usualTimes } from '#server/connectivities/presence-times.ts';
import { watchConnectivities } from '#server/connectivities/watch.ts';
import { createContext, type Deps } from '#server/context.ts';
import { presenceKey } from '#server/events/doorbell-keys.ts';
import { setUpWorld } from '#server/testing/cast.ts';
import type { Person } from '#server/testing/world.ts';
import { createDoorbell } from './ports/doorbell.ts';

const world = setUpWorld();

let opened = new AsyncDisposableStack();
afterEach(async () => {
  await opened.disposeAsync();
  opened = new AsyncDisposableStack();
});

const program = new URL('./testing/presence-process.ts', import.meta.url);

/** Starts another process in which a user is online. */
function startProcess(user: Person, expiryMs: number): ChildProcess {
  const { connectionString = '' } = world.database;
  const child = fork(program, [connectionString, user._id, String(expiryMs)], { execArgv: [] });
  opened.defer(() => kill(child));
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Watches a user from this process; returns the last state that was sent. */
async function watch(viewer: Person, user: Person) {
  const { pool, connectionString } = world.database;
  assert(pool && connectionString);
  const events = createDoorbell({ pool, connectionString, log: world.ports.log });
  opened.defer(() => events.close());
  await events.listening;
  const settings = { ...world.deps.settings, presence: { heartbeatMs: 50 } };
  const deps: Deps = { ...world.deps, settings, ports: { ...world.ports, events } };
  const headers = new Headers({ authorization: `Bearer ${viewer.token}` });
  const context = createContext(deps, headers, { requestId: 'test', clientAddress: '192.0.2.1' });
  const session = await context.session();
  assert(session);
  const controller = new AbortController();
  const said: { isConnected?: boolean } = {};
  const reading = (async () => {
    const messages = watchConnectivities({ ...context, viewer: session }, [user._id], controller.signal);
    for await (const message of messages)
      if (message.kind === 'connectivities')
        for (const { isConnected } of message.connectivities) said.isConnected = isConnected;
  })();
  opened.defer(async () => {
    controller.abort();
    await reading;
  });
  return said;
}

/** In how many processes a user is online. */
const countProcessesOf = async (user: Person) =>
  (await world.db.selectFrom('presences').select('process_id').where('user_id', '=', user._id).execute())
    .length;

it('counts several processes as one, and frees the users of those that were killed', async () => {
  const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
  await world.befriend(alice, bob);
  const said = await watch(alice, bob);
  const patient = { timeout: 30_000, interval: 50 };
  await vi.waitFor(() => expect(said.isConnected).toBe(false), patient);

  const [first, second] = [startProcess(bob, 60_000), startProcess(bob, 1_000)];
  await vi.waitFor(async () => expect(await countProcessesOf(bob)).toBe(2), patient);
  await vi.waitFor(() => expect(said.isConnected).toBe(true), patient);
  await kill(second);
  await vi.waitFor(async () => expect(await countProcessesOf(bob)).toBe(1), patient);
  expect(said.isConnected).toBe(true);

  await kill(first);
  // As if a minute had passed since its last proof.
  await world.db
    .updateTable('presence_processes')
    .set({ alive_until: new Date(0) })
    .execute();
  await vi.waitFor(() => expect(said.isConnected).toBe(false), patient);
}, 90_000);

it('stores everybody again after a crash of the database, which empties the tables', async () => {
  const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
  const warn = vi.fn();
  const ports = { ...world.ports, events: { ...world.ports.events }, log: { ...world.ports.log, warn } };
  const presence = presenceOf({ ...world.deps, ports });
  presence.enter(alice._id);
  await vi.waitFor(async () => expect(await countProcessesOf(alice)).toBe(1));
  await world.db.deleteFrom('presence_processes').execute();
  presence.enter(bob._id);
  for (const user of [alice, bob]) await vi.waitFor(async () => expect(await countProcessesOf(user)).toBe(1));
  await presence.end();
  expect(warn).not.toHaveBeenCalled();
});

it('notifies once of a user who came, and stores nobody again while the process lives', async () => {
  const alice = await world.individual('alice');
  const notify = vi.fn();
  const settings = { ...world.deps.settings, presence: { heartbeatMs: 20 } };
  const ports = { ...world.ports, events: { ...world.ports.events, notify } };
  const presence = presenceOf({ ...world.deps, settings, ports });
  presence.enter(alice._id);
  await vi.waitFor(async () => expect(await countProcessesOf(alice)).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 500));
  await presence.end();
  expect(notify.mock.calls).toEqual([[[presenceKey(alice._id)]]]);
});

it('forgets who left while the process counted as gone', async () => {
  const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
  const settings = { ...world.deps.settings, presence: { heartbeatMs: 60_000 } };
  const ports = { ...world.ports, events: { ...world.ports.events } };
  const presence = presenceOf({ ...world.deps, settings, ports });
  for (const user of [alice, bob]) presence.enter(user._id);
  for (const user of [alice, bob]) await vi.waitFor(async () => expect(await countProcessesOf(user)).toBe(1));
  await presence.end();
  const { process_id: processId } = await world.db
    .selectFrom('presences')
    .select('process_id')
    .where('user_id', '=', bob._id)
    .executeTakeFirstOrThrow();
  expect(await keepProcessAlive(world.db, processId, 60_000)).toBe(true);
  expect(await countProcessesOf(bob)).toBe(1);
  await world.db
    .updateTable('presence_processes')
    .set({ alive_until: new Date(0) })
    .where('id', '=', processId)
    .execute();
  expect(await keepProcessAlive(world.db, processId, 60_000)).toBe(false);
  expect(await countProcessesOf(bob)).toBe(0);
  expect(await keepProcessAlive(world.db, processId, 60_000)).toBe(true);
});

it('stores nothing after its end, and keeps those who were there until its last proof expires', async () => {
  const [alice, bob] = [await world.individual('alice'), await world.individual('bob')];
  const ports = { ...world.ports, events: { ...world.ports.events } };
  const presence = presenceOf({ ...world.deps, ports });
  const leave = presence.enter(alice._id);
  await vi.waitFor(async () => expect(await countProcessesOf(alice)).toBe(1));
  presence.enter(bob._id);
  await presence.end();
  leave();
  await new Promise((resolve) => setTimeout(resolve, 2 * usualTimes.batchMs));
  expect([await countProcessesOf(alice), await countProcessesOf(bob)]).toEqual([1, 0]);
});
