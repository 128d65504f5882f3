import { type Act, kindOf } from './acts.ts';
import { localDatabase } from './current-database.ts';
import { keep } from './outbox.ts';
import { recentActs } from './recent-acts.ts';

/** How long, in milliseconds, an act is laid over from memory: until screens have read it from the device. */
const afterglow = 1_000;

/**
 * Does something: shows it at once, in every tab, and keeps it on the device until the server has done it, however
 * long that takes. Resolves when it is kept. Rejects, and shows things as they were, where it cannot be kept; what
 * the server refuses later stands in the list of what is not sent.
 */
export async function perform(act: Act): Promise<void> {
  const db = localDatabase();
  const kind = kindOf(act);
  if (!db || !kind) throw new Error('Nobody is signed in.');
  const forget = recentActs.add(kind.lane(act.input), act);
  try {
    await keep(db, act);
    setTimeout(forget, afterglow);
  } catch (error) {
    forget();
    throw error;
  }
}
