import { type SessionState, session } from '#src/app/session.ts';
import { deleteDatabase, type LocalDatabase, openDatabase } from './database.ts';
import { tombstones } from './tombstones.ts';

let current: { userId: string; db: LocalDatabase } | undefined;

/**
 * The signed-in user's copy on this device, opened when it is first asked for. Undefined for a visitor, and in a tab
 * that has not yet heard that another one signed out.
 */
export function localDatabase(): LocalDatabase | undefined {
  const userId = userIdOf(session.get());
  if (userId === undefined || tombstones.has(userId)) return undefined;
  if (current?.userId !== userId || current.db.hasBeenClosed()) {
    close();
    current = { userId, db: openDatabase(userId) };
  }
  return current.db;
}

/**
 * Puts a user's copy beyond reach at once, in every tab and whatever happens next, and deletes it. Resolves when it
 * is gone.
 */
export async function wipe(userId: string): Promise<void> {
  tombstones.lay(userId);
  if (current?.userId === userId) close();
  await deleteDatabase(userId);
}

/**
 * Lets the open copy follow who is signed in: a user who is signed out, here or in another tab, is wiped, and
 * another user gets another copy. Answers how to stop.
 */
export function followSession(): () => void {
  // What a tab left behind that died while it was signing out.
  for (const userId of tombstones.all()) void deleteDatabase(userId);
  let userId = userIdOf(session.get());
  return session.subscribe((state) => {
    const lastUserId = userId;
    userId = userIdOf(state);
    if (userId !== undefined) tombstones.lift(userId);
    else if (lastUserId !== undefined) void wipe(lastUserId);
    if (userId !== lastUserId) close();
  });
}

function close(): void {
  current?.db.close({ disableAutoOpen: true });
  current = undefined;
}

const userIdOf = (state: SessionState) => (state.status === 'signed-in' ? state.user._id : undefined);
