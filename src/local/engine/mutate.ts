import { v7 as uuid } from 'uuid';
import { session } from '#src/app/session.ts';
import { commit } from './commit.ts';
import { localDatabase } from './current-database.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { recentMutations } from './recent-mutations.ts';
import type { StoredMutation } from './types.ts';
import { writeAhead } from './write-ahead.ts';

/**
 * Shows a mutation at once, in every tab, and keeps it on the device until the server has done it, however long that
 * takes. Resolves when it is enqueued, to a function that waits for the outcome. Rejects, and rolls the optimistic
 * update back, where it cannot be enqueued; what the server rejects later stands in the list of what is not sent.
 */
export async function mutate(mutation: StoredMutation): Promise<() => Promise<Outcome>> {
  const db = localDatabase();
  const kind = db?.collections.kindOf(mutation);
  const userId = session.userId();
  if (!db || !kind || userId === undefined) throw new Error('Nobody is signed in.');
  const opId = uuid();
  const removeEntry = writeAhead.add(userId, opId, mutation);
  const committed = commit(db, opId, mutation).finally(removeEntry);
  // What is on the screen outlives the page: where nothing can be written ahead, it is painted once it has committed.
  if (!removeEntry) await committed;
  recentMutations.add({ userId, lane: kind.lane(mutation.input), mutation }, committed);
  await committed;
  return () => outcomeOf(db, opId);
}
