import { api } from '#src/app/api.ts';
import { bearerToken } from '#src/app/bearer-token.ts';
import { failureOf } from '#src/app/failure.ts';
import { forgetQueries } from '#src/app/providers.tsx';
import { session } from '#src/app/session.ts';
import { wipe } from './current-database.ts';

const owedKey = 'gatherwell.owed-sign-out';

/** How long to wait for the server and for other tabs, in milliseconds, before going on without them. */
const patience = 3_000;

/**
 * Signs out on this device: nothing of the user's is left on it, in any tab. Works without a network too; the
 * server is then told as soon as it can be reached.
 */
export async function signOut(): Promise<void> {
  const state = session.get();
  if (state.status === 'signed-out') return;
  localStorage.setItem(owedKey, '');
  // The streams of all tabs stop with this, before the server would cut them off.
  session.end();
  forgetQueries();
  await settleOwedSignOut(AbortSignal.timeout(patience));
  bearerToken.forget();
  await Promise.race([wipe(state.user._id), new Promise((resolve) => setTimeout(resolve, patience))]);
}

/** Tells the server of a sign-out that it has not heard of. The cookie is out of reach of scripts: only it can end it. */
export async function settleOwedSignOut(signal?: AbortSignal): Promise<void> {
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
