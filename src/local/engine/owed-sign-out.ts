import { api } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { session } from '#src/app/session.ts';
import { reachability } from '#src/lib/reachability.ts';
import { Backoff } from './backoff.ts';

/**
 * A sign-out that the server has not heard of, kept until it has: the cookie is out of reach of scripts, so only the
 * server can end the session. The value is the user's id.
 */
const storageKey = 'gatherwell.owed-sign-out';

/** Milliseconds that the server has to answer one attempt. */
const timeoutMs = 5_000;

const isOwed = () => localStorage.getItem(storageKey) !== null;

export const owedSignOut = {
  note: (userId: string): void => localStorage.setItem(storageKey, userId),

  /** Forgets it: a user signed in, and the session that the device has now must not end. */
  forget: (): void => localStorage.removeItem(storageKey),

  /**
   * Notifies the server, once. Resolves when it responded or the attempt has failed. Tabs take turns, and none does so
   * while a user signs in.
   */
  async tell(signal: AbortSignal): Promise<void> {
    if (isOwed()) await exclusively(signal, () => attempt(signal)).catch(() => undefined);
  },

  /** Notifies the server with growing pauses between the attempts, until it responded or `signal` aborts. */
  async keepTelling(signal: AbortSignal): Promise<void> {
    const backoff = new Backoff();
    while (isOwed() && !signal.aborted) {
      await backoff.due(AbortSignal.any([signal, reachability.nextReturn()]));
      if (!signal.aborted) await owedSignOut.tell(AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    }
  },

  /**
   * Starts a session while no tab is sending a sign-out, whose response would delete the new cookie.
   * @param begin resolves when the device has the new session
   */
  whileSilent: <T>(begin: () => Promise<T>): Promise<T> => exclusively(undefined, begin),
};

async function attempt(signal: AbortSignal): Promise<void> {
  const userId = localStorage.getItem(storageKey);
  if (userId === null || session.userId() !== undefined) return;
  try {
    // The server rejects this when the cookie is another user's by now.
    await api.accounts.signOut.mutate(undefined, { signal, context: { actor: userId } });
    owedSignOut.forget();
  } catch (error) {
    if (['not-signed-in', 'another-user'].includes(failureOf(error).reason)) owedSignOut.forget();
  }
}

function exclusively<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  return navigator.locks.request(storageKey, signal ? { signal } : {}, work);
}

/** Notifies the server of a sign-out that is owed whenever nobody is signed in. Returns a stop function. */
export function tellOwedSignOuts(): () => void {
  let over = new AbortController();
  const follow = () => {
    over.abort();
    over = new AbortController();
    if (session.userId() === undefined) void owedSignOut.keepTelling(over.signal);
    else owedSignOut.forget();
  };
  const unsubscribe = session.subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    over.abort();
  };
}
