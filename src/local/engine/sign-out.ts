import { bearerToken } from '#src/app/bearer-token.ts';
import { session } from '#src/app/session.ts';
import { wipe } from './current-database.ts';
import { owedSignOut } from './owed-sign-out.ts';
import { tombstones } from './tombstones.ts';

/** How long to wait for the server and for other tabs, in milliseconds, before going on without them. */
const timeoutMs = 3_000;

/**
 * Signs out on this device: nothing of the user's is left on it, in any tab, unsent work neither. Works without a
 * network too; the server is then notified as soon as it can be reached, by any tab.
 */
export async function signOut(): Promise<void> {
  const userId = session.userId();
  if (userId === undefined) return;
  owedSignOut.note(userId);
  // By this, all tabs know a sign-out from a session that ended by itself.
  tombstones.lay(userId);
  // The streams of all tabs stop with this, before the server would cut them off.
  session.end();
  const gone = wipe(userId);
  await owedSignOut.tell(AbortSignal.timeout(timeoutMs));
  bearerToken.forget();
  await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
}
