import { liveQuery } from 'dexie';
import { reachability } from '#src/lib/reachability.ts';
import type { LocalDatabase } from './types.ts';

/** Milliseconds that a mutation has to be done before it counts as one that is done later. */
const timeoutMs = 10_000;

/** What became of a mutation: the server did it, the server rejected it, or it is sent when that is possible. */
export type Outcome = 'done' | 'failed' | 'later';

/**
 * Resolves to what became of a mutation: `later` at once where the server cannot be reached, and where nothing is
 * known after ten seconds: a slow server is no missing connection.
 */
export async function outcomeOf(db: LocalDatabase, opId: string): Promise<Outcome> {
  const row = await db.outbox.get(opId).catch(() => undefined);
  // Without a row of its own it is one with an earlier one, which is still to be sent.
  if (!row || !reachability.isReachable()) return 'later';
  return new Promise((resolve) => {
    const settle = (outcome: Outcome) => {
      clearTimeout(timer);
      stopListening();
      news.unsubscribe();
      resolve(outcome);
    };
    const timer = setTimeout(() => settle('later'), timeoutMs);
    const stopListening = reachability.subscribe(() => !reachability.isReachable() && settle('later'));
    const news = liveQuery(() => db.outbox.get(opId)).subscribe({
      next: (now) => {
        if (now?.state === 'failed') settle('failed');
        // The event that confirms it removes the row.
        else if (!now || now.state === 'done') settle('done');
      },
      error: () => settle('later'),
    });
  });
}
