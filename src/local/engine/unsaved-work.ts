import { reachability } from '#src/lib/reachability.ts';
import { openAndRecover } from './commit.ts';
import { localDatabase } from './current-database.ts';
import { draftsAhead } from './drafts-ahead.ts';
import { countUnsentFiles } from './files.ts';
import { keptWork, type LastUser } from './kept-work.ts';
import { unsentMutations } from './outbox.ts';
import type { LocalDatabase } from './types.ts';

/** What only this device has. */
export interface UnsavedWork {
  /** Mutations that the server has not done. */
  mutations: number;
  /** Forms that were begun and not saved. */
  drafts: number;
  /** Files that are attached to what is not sent. */
  files: number;
}

/** Counts what the server does not have of a database. */
export async function countUnsavedWork(db: LocalDatabase): Promise<UnsavedWork> {
  await draftsAhead.recover(db).catch(() => undefined);
  const [mutations, drafts, files] = await Promise.all([
    unsentMutations(db),
    db.drafts.count(),
    countUnsentFiles(db),
  ]);
  return { mutations: mutations.length, drafts, files };
}

/** What the signed-in user would lose by signing out now. What is on its way gets a moment to arrive. */
export async function unsavedWorkLeft(): Promise<UnsavedWork> {
  const deadline = AbortSignal.timeout(reachability.isReachable() ? 1_500 : 0);
  for (;;) {
    const db = localDatabase();
    const work = db ? await countUnsavedWork(db).catch(() => nothing) : nothing;
    if (work.mutations === 0 || deadline.aborted) return work;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const nothing: UnsavedWork = { mutations: 0, drafts: 0, files: 0 };

/** Whether anything is unsaved. */
export const isUnsaved = ({ mutations, drafts, files }: UnsavedWork): boolean =>
  mutations + drafts + files > 0;

/** Resolves to what is unsaved on this device of a user who is not signed in any more; to undefined where nothing is. */
export async function findKeptWork(): Promise<{ user: LastUser; work: UnsavedWork } | undefined> {
  const user = keptWork.whose();
  if (!user) return undefined;
  const db = openAndRecover(user._id);
  try {
    const work = await countUnsavedWork(db);
    return isUnsaved(work) ? { user, work } : undefined;
  } finally {
    db.close({ disableAutoOpen: true });
  }
}
