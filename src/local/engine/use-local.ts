import { replaceEqualDeep } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useUser } from '#src/app/session.ts';
import type { LocalDatabase } from './types.ts';
import { watchLocal } from './watch-local.ts';

interface Read<T> {
  /** Whose database was read. */
  userId: string | undefined;
  result: T | undefined;
  error?: Error;
}

/**
 * Returns what a query reads from the signed-in user's database, and again whenever its rows change, in whatever tab.
 * Returns `initial` until the first result, and for a visitor; the last result until the first one after a change of
 * the dependencies. What is equal in two results stays the same object, so that only changes are rendered.
 * @param dependencies what the query depends on beside the database
 */
export function useLocal<T>(
  query: (db: LocalDatabase, userId: string) => Promise<T>,
  dependencies: readonly unknown[],
  initial?: T,
): T | undefined {
  const userId = useUser()?._id;
  const [last, setLast] = useState<Read<T>>({ userId, result: initial });
  // oxlint-disable react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies -- the caller says what they are
  useEffect(
    () =>
      watchLocal(
        (db): Promise<T | undefined> => query(db, db.userId),
        initial,
        (result) =>
          setLast((before) => {
            const next = replaceEqualDeep(before.result, result);
            return before.userId === userId && before.result === next ? before : { userId, result: next };
          }),
        (error) => setLast({ userId, result: undefined, error }),
      ),
    [userId, ...dependencies],
  );
  // oxlint-enable react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies
  // What another user read is not shown.
  if (last.userId !== userId) return initial;
  if (last.error) throw last.error;
  return last.result;
}
