import { useEffect, useRef } from 'react';
import { type Meta, readMeta } from './database.ts';
import { useLocal } from './use-local.ts';

/**
 * Fetches a list again whenever the event log tells of something that concerns it, while it is shown.
 * @param fact the number of the last such event
 */
export function useRefetchOn(
  fact: keyof Pick<Meta, 'friendshipsAt' | 'membershipsAt' | 'calendarAt'>,
  refetch: () => unknown,
): void {
  const at = useLocal(async (db) => (await readMeta(db, fact)) ?? 0, [fact]);
  const seen = useRef<number>(undefined);
  useEffect(() => {
    if (at === undefined) return;
    if (seen.current !== undefined && at > seen.current) refetch();
    seen.current = at;
  }, [at, refetch]);
}
