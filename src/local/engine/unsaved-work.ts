import { reachability } from '#src/lib/reachability.ts';
import { openAndRecover } from './commit.ts';
import { localDatabase } from './current-database.ts';
import { keptWork, type LastUser } from './kept-work.ts';
import { unsentMutations } from './outbox.ts';
import type { LocalDatabase } from './types.ts';

/** What only this device has. */
export interface UnsavedWork {
  /** Mutations that the server has not done. */
  mutations: number;
  /** Forms that were begun and not saved. */
  drafts: number;
}

async function findUnsavedWork(db: LocalDatabase): Promise<UnsavedWork> {
  return { mutations: (await unsentMutations(db)).length, drafts: await db.drafts.count() };
}

/** What the signed-in user would lose by signing out now. What is on its way gets a moment to arrive. */
export async function unsavedWorkLeft(): Promise<UnsavedWork> {
  const deadline = AbortSignal.timeout(reachability.isReachable() ? 1_500 : 0);
  for (;;) {
    const db = localDatabase();
    const work = db ? await findUnsavedWork(db).catch(() => nothing) : nothing;
    if (work.mutations === 0 || deadline.aborted) return work;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const nothing: UnsavedWork = { mutations: 0, drafts: 0 };

/** The same in words: "2 changes and 1 form"; empty where there is nothing. */
export function wordsFor({ mutations, drafts }: UnsavedWork): string {
  return [countOf(mutations, 'change'), countOf(drafts, 'form')].filter(Boolean).join(' and ');
}

const countOf = (count: number, thing: string) => {
  if (count === 0) return '';
  return count === 1 ? `1 ${thing}` : `${count} ${thing}s`;
};

/** Resolves to what is unsaved on this device of a user who is not signed in any more; to undefined where nothing is. */
export async function findKeptWork(): Promise<{ user: LastUser; work: UnsavedWork } | undefined> {
  const user = keptWork.whose();
  if (!user) return undefined;
  const db = openAndRecover(user._id);
  try {
    const work = await findUnsavedWork(db);
    return wordsFor(work) === '' ? undefined : { user, work };
  } finally {
    db.close({ disableAutoOpen: true });
  }
}
