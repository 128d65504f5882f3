import type { CurrentUser } from '#server/accounts/accounts.schema.ts';
import { session } from '#src/app/session.ts';
import { openAndRecover } from './commit.ts';
import { announceUnknownChanges, deleteDatabase, forgetRows, usersWithDatabases } from './database.ts';
import { keptWork } from './kept-work.ts';
import { recentMutations } from './recent-mutations.ts';
import { tombstones } from './tombstones.ts';
import type { LocalDatabase } from './types.ts';
import { writeAhead } from './write-ahead.ts';

/** Milliseconds until what read a database that was closed reads the next: one that cannot be opened is closed, too. */
export const reopenMs = 250;

let current: { userId: string; db: LocalDatabase } | undefined;

/**
 * Returns the signed-in user's database, opened at the first call, and again after that failed or the browser closed
 * it. Returns undefined for a visitor, and in a tab that has not yet heard that another one signed out.
 */
export function localDatabase(): LocalDatabase | undefined {
  const userId = session.userId();
  if (userId === undefined || tombstones.has(userId)) return undefined;
  if (current?.userId !== userId || current.db.hasFailed()) {
    close();
    const db = openAndRecover(userId);
    db.on('close', () =>
      setTimeout(() => {
        // Nothing of a user who signed out is read again.
        if (session.userId() === userId) announceUnknownChanges();
      }, reopenMs),
    );
    current = { userId, db };
  }
  return current.db;
}

/**
 * Makes a user's database unreachable at once, in every tab and whatever happens next, and deletes it. Resolves when
 * it is gone.
 */
export async function wipe(userId: string): Promise<void> {
  tombstones.lay(userId);
  if (current?.userId === userId) close();
  writeAhead.clear(userId);
  await deleteDatabase(userId);
  // Another tab may have written until it closed the database.
  writeAhead.clear(userId);
}

/**
 * Lets the open database follow who is signed in, here or in another tab. Of a user who signed out, or whose place another
 * user took, nothing stays. Of one whose session ended by itself, what only this device has stays. Returns a stop function.
 */
export function followSession(): () => void {
  let user = signedInUser();
  if (user) welcome(user);
  void sweep().catch(() => undefined);
  const stopHearing = tombstones.subscribe((userId, isLaid) => {
    if (!isLaid) return announceUnknownChanges();
    // The server's word that the session is over may come before the other tab's that it was a sign-out.
    if (session.userId() === userId || !tombstones.has(userId)) return;
    if (keptWork.whose()?._id === userId) keptWork.forget();
    void wipe(userId).catch(() => undefined);
  });
  const stopFollowing = session.subscribe(() => {
    const last = user;
    user = signedInUser();
    if (user?._id === last?._id) return;
    close();
    recentMutations.clear();
    if (last) void takeLeave(last, user !== undefined).catch(() => undefined);
    if (user) welcome(user);
  });
  return () => {
    stopHearing();
    stopFollowing();
  };
}

function welcome(user: CurrentUser): void {
  tombstones.lift(user._id);
  const last = keptWork.whose();
  keptWork.forget();
  if (last && last._id !== user._id) void wipe(last._id);
}

async function takeLeave(user: CurrentUser, isReplaced: boolean): Promise<void> {
  if (isReplaced || tombstones.has(user._id)) return wipe(user._id);
  keptWork.remember(user);
  await forgetCopyOf(user._id);
}

/** Drops what the server could give again of a user who is not signed in. */
async function forgetCopyOf(userId: string): Promise<void> {
  const db = openAndRecover(userId);
  try {
    if (session.userId() !== userId) await forgetRows(db);
  } finally {
    db.close({ disableAutoOpen: true });
  }
}

/** Finishes what a tab left behind that died on the way. */
async function sweep(): Promise<void> {
  for (const userId of tombstones.all()) {
    writeAhead.clear(userId);
    await deleteDatabase(userId);
  }
  // There, tabs can be different people side by side.
  if (import.meta.env.MODE === 'mocked') return;
  const userId = session.userId();
  const others = new Set([...(await usersWithDatabases()), ...writeAhead.users()]);
  if (userId !== undefined) others.delete(userId);
  for (const other of others) await (userId === undefined ? forgetCopyOf(other) : wipe(other));
}

function close(): void {
  current?.db.close({ disableAutoOpen: true });
  current = undefined;
}

function signedInUser(): CurrentUser | undefined {
  const state = session.get();
  return state.status === 'signed-in' ? state.user : undefined;
}
