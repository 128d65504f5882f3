import { session } from '#src/app/session.ts';
import { forgetAbandonedActs } from './acts.ts';
import { followSession, localDatabase } from './current-database.ts';
import { forgetOwedSignOut, settleOwedSignOut } from './sign-out.ts';
import { followEvents } from './stream.ts';
import { trim } from './trim.ts';

/** Starts what keeps this device's copy: once per tab, before anything is shown. */
export function startLocal(): void {
  followSession();
  let userId: string | undefined;
  let stream = new AbortController();

  const follow = () => {
    const state = session.get();
    const nextUserId = state.status === 'signed-in' ? state.user._id : undefined;
    if (nextUserId === userId) return;
    userId = nextUserId;
    stream.abort();
    stream = new AbortController();
    if (userId === undefined) return;
    forgetOwedSignOut();
    void followEvents(localDatabase, stream.signal);
    whenIdle(tidy);
  };
  session.subscribe(follow);
  follow();

  const settle = () => {
    if (session.get().status === 'signed-out') void settleOwedSignOut();
  };
  addEventListener('online', settle);
  settle();
}

async function tidy(): Promise<void> {
  const db = localDatabase();
  if (!db) return;
  await forgetAbandonedActs(db);
  await trim(db);
}

/** Runs something that can wait, where the browser says when; Safari does not. */
function whenIdle(work: () => Promise<void>): void {
  const run = () => void work().catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(run);
  else setTimeout(run, 2_000);
}
