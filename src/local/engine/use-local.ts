import { replaceEqualDeep } from '@tanstack/react-query';
import { Dexie } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import { useRef } from 'react';
import { useUser } from '#src/app/session.ts';
import { localDatabase } from './current-database.ts';
import type { LocalDatabase } from './types.ts';

/**
 * What a query finds in the signed-in user's copy, and again whenever that changes, in whatever tab. Until it was
 * read for the first time, and for a visitor: `initial`. What did not change from one time to the next stays the same
 * object, so that only what did is drawn again.
 * @param dependencies what the query depends on beside the copy
 */
export function useLocal<T>(
  query: (db: LocalDatabase, userId: string) => Promise<T>,
  dependencies: readonly unknown[],
  initial?: T,
): T | undefined {
  const userId = useUser()?._id;
  const last = useRef(initial);
  return useLiveQuery(
    async () => {
      const db = localDatabase();
      if (!db || userId === undefined) return initial;
      try {
        last.current = replaceEqualDeep(last.current, await query(db, userId));
        return last.current;
      } catch (error) {
        // Signed out between the question and the answer: the screen is on its way out.
        if (error instanceof Dexie.DatabaseClosedError) return initial;
        throw error;
      }
    },
    [userId, ...dependencies],
    initial,
  );
}
