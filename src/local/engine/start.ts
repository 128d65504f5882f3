import { session } from '#src/app/session.ts';
import { whileShown } from '#src/lib/while-shown.ts';
import { Backoff } from './backoff.ts';
import { registerCollections } from './collection.ts';
import { recoverFromClosedTabs } from './commit.ts';
import { followSession, localDatabase } from './current-database.ts';
import { recentMutations } from './recent-mutations.ts';
import type { Collections } from './types.ts';

/** Starts caching and sending for the signed-in user: once per tab, before anything is shown. */
export function startEngine(collections: Collections): void {
  registerCollections(collections);
  followSession();
  recentMutations.listen(session.userId);
  recoverFromClosedTabs(localDatabase);
  whileShown(followUser);
  // Nothing of it is shown; where the code does not come, the next page does it.
  void import('./owed-sign-out.ts').then((code) => code.tellOwedSignOuts()).catch(() => undefined);
}

/** Keeps up for the user who is signed in, until `signal` aborts. */
function followUser(signal: AbortSignal): void {
  let userId: string | undefined;
  let over = new AbortController();
  const follow = () => {
    if (session.userId() === userId) return;
    userId = session.userId();
    over.abort();
    over = new AbortController();
    if (userId !== undefined) void keepUp(userId, AbortSignal.any([signal, over.signal]));
  };
  const unsubscribe = session.subscribe(follow);
  signal.addEventListener('abort', unsubscribe);
  follow();
}

/** The first paint needs none of this: it is fetched afterwards, and again where it did not come. */
async function keepUp(userId: string, signal: AbortSignal): Promise<void> {
  const backoff = new Backoff();
  while (!signal.aborted) {
    await backoff.due(signal);
    const code = await import('./keep-up.ts').catch(() => undefined);
    if (code) return code.keepUp(userId, localDatabase, signal);
  }
}
