import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import { bearerToken } from '#src/app/bearer-token.ts';
import { session } from '#src/app/session.ts';
import type { Seeded } from './factories.schema.ts';
import { faultProgressStore } from './faults/progress-store.ts';
import { type FaultRun, freshProgress, recordScript } from './faults/run.ts';
import { keepSavedScripts } from './faults/saved-scripts.ts';
import { formatFault, formatFaultScript } from './faults/script.ts';
import type { GatherwellMocked, Snapshot } from './gatherwell-mocked.ts';
import type { DatabaseState } from './protocol.ts';
import type { Recording } from './recording/recording.ts';
import { scenarioStore } from './scenarios.ts';
import { readSeedName, type SeedName } from './seed-names.ts';

type Respond = (request: Request) => Promise<Response>;

/** Other tabs must not go on with what a reset or a restored snapshot took away. */
export const resets = new BroadcastChannel('gatherwell-mocked-reset');

/**
 * Returns what the window offers to tests.
 * @param respond the mocked server
 * @param run the faults of this tab; absent where no call can meet any
 */
export function createTestingApi(respond: Respond, run?: FaultRun): GatherwellMocked {
  const post = (path: string, body?: unknown) => postTo(respond, path, body);
  const events = () => run?.progress.events ?? [];
  return {
    seed: async (seed) => (await post('/mocked/seed', seed)).json() as Promise<Seeded>,
    signIn: (name) => signInAs(name, respond),
    snapshot: async () => (await post('/mocked/snapshots')).json() as Promise<Snapshot>,
    async restore({ id }) {
      await post('/mocked/restore', { id });
      await forgetLocalDatabases();
      resets.postMessage('reset');
    },
    async openRecording(given) {
      const { readRecording } = await import('./recording/recording.ts');
      const recording = readRecording(given);
      await openStart(recording, respond);
      return recording.start.path;
    },
    async useSeed(name) {
      await changeSeed(readSeedName(name), respond);
    },
    async reset() {
      await post('/mocked/reset');
      await forgetEverything();
      resets.postMessage('reset');
    },
    injectedFaults: async () => events().map((event) => ({ ...event, fault: formatFault(event.fault) })),
    recordFaults: async () => formatFaultScript(recordScript(events())),
  };
}

async function postTo(respond: Respond, path: string, body: unknown): Promise<Response> {
  const response = await respond(new Request(path, { method: 'POST', body: JSON.stringify(body ?? null) }));
  if (response.ok) return response;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new Error(message ?? `The mocked server responded with ${response.status} to ${path}.`);
}

/**
 * Goes over to another seed's database, signs out and forgets what this browser keeps of the one before, but for that
 * database itself. Resolves to false, and changes nothing, where it is that seed already.
 */
export async function changeSeed(name: SeedName, respond: Respond): Promise<boolean> {
  const answer = await postTo(respond, '/mocked/use-seed', { name });
  const { isChanged } = (await answer.json()) as { isChanged: boolean };
  if (!isChanged) return false;
  await forgetEverything();
  resets.postMessage('reset');
  return true;
}

/** Brings this browser and tab to where a recording began, except for the screen. */
export async function openStart(recording: Recording, respond: Respond): Promise<void> {
  const { scenarioOf } = await import('./recording/recording.ts');
  const { seed, database, user, path, scenario } = recording.start;
  await postTo(respond, '/mocked/open-state', { seed, database } satisfies DatabaseState);
  await forgetEverything();
  resets.postMessage('reset');
  scenarioStore.set(scenarioOf(recording, new Date()));
  faultProgressStore.replace({ ...freshProgress(path), counts: { ...scenario.faultCounts } });
  if (user !== null) await signInAs(user, respond);
}

/** Signs in as an account, without a password. Rejects where there is none of that name. */
export async function signInAs(name: string, respond: Respond): Promise<void> {
  const answer = await respond(
    new Request('/mocked/sign-in', { method: 'POST', body: JSON.stringify({ name }) }),
  );
  if (!answer.ok) throw new Error(`Nobody is called ${name} here.`);
  const { token } = (await answer.json()) as { token: string };
  const me = await respond(new Request('/api/auth', { headers: { authorization: `Bearer ${token}` } }));
  const { data } = (await me.json()) as { data: CurrentUser };
  bearerToken.keep(token);
  session.begin(data);
}

/** Forgets what this browser keeps of the product, except the mocked server's own database and a tester's scripts. */
export async function forgetEverything(): Promise<void> {
  keepSavedScripts(() => localStorage.clear());
  sessionStorage.clear();
  await forgetLocalDatabases();
}

/** Deletes the local caches of everybody who was signed in here. */
async function forgetLocalDatabases(): Promise<void> {
  const databases = await indexedDB.databases();
  await Promise.all(
    databases.map(async ({ name }) => {
      if (!name?.startsWith('gatherwell-')) return;
      const request = indexedDB.deleteDatabase(name);
      await new Promise<void>((resolve, reject) => {
        request.onsuccess = () => resolve();
        request.onerror = () => reject(request.error);
      });
    }),
  );
}
