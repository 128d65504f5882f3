import { replaceEqualDeep } from '@tanstack/react-query';
import { Dexie } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import { useRef } from 'react';
import { useUser } from '#src/app/session.ts';
import { localDatabase } from './current-database.ts';
import type { LocalDatabase } from './types.ts';

/**
 * Returns what a query reads from the signed-in user's database, and again whenever its rows change, in whatever tab.
 * Returns `initial` until the first result, and for a visitor. What is equal in two results stays the same object, so
 * that only changes are rendered.
 * @param dependencies what the query depends on beside the database
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
        // Closed meanwhile: the screen is on its way out, or reads again with the next handle.
        if (error instanceof Dexie.DatabaseClosedError) return initial;
        throw error;
      }
    },
    [userId, ...dependencies],
    initial,
  );
}
