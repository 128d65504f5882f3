import { v7 as uuid } from 'uuid';
import { session } from '#src/app/session.ts';
import { type Act, kindOf } from '../acts.ts';
import { commit } from './commit.ts';
import { localDatabase } from './current-database.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { recentActs } from './recent-mutations.ts';
import { writeAhead } from './write-ahead.ts';

/**
 * Does something: shows it at once, in every tab, and keeps it on the device until the server has done it, however
 * long that takes. Resolves when it is kept. Rejects, and shows things as they were, where it cannot be kept; what
 * the server refuses later stands in the list of what is not sent. Returns a function that waits for the outcome.
 */
export async function perform(act: Act): Promise<() => Promise<Outcome>> {
  const db = localDatabase();
  const kind = kindOf(act);
  const userId = session.userId();
  if (!db || !kind || userId === undefined) throw new Error('Nobody is signed in.');
  const opId = uuid();
  const removeEntry = writeAhead.add(userId, opId, act);
  const kept = commit(db, opId, act).finally(removeEntry);
  // What is on the screen outlives the page: where nothing can be written ahead, it is painted once it has committed.
  if (!removeEntry) await kept;
  recentActs.add({ userId, lane: kind.lane(act.input), act }, kept);
  await kept;
  return () => outcomeOf(db, opId);
}
