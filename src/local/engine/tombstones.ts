import { onStorage } from '#src/lib/on-storage.ts';

const prefix = 'gatherwell.signed-out.';

/**
 * Marks on users whose database must not be opened, seen at once by every tab: a sign-out reaches the
 * other tabs a little later, and none of them may recreate the database in between.
 */
export const tombstones = {
  lay: (userId: string): void => localStorage.setItem(prefix + userId, ''),
  lift: (userId: string): void => localStorage.removeItem(prefix + userId),
  has: (userId: string): boolean => localStorage.getItem(prefix + userId) !== null,
  all: (): string[] =>
    Object.keys(localStorage).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])),

  /**
   * Calls `listener` when another tab lays or lifts one, which may come later than its effects; returns an unsubscribe
   * function.
   */
  subscribe: (listener: (userId: string, isLaid: boolean) => void): (() => void) =>
    onStorage(prefix, (userId, value) => listener(userId, value !== null)),
};
