import { api } from '#src/app/api.ts';
import { bearerToken } from '#src/app/bearer-token.ts';
import { failureOf } from '#src/app/failure.ts';
import { session } from '#src/app/session.ts';
import { wipe } from './current-database.ts';
import { tombstones } from './tombstones.ts';

const owedKey = 'gatherwell.owed-sign-out';

/** How long to wait for the server and for other tabs, in milliseconds, before going on without them. */
const patience = 3_000;

/**
 * Signs out on this device: nothing of the user's is left on it, in any tab, unsent work neither. Works without a
 * network too; the server is then told as soon as it can be reached.
 */
export async function signOut(): Promise<void> {
  const userId = session.userId();
  if (userId === undefined) return;
  localStorage.setItem(owedKey, '');
  // By this, all tabs know a sign-out from a session that ended by itself.
  tombstones.lay(userId);
  // The streams of all tabs stop with this, before the server would cut them off.
  session.end();
  const gone = wipe(userId);
  await settleOwedSignOut(AbortSignal.timeout(patience));
  bearerToken.forget();
  await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, patience))]);
}

/**
 * Tells the server of a sign-out that it has not heard of, from one tab at a time. The cookie is out of reach of
 * scripts: only the server can end it.
 */
export async function settleOwedSignOut(signal?: AbortSignal): Promise<void> {
  if (localStorage.getItem(owedKey) === null) return;
  if (navigator.locks) await navigator.locks.request(owedKey, () => settle(signal));
  else await settle(signal);
}

async function settle(signal: AbortSignal | undefined): Promise<void> {
  if (localStorage.getItem(owedKey) === null) return;
  try {
    await api.accounts.signOut.mutate(undefined, signal ? { signal } : {});
    localStorage.removeItem(owedKey);
  } catch (error) {
    if (failureOf(error).reason === 'not-signed-in') localStorage.removeItem(owedKey);
  }
}

/** Somebody signed in: the session that the server was to end is not the one that this device has now. */
export function forgetOwedSignOut(): void {
  localStorage.removeItem(owedKey);
}
